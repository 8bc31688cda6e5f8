import type { Shape } from '../evidence/shape.js'
import { suits } from './fit.js'
import {
  isAddressOfRecord,
  isCalledAlone,
  isDated,
  isIdentifier,
  isLessNeeded,
  isPeriod,
  isPlainCount,
  isText,
  isWhole,
} from './kinds.js'
import { type Entity, namesOf, OTHER_NAMES, plainName, RECORD_WORDS } from './lexicon.js'
import { type Leaf, leavesOf, type Matching, matchLeaves, type Pair } from './match.js'
import { mayMean } from './may-mean.js'

/** What a member without which its record says nothing can be told by, if nothing else of the kind is in it. */
type Kind = 'rows' | 'text' | 'texts' | 'count' | 'named' | 'file' | 'address' | 'table' | 'period' | 'whose'

/** Members that every such record has: a listing its rows, a theme its words, an erase its count. Others may just not be there. */
const CERTAIN: Readonly<Record<string, Kind>> = {
  survey_series: 'rows',
  items: 'rows',
  recipients: 'rows',
  monitor_matches: 'rows',
  label: 'text',
  match_count: 'count',
  item_count: 'count',
  erased: 'count',
  options: 'texts',
  query: 'texts',
  variables: 'named',
  file: 'file',
  status_url: 'address',
  'mapping.fields': 'table',
  period_key: 'period',
  question_id: 'whose',
}

/** Rows are distinguished by their contents, too, and addresses, tables and periods by their form. */
const CERTAIN_UNLISTED: readonly Kind[] = ['rows', 'address', 'table', 'period', 'whose']

export interface Open {
  record: Entity | undefined
  /** A description lists all members of the record: what was seen of an answer may leave out others of the kind. */
  isListed: boolean
}

/**
 * The matching of a record with the members that are left for one of theirs, whatever that is called: theirs is the only one of
 * its kind that is not one of ours, and no other member of ours without a place could be it.
 */
export function withTheOnlyOnes(matching: Matching, { record, isListed }: Open): Matching {
  const open = [...matching.missing, ...matching.unclear.map(({ ours }) => ours)]
  const found = open.flatMap((ours): Pair[] => {
    const kind = Object.hasOwn(CERTAIN, ours.path.join('.')) ? CERTAIN[ours.path.join('.')]! : undefined
    if (!kind || (!isListed && !CERTAIN_UNLISTED.includes(kind) && kind !== 'text')) return []
    if (kind === 'whose' && !matching.pairs.some(isOutcome)) return []
    const alike = matching.left.filter((leaf) => isOf(kind, leaf))
    if (kind === 'text' && !isListed && !alike.every((leaf) => isCalledAlone(leaf, record))) return []
    const [theirs] = alike
    if (!theirs || alike.length > 1 || suits(ours, theirs) < 0.5 || !canBe(kind, ours, theirs, record)) return []
    const isRival = (other: Leaf) =>
      other !== ours && suits(other, theirs) >= 0.85 && !isLessNeeded(kind, other, theirs)
    const others = kind === 'file' || kind === 'whose' ? [] : open.filter(isRival)
    return others.length > 0 ? [] : [{ ours, theirs, score: 0.9, by: 'name' }]
  })
  return settled(matching, found)
}

/** Whether a record says how many items were stored: one that says so of several things says it of each question. */
const isOutcome = ({ ours }: Pair) => ours.path.join('.') === 'inserted'

/** A matching with more pairs. */
export function settled(matching: Matching, found: readonly Pair[]): Matching {
  if (found.length === 0) return matching
  const taken = new Set(found.flatMap(({ ours, theirs }) => [ours, theirs]))
  return {
    pairs: [...matching.pairs, ...found],
    unclear: matching.unclear.flatMap(({ ours, candidates }) => {
      const left = candidates.filter((each) => !taken.has(each))
      return taken.has(ours) || left.length === 0 ? [] : [{ ours, candidates: left }]
    }),
    missing: [
      ...matching.missing,
      // What was unclear for a place that is taken now.
      ...matching.unclear.flatMap(({ ours, candidates }) =>
        candidates.every((each) => taken.has(each)) ? [ours] : [],
      ),
    ].filter((each) => !taken.has(each)),
    left: matching.left.filter((each) => !taken.has(each)),
  }
}

/** Whether a leaf of theirs is of a kind, so that two of them leave it open which is meant. */
function isOf(kind: Kind, { path, shape }: Leaf): boolean {
  const name = plainName(path.at(-1)!)
  if (kind === 'address') return shape.kind === 'scalar' && isAddressOfRecord(shape)
  if (kind === 'table')
    return path[0] === 'mapping' && (shape.kind === 'map' || (shape.kind === 'list' && shape.entry.kind === 'object'))
  if (kind === 'period') return shape.kind === 'scalar' && isPeriod(shape)
  if (kind === 'whose') return shape.kind === 'scalar' && namesOf('id').includes(name)
  if (OTHER_NAMES.includes(name)) return false
  // Rows by name are rows as well.
  if (kind === 'rows' || kind === 'named')
    return shape.kind === 'map' || (shape.kind === 'list' && isOpenEntry(kind, shape.entry.kind))
  if (kind === 'texts') return shape.kind === 'list' || shape.kind === 'map'
  if (shape.kind !== 'scalar') return shape.kind === 'any'
  if (kind === 'file') return shape.format === 'binary'
  if (kind === 'count')
    return shape.types.some((type) => type === 'integer' || type === 'number') && !isIdentifier(name)
  return shape.types.includes('string') && !shape.words && !isIdentifier(name) && !isDated(shape)
}

const isOpenEntry = (kind: Kind, entry: string) => kind === 'named' || entry !== 'scalar'

/** Whether the only one of a kind can be ours: its form is, and its name says nothing else. */
function canBe(kind: Kind, ours: Leaf, { path, shape }: Leaf, record: Entity | undefined): boolean {
  if (['file', 'address', 'table', 'whose'].includes(kind)) return true
  if (kind === 'rows') return shape.kind === 'list' && isEntryOf(ours, shape.entry, record)
  const canMean = () => mayMean(ours, path, record)
  if (kind === 'text' || kind === 'period') return shape.kind === 'scalar' && canMean()
  if (kind === 'named') return shape.kind === 'list' && isNamed(shape.entry) && canMean()
  if (kind === 'texts') return shape.kind === 'list' && isText(shape.entry) && canMean()
  const name = plainName(path.at(-1)!)
  // `job: 12` is which job, and `n: 12` how many.
  return isWhole(shape) && !RECORD_WORDS.some(({ word }) => word === name) && (isPlainCount(name) || canMean())
}

function isNamed(entry: Shape): boolean {
  return (
    isText(entry) ||
    (entry.kind === 'object' && leavesOf(entry).some(({ path }) => plainName(path.join('.')) === 'name'))
  )
}

/** Whether an entry has members of one of ours: more than one, for any record may have an identifier. */
function isEntryOf({ shape, path }: Leaf, entry: Shape, record: Entity | undefined): boolean {
  if (shape.kind !== 'list') return false
  const about = ENTRIES[path.join('.')] ?? record
  return matchLeaves(leavesOf(shape.entry), leavesOf(entry), { record: about }).pairs.length >= 2
}

const ENTRIES: Readonly<Record<string, Entity>> = { survey_series: 'group', items: 'item', recipients: 'recipient' }
