import notThemes from '../lexicon/not-themes.json' with { type: 'json' }
import { stemOf } from './stem.js'
import type { Word } from './words.js'

const SILENT = new Set([...notThemes.function.split(' '), ...notThemes.silent.split(' ')])
const SILENT_STEMS = new Set([...SILENT].map(stemOf))

/** Whether a stem says nothing of what a text is about: function words, times, numbers, words as general as "thing". */
export function isStopWord(stem: string): boolean {
  return SILENT_STEMS.has(stem)
}

/** What people write to try a form, or if there is nothing to say: by themselves they are neither good nor bad. */
const NOTHING = new Set(
  'test tests testing tested asdf asdfghjkl foo bar baz lorem ipsum dolor sit amet consectetur adipiscing elit sample example n a na none no nil text comment comments message item hmm haha idk qwerty asdfasdf abc abcd xyz xxx tbd tbc ditto blah skip skipped pass question nothing prueba pruebas essai essais prova prove teste testes proef probe oui ja sim nein non nee ras néant nada nichts niente niets rien keine kein angabe angaben sin comentarios comentario aucun commentaire nessun nessuno commento sem comentários geen opmerking 特に'.split(
    ' ',
  ),
)
const SMALL_TALK = new Set(
  'fine okay works working worked cheers bye goodbye welcome greetings cool alright done'.split(' '),
)

/** Whether a text says nothing of anything: a greeting, "test 12", "N/A", "it works fine". */
export function isEmptyTalk(words: readonly Word[]): boolean {
  return words.every(
    ({ kind, isSilent, text }) => kind !== 'word' || isSilent || NOTHING.has(text) || SMALL_TALK.has(text),
  )
}

/** Whether a text is an answer that says nothing good or bad: "none", "12", "no comment". */
export function isNoAnswer(words: readonly Word[]): boolean {
  return words.every(({ kind, text, valence }) => (kind === 'word' ? NOTHING.has(text) : valence === 0))
}
