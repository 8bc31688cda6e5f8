import type { ScalarShape } from './evidence/shape.js'
import { namesOf, plainName } from './match/lexicon.js'
import type { Leaf, leavesOf } from './match/match.js'
import { nameScore } from './match/name-score.js'
import { wordsOf } from './match/words.js'

/** The two kinds of identifiers that an erase takes. */
export const KINDS = [
  { ours: 'external_ids', word: 'external_id', names: namesOf('externalId') },
  { ours: 'customer_ids', word: 'customer_id', names: namesOf('customerId') },
] as const

/** Whether a name is one of these, for one or for several. */
export const isOne = (names: readonly string[], name: string): boolean => {
  const plain = plainName(name)
  return names.includes(plain) || names.includes(plain.replace(/s$/, ''))
}

/** The member that limits an erase to one source. */
export const SOURCE = 'survey_id'

/** Members that say which record an item is in. */
const RECORDS = ['survey_series_id', SOURCE, 'question_id']

/** Whether a list says by its name which groups, sources or fields an erase is limited to: `survey_ids`. */
export function isOfRecords({ path }: Leaf): boolean {
  const one = [...path.slice(0, -1), path.at(-1)!.replace(/s$/i, '')]
  return RECORDS.some((ours) => nameScore([ours], one, undefined) >= 0.85)
}

export type Leaves = ReturnType<typeof leavesOf>

/** Whether the words of a value, described or seen, are the kinds of identifiers. */
export function isKindOf(shape: ScalarShape): boolean {
  const words = wordsOf(shape)
  return KINDS.every(({ names }) => words.filter((word) => isOne(names, word)).length === 1)
}

/** `{id_type: "external_id", ids: [...]}`, also below another member, with a word beside that says that any of a list is meant. */
export function byKind(leaves: Leaves): Record<string, unknown> | undefined {
  const kind = leaves.find(({ shape }) => shape.kind === 'scalar' && isKindOf(shape))
  const lists = leaves.filter(({ shape }) => shape.kind === 'list' && shape.entry.kind !== 'object')
  const ids = lists.filter((leaf) => !isOfRecords(leaf))
  if (kind?.shape.kind !== 'scalar' || ids.length !== 1) return undefined
  const operator = operatorBeside(leaves, [kind, ids[0]!])
  if (!operator) return undefined
  const words = wordsOf(kind.shape)
  const place = ids[0]!.path.join('.')
  const tag = ({ names }: (typeof KINDS)[number]) => ({
    [kind.path.join('.')]: words.find((word) => isOne(names, word))!,
    ...operator,
  })
  return {
    names: Object.fromEntries(KINDS.map(({ ours }) => [ours, place])),
    tags: Object.fromEntries(KINDS.map((each) => [each.ours, tag(each)])),
  }
}

const OPERATOR = /^(op|operator|operation|comparison|comparator|match|condition|predicate)$/
const ANY_OF = /^(is_)?in(_list)?$|^(any|one)(_of)?$|^includes?$/

/** The word that compares with a list, as `{op: "in"}`: the only one that was seen or may be; {} where nothing has to be sent, undefined if that is open. */
function operatorBeside(leaves: Leaves, [kind, ids]: readonly [Leaf, Leaf]): Record<string, string> | undefined {
  const at = kind.path.slice(0, -1).join('.')
  const beside = leaves.filter((leaf) => ![kind, ids].includes(leaf) && leaf.path.slice(0, -1).join('.') === at)
  const [operator, another] = beside.filter(({ path }) => OPERATOR.test(plainName(path.at(-1)!)))
  if (!operator) return {}
  const known =
    operator.shape.kind === 'scalar' ? wordsOf(operator.shape).filter((each) => typeof each === 'string') : []
  const [word, other] = known.filter((each) => ANY_OF.test(plainName(each)))
  if (another || word === undefined || other !== undefined) return operator.required || another ? undefined : {}
  return { [operator.path.join('.')]: word }
}
