import { lazy } from '../../../src/base/lazy.js'
import modifiers from '../lexicon/modifiers.json' with { type: 'json' }
import notThemes from '../lexicon/not-themes.json' with { type: 'json' }
import phrases from '../lexicon/phrases.json' with { type: 'json' }
import signs from '../lexicon/signs.json' with { type: 'json' }
import valences from '../lexicon/valences.json' with { type: 'json' }
import { classOfUnit, DIGIT, LETTER } from './characters.js'
import { describeLanguages, isFunctionWord } from './language.js'
import { indexPatterns, readPattern, secondStems } from './patterns.js'
import { singularOf, stemOf } from './stem.js'
import { isStopWord } from './stop-words.js'
import type { Word } from './words.js'

/** Turns of phrase of feedback ("still waiting", "stopped working", "arrived damaged") and their valence, -2 to 2. */
const indexFeedbackPhrases = lazy(() =>
  indexPatterns(
    Object.entries(phrases).flatMap(([valence, terms]) =>
      terms.split(', ').map((term) => readPattern(term, Number(valence))),
    ),
  ),
)

/** The second words of all phrases. */
const indexSeconds = lazy(() => new Set(secondStems(indexFeedbackPhrases())))

const STRONG_BOOST = 1.3
const WEAK_BOOST = 0.6

function readLevels(levels: Record<string, string>, key: (word: string) => string): Map<string, number> {
  const found = new Map<string, number>()
  for (const [level, words] of Object.entries(levels)) {
    for (const word of words.split(' ')) found.set(key(word), Number(level))
  }
  return found
}

const VALENCES = readLevels(valences, (word) => word)
const STEM_VALENCES = readLevels(valences, stemOf)
const SIGN_VALENCES = readLevels(signs, (sign) => sign)
const NEGATIONS = new Set(modifiers.negations.split(' '))
const BOOSTERS = new Set(modifiers.boosters.split(' '))
const DAMPENERS = new Set(modifiers.dampeners.split(' '))
const { function: functions, verbs, describing, silent } = notThemes
const VAGUE = new Set([functions, verbs, describing, silent].flatMap((words) => words.split(' ')))
/** These can name a theme, whatever their ending and valence. */
const NAMES = new Set(notThemes.names.split(' '))
const VERBS = new Set(verbs.split(' '))

const STATES = new Set(
  'arrived received broken lost stolen gone missing late down stuck torn sent paid declined wrong dirty closed full'.split(
    ' ',
  ),
)
const CONTRASTS = new Set(modifiers.contrasts.split(' '))
const REQUESTS = new Set(modifiers.requests.split(' '))
const PERSONS = new Set(modifiers.persons.split(' '))

/** "i've" to "i", "courier's" to "courier", "sooo" to "so"; "isn't" stays. */
function normalise(text: string): string {
  const straight = text.replace(/[\u2018\u2019`\u00b4]/g, "'").replace(/'(?:s|ve|re|ll|m|d)$/, '')
  if (!/(.)\1\1/.test(straight)) return straight
  const twice = straight.replace(/(.)\1+/g, '$1$1')
  const once = straight.replace(/(.)\1+/g, '$1')
  return VALENCES.has(once) || BOOSTERS.has(once) || NEGATIONS.has(once) ? once : twice
}

function boostOf(text: string): number {
  if (BOOSTERS.has(text)) return STRONG_BOOST
  return DAMPENERS.has(text) ? WEAK_BOOST : 1
}

function kindOf(text: string): Word['kind'] {
  const kind = classOfUnit(text.charCodeAt(0))
  if (SIGN_VALENCES.has(text) || (kind !== LETTER && kind !== DIGIT)) return 'sign'
  return /^\d+$/.test(text) ? 'number' : 'word'
}

function isVague(text: string): boolean {
  if (NAMES.has(singularOf(text))) return false
  if (text.length < 3 || /\d|'|(?:ly|ing|ed)$/.test(text)) return true
  return VAGUE.has(text) || isFunctionWord(text) || VALENCES.has(text) || BOOSTERS.has(text)
}

function canModify(text: string, stem: string): boolean {
  if (NAMES.has(singularOf(text))) return true
  if (text.length < 3 || /\d|'|(?:ly|ing)$/.test(text) || VERBS.has(text) || isStopWord(stem)) return false
  return !isFunctionWord(text) && !BOOSTERS.has(text) && !NEGATIONS.has(text)
}

function isState(text: string): boolean {
  return STATES.has(text) || (text.length > 5 && text.endsWith('ed') && !VERBS.has(text))
}

/** Everything the lexicons know of a word or sign in lower case. */
export function describeWord(raw: string): Word {
  const kind = kindOf(raw)
  const text = kind === 'word' ? normalise(raw) : raw
  const stem = kind === 'word' ? stemOf(text) : text
  return {
    text,
    stem,
    kind,
    negates: NEGATIONS.has(text),
    boost: boostOf(text),
    valence: SIGN_VALENCES.get(text) ?? VALENCES.get(text) ?? STEM_VALENCES.get(stem) ?? 0,
    contrasts: CONTRASTS.has(text),
    requests: REQUESTS.has(text),
    isPerson: PERSONS.has(text),
    ...describeLanguages(text, VALENCES.has(text)),
    isVague: kind !== 'word' || isVague(text),
    isSilent: kind !== 'word' || text.length < 2 || isStopWord(stem),
    canModify: kind === 'word' && canModify(text, stem),
    isState: kind === 'word' && isState(text),
    phrases: indexFeedbackPhrases().get(stem),
    continues: indexSeconds().has(stem),
    kept: [],
  }
}
