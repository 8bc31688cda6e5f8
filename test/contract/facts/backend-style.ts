import { MEMBER_NAMES, OTHER_ID, OWN_ID, OWNERS, RECORD_WORDS } from './backend-names.js'
import { oneOf, type Pick } from './pick.js'

/** How a name is spelled: the first letters of its words, and what joins them. */
const CASINGS = {
  snake: (words: readonly string[]) => words.join('_'),
  camel: ([first = '', ...rest]: readonly string[]) => first + rest.map(capitalised).join(''),
  pascal: (words: readonly string[]) => words.map(capitalised).join(''),
  kebab: (words: readonly string[]) => words.join('-'),
} as const
type Casing = keyof typeof CASINGS

/** How often backends spell names this way. */
const SPELLINGS: readonly Casing[] = [
  ...['snake', 'snake', 'snake', 'snake', 'snake', 'camel', 'camel', 'camel', 'camel'],
  ...['pascal', 'kebab'],
] as Casing[]

const WORD_SPELLINGS = {
  same: (word: string) => word,
  lower: (word: string) => word.toLowerCase(),
  upper: (word: string) => word.toUpperCase(),
  title: (word: string) =>
    word
      .split('_')
      .map((each) => capitalised(each.toLowerCase()))
      .join(''),
  kebab: (word: string) => word.toLowerCase().replaceAll('_', '-'),
} as const

function capitalised(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}

/** The habits of one team: it spells and names alike throughout, with an exception here and there. */
export interface Style {
  pick: Pick
  /** A name, or a place of such, in the spelling of this team. */
  spelled(name: string): string
  /** A word of an enum in its spelling. */
  word(word: string): string
  /** What it calls a record. */
  record(record: string): string
  /** One of a few, mostly the same each time for one question. */
  usual<T>(question: string, values: readonly T[]): T
}

/** The habits of a team, drawn at random. */
export function createStyle(pick: Pick): Style {
  const casing = oneOf(pick, SPELLINGS)
  const wording = oneOf(pick, ['same', 'same', 'lower', 'upper', 'upper', 'title', 'kebab'] as const)
  const habits = new Map<string, unknown>()
  const usual = <T>(question: string, values: readonly T[]): T => {
    const chosen = oneOf(pick, values)
    if (!habits.has(question)) habits.set(question, chosen)
    const habit = habits.get(question) as T
    return values.includes(habit) && pick(8) > 0 ? habit : chosen
  }
  const spelled = (name: string) => {
    const spell = CASINGS[pick(25) === 0 ? oneOf(pick, SPELLINGS) : casing]
    return name.replace(/[a-z][a-z0-9]*(_[a-z0-9]+)*/g, (each) => spell(each.split('_')))
  }
  return {
    pick,
    usual,
    spelled,
    word: (word) => WORD_SPELLINGS[wording](word),
    record: (record) => usual(`record ${record}`, RECORD_WORDS.get(record) ?? [record]),
  }
}

/** What a team calls a member of a record, before spelling; its own word for it only where that is spelled otherwise. */
export function nameOf(style: Style, record: string, member: string): string {
  const owner = OWNERS[member]
  if (owner !== undefined) {
    const isOwn = owner === record
    const word = style.usual(isOwn ? 'own id' : 'other id', isOwn ? OWN_ID : OTHER_ID)
    return word.replace('#', style.record(owner))
  }
  const names = MEMBER_NAMES.get(`${record}.${member}`) ?? MEMBER_NAMES.get(member) ?? []
  const name = style.usual(`name ${record}.${member}`, [...names, member])
  return name.replace('*', style.record(record)).replace('#', style.record('question'))
}
