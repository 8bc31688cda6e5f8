import notThemes from '../lexicon/not-themes.json' with { type: 'json' }
import { stemOf } from './stem.js'
import type { Word } from './words.js'

const SILENT = new Set([...notThemes.function.split(' '), ...notThemes.silent.split(' ')])
const SILENT_STEMS = new Set([...SILENT].map(stemOf))

/** Whether a stem says nothing of what a text is about: function words, times, numbers, words as general as "thing". */
export function isStopWord(stem: string): boolean {
  return SILENT_STEMS.has(stem)
}

/** What people write to try a form, or if there is nothing to say. */
const EMPTY_TALK = new Set(
  'test tests testing tested asdf foo bar baz lorem ipsum sample example fine okay works working worked cheers bye goodbye welcome greetings na none nil text comment message item hmm haha cool alright done idk qwerty asdfasdf abc abcd xyz xxx nothing prueba pruebas essai essais prova prove teste testes proef probe oui ja sim nein non nee ras néant nada nichts niente niets rien'.split(
    ' ',
  ),
)

/** Whether a text says nothing of anything: a greeting, "test 12", "N/A", "it works fine". */
export function isEmptyTalk(words: readonly Word[]): boolean {
  return words.every((word) => word.kind !== 'word' || word.isSilent || EMPTY_TALK.has(word.text))
}
