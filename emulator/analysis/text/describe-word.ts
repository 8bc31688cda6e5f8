import modifiers from '../lexicon/modifiers.json' with { type: 'json' }
import notThemes from '../lexicon/not-themes.json' with { type: 'json' }
import signs from '../lexicon/signs.json' with { type: 'json' }
import valences from '../lexicon/valences.json' with { type: 'json' }
import { classOfUnit, DIGIT, LETTER, UNSPACED } from './characters.js'
import { findHints, findHintsAbroad, nameOfHints } from './concepts.js'
import { describeLanguages, isFunctionWord } from './language.js'
import { phrasesByStem } from './phrases.js'
import { singularOf, stemOf } from './stem.js'
import { isStopWord } from './stop-words.js'
import type { Word } from './words.js'

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
const toSet = (words: string) => new Set(words.split(' '))
const NEGATIONS = toSet(modifiers.negations)
const BOOSTERS = toSet(modifiers.boosters)
const DAMPENERS = toSet(modifiers.dampeners)
const CONTRASTS = toSet(modifiers.contrasts)
const REQUESTS = toSet(modifiers.requests)
const PERSONS = toSet(modifiers.persons)
const GREETINGS = toSet(modifiers.greetings)
const THANKS = toSet(modifiers.thanks)
const COURTESIES = toSet(modifiers.courtesies)
const { function: functions, verbs, describing, measures, silent } = notThemes
/** `measures` holds currencies, units, weekdays, months, times and numbers in seven languages. */
const VAGUE = new Set([functions, verbs, describing, measures, silent].flatMap((words) => words.split(' ')))
/** Of these neither one nor several say what a text is about. */
const GENERAL = new Set([...toSet(describing)].map(stemOf))
/** These can name a theme, whatever their ending and valence. */
const NAMES = toSet(notThemes.names)
const VERBS = toSet(verbs)

const STATES = new Set(
  'arrived received broken lost stolen gone missing late down stuck torn sent paid declined wrong dirty closed full'.split(
    ' ',
  ),
)

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
  if (SIGN_VALENCES.has(text) || ![LETTER, DIGIT, UNSPACED].includes(kind)) return 'sign'
  return /^\d+$/.test(text) ? 'number' : 'word'
}

/** Two characters are a word where words have no spaces between them. */
function isShort(text: string): boolean {
  return text.length < 3 && classOfUnit(text.charCodeAt(0)) !== UNSPACED
}

function isVague(text: string): boolean {
  if (NAMES.has(singularOf(text))) return false
  if (isShort(text) || /\d|'|(?:ly|ing|ed)$/.test(text)) return true
  return (
    VAGUE.has(text) ||
    (text.endsWith('s') && GENERAL.has(stemOf(text))) ||
    isFunctionWord(text) ||
    VALENCES.has(text) ||
    BOOSTERS.has(text)
  )
}

function canModify(text: string, stem: string): boolean {
  if (NAMES.has(singularOf(text))) return true
  if (isShort(text) || /\d|'|(?:ly|ing)$/.test(text) || VERBS.has(text) || isStopWord(stem)) return false
  return !isFunctionWord(text) && !BOOSTERS.has(text) && !NEGATIONS.has(text)
}

function isState(text: string): boolean {
  return STATES.has(text) || (text.length > 5 && text.endsWith('ed') && !VERBS.has(text))
}

function courtesyOf(text: string): Word['courtesy'] {
  if (GREETINGS.has(text)) return 'greeting'
  if (THANKS.has(text)) return 'thanks'
  return COURTESIES.has(text) ? 'filler' : undefined
}

/** Longer ones are no names of anything. */
const MAX_LENGTH = 24

/** Everything the lexicons know of a word or sign in lower case. */
export function describeWord(raw: string): Word {
  const kind = kindOf(raw)
  const text = kind === 'word' ? normalise(raw) : raw
  const stem = kind === 'word' ? stemOf(text) : text
  const isSilent = kind !== 'word' || text.length < 2 || isStopWord(stem)
  const tongues = describeLanguages(text, VALENCES.has(text))
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
    courtesy: courtesyOf(text),
    ...tongues,
    isVague: kind !== 'word' || isVague(text),
    isSilent,
    tells: !isSilent && tongues.isLatin && text.length <= MAX_LENGTH,
    canModify: kind === 'word' && canModify(text, stem),
    isState: kind === 'word' && isState(text),
    phrases: phrasesByStem().get(stem),
    concepts: findHints(nameOfHints({ kind, stem })),
    conceptsAbroad: isSilent ? 0 : findHintsAbroad(stem, text),
    rows: [],
  }
}
