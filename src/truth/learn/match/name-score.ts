import { getOrAdd } from '../../../base/get-or-add.js'
import { OPERATION_IDS } from '../../../contract/operations/index.js'
import { recommendedWord } from '../../../contract/vocabulary.js'
import type { Shape } from '../evidence/shape.js'
import { AS_IT_IS, insideOf } from './inside-of.js'
import { type Entity, namesOf, OTHER_NAMES, plainName, RECORD_WORDS } from './lexicon.js'
import { MEANINGS, type Meaning, meaningOf } from './meanings.js'
import {
  COUNTED,
  countedAs,
  countedIn,
  isInTimes,
  saysTwice,
  variantsOf,
  withoutHolder,
  withoutSpan,
} from './name-variants.js'
import { namesInStep, SELECTOR, sidesOf, type WithText, withText } from './named.js'
import { ownShape } from './slots.js'

function isSamePath(ours: readonly string[], wire: readonly string[]): boolean {
  return (
    ours.length === wire.length &&
    ours.every((name, at) => [name, recommendedWord(name)].includes(plainName(wire[at]!)))
  )
}

/** `reference` beside a file says what all its rows are from; the column that holds one is in a mapping, or called a column. */
function speaksOfColumns(path: readonly string[]): boolean {
  const isMapping = path.slice(0, -1).some((step) => namesOf('mapping').includes(plainName(step)))
  return isMapping || /(^|_)(column|col|field|header)(_|$)/.test(plainName(path.at(-1)!))
}

/** `metrics[type=sent].value` without what only says that it is a figure: the word beside it says which. */
function withoutFigure(wire: readonly string[]): readonly string[] {
  const last = plainName(wire.at(-1)!)
  return SELECTOR.test(wire.at(-2) ?? '') && [...namesOf('count'), 'value'].includes(last) ? wire.slice(0, -1) : wire
}

/** What says of values that one of them is meant, and not what they are: `external_id.in` are `external_ids`. */
const ONE_OF: readonly string[] = ['in', 'any', 'any_of', 'one_of']

function withoutOperator(wire: readonly string[]): readonly string[] {
  if (wire.length < 2 || !ONE_OF.includes(plainName(wire.at(-1)!))) return wire
  return [...wire.slice(0, -2), `${plainName(wire.at(-2)!).replace(/s$/, '')}s`]
}

interface Reading {
  entity: Entity | undefined
  property: string
}

/** The entities a word may stand for: `result` is an analysis, `batch` a task or an invite. */
function entitiesOf(word: string): readonly Entity[] {
  const single = word.replace(/(ie)?s$|(?<=ch|sh|ss|x)es$/, (_, ie) => (ie ? 'y' : ''))
  return [...new Set([...(ENTITIES.get(word) ?? []), ...(ENTITIES.get(single) ?? [])])]
}

/** The entity that an object around a member is: one of several things is none, so `fields` only holds what is in it. */
function entitiesAround(step: string): readonly Entity[] {
  return ENTITIES.get(plainName(step)) ?? []
}

/** Words for items that are words for anything. */
const PLAIN_WORDS: readonly string[] = ['record', 'entry', 'row', 'document', 'response']

/** The entities that go by each word. */
const ENTITIES: ReadonlyMap<string, readonly Entity[]> = RECORD_WORDS.reduce(
  (known, { entity, word }) => known.set(word, [...(known.get(word) ?? []), entity]),
  new Map<string, Entity[]>(),
)

function readingsOf(path: readonly string[], record: Entity | undefined): Reading[] {
  const last = path.at(-1) === AS_IT_IS ? AS_IT_IS : plainName(path.at(-1)!)
  // What stands nearest says whose it is.
  const around =
    path
      .slice(0, -1)
      .map(entitiesAround)
      .findLast((each) => each.length > 0) ?? []
  // `author.id` says what `author_id` says, and that is nothing of the record.
  const joined = path.length > 1 ? `${plainName(path.at(-2)!)}_${last}` : undefined
  const isOfCustomer = joined !== undefined && namesOf('customerId').includes(joined)
  // `record` around a group is what any answer may be in.
  const isPlain = around.length > 0 && PLAIN_WORDS.includes(plainName(path.at(-2)!))
  const own = isOfCustomer ? [] : [record]
  const records = around.length === 0 ? own : isPlain ? [...new Set([...around, record])] : around
  const readings: Reading[] = records.map((entity) => ({ entity, property: last }))
  if (joined !== undefined) readings.push({ entity: record, property: joined })
  if (isInTimes(path)) readings.push({ entity: record, property: `${last}_at` })
  for (const { entity, word } of RECORD_WORDS) {
    if (last.startsWith(`${word}_`)) readings.push({ entity, property: last.slice(word.length + 1) })
    // `id_source` says an identifier, `name_of` nothing.
    const before = last.endsWith(`_${word}`) ? last.slice(0, -word.length - 1) : ''
    if (['id', 'uuid', 'key', 'ref'].includes(before)) readings.push({ entity, property: before })
  }
  const isCount = ['count', 'matches'].flatMap(namesOf).some((name) => last.endsWith(`_${name}`))
  for (const entity of entitiesOf(last)) readings.push({ entity, property: isCount ? COUNTED_RECORDS : ALONE })
  for (const entity of entitiesOf(last.replace(/^.*_(?=[a-z]+s$)/, ''))) readings.push({ entity, property: HEAD })
  if (/^parent(_id|_uuid)?$/.test(last) && record === 'source') readings.push({ entity: 'group', property: 'id' })
  return readings
}

const scores = new Map<Entity | undefined, Map<string, Map<string, number>>>()

/** How well a name on the wire says what one of our members means, 0 to 1. `record`: what the record they stand in is about. */
export function nameScore(ours: readonly string[], wire: readonly string[], record: Entity | undefined): number {
  return scoreOfNames(withText(ours), withText(wire), record)
}

/** Returns the same of paths whose texts are known. */
export function scoreOfNames(ours: WithText, wire: WithText, record: Entity | undefined): number {
  const ofRecord = getOrAdd(scores, record, () => new Map<string, Map<string, number>>())
  const ofOurs = getOrAdd(ofRecord, ours.text, () => new Map<string, number>())
  return getOrAdd(ofOurs, wire.text, () => scoreNames(ours.path, wire.path, record))
}

const LINKS: readonly string[] = ['links', 'hrefs', 'urls']

function scoreNames(ours: readonly string[], whole: readonly string[], record: Entity | undefined): number {
  const name = ours.at(-1)!
  const wire = withoutOperator(whole)
  if (isSamePath(ours, wire)) return 1
  if (sidesOf(ours) !== sidesOf(wire)) return 0
  if (ours.length > 1 && ours[0] === 'mapping' && !speaksOfColumns(wire)) return 0
  const meaning = meaningOf(ours, record)
  // `links.status` is where the status is read.
  if (meaning.is !== 'statusUrl' && wire.slice(0, -1).some((step) => LINKS.includes(plainName(step)))) return 0
  const held = withoutHolder(wire, meaning.is)
  const steps = meaning.within === undefined || plainName(held.at(-1)!) === 'value' ? withoutFigure(held) : held
  const { path: inner, factor } = insideOf(meaning.within ?? [], steps.flatMap(namesInStep))
  // `distribution` around the sides of a sentiment is no distribution of invites.
  const isAround = (part: string, at: number) => at < inner.length - 1 && namesOf('sentiment').includes(plainName(part))
  const path = sidesOf(ours) === '' ? inner : inner.filter((part, at) => !isAround(part, at))
  if (path.length === 0) return 0
  const last = plainName(path.at(-1)!)
  const own = [name, recommendedWord(name)]
  const isOther = (step: string) => meaning.is !== 'customerId' || !isCustomer(step)
  const foreign = path.slice(0, -1).filter(isOther).flatMap(entitiesAround)
  const isOwn =
    [last, ...countedIn(last)].some((each) => own.includes(each)) &&
    (foreign.length === 0 || meaning.of === undefined || foreign.includes(meaning.of))
  if (isOwn && !(meaning.of === undefined && foreign.some((entity) => entity !== record))) return factor
  if (meaning.is === 'itself') return 0
  // `survey_ref` says which survey, and no more than that.
  const isReference = meaning.is === 'reference'
  if (isReference && !namesOf('reference').includes(last)) return 0
  const wanted = meaning.of ?? ours.slice(0, -1).flatMap(entitiesOf)[0] ?? record
  const readings = readingsOf(path, record).filter(
    ({ property }) => !isReference || property === last || !isId(property),
  )
  return factor * Math.max(0, ...readings.map((reading) => scoreOf(reading, meaning, wanted, record)))
}

/** Whether an object around a member is the customer: `respondent.customer_id` says whose it is twice. */
const isCustomer = (step: string) => namesOf('customerId').includes(`${plainName(step)}_id`)

const isId = (property: string) => namesOf('id').includes(property)

let own: ReadonlySet<string> | undefined

/** Names of our members that only go by that name. */
function namesWithoutOthers(): ReadonlySet<string> {
  own ??= new Set(
    OPERATION_IDS.flatMap((id) => namesIn(ownShape(id, 'result'))).filter((name) => meaningOf([name]).is === 'itself'),
  )
  return own
}

function namesIn(shape: Shape | undefined): string[] {
  if (shape?.kind === 'list') return namesIn(shape.entry)
  if (shape?.kind !== 'object') return []
  return Object.entries(shape.members).flatMap(([name, member]) => [name, ...namesIn(member.shape)])
}

/** Whether a name on the wire plainly says something else than one of our members means: it is no candidate for that one. */
export function meansOther(ours: readonly string[], wire: readonly string[], record: Entity | undefined): boolean {
  if (nameScore(ours, wire, record) >= 0.35) return false
  const last = plainName(wire.at(-1)!)
  // `theme` of a theme may be its words as well as its identifier.
  if (record !== undefined && entitiesOf(last).includes(record)) return false
  if (OTHER_NAMES.includes(last) || (last !== ours.at(-1) && namesWithoutOthers().has(last))) return true
  const meaning = meaningOf(ours, record)
  const others = Object.entries(MEANINGS).filter(([, { of, is }]) => is !== meaning.is || of !== meaning.of)
  // What is in a record of its own is read as a member of that.
  const records = [record, ...wire.slice(0, -1).flatMap(entitiesAround)]
  return others.some(([name]) => records.some((each) => nameScore(name.split('.'), wire, each) >= 0.7))
}

const HEADS: readonly string[] = ['count', 'share', 'domain', 'limit']

/** `survey: 12`: the word of a record alone may be its identifier. */
const ALONE = '*'

/** `monitor_hits`: records that are counted, or how many they are, and not which one. */
const COUNTED_RECORDS = '#'

/** `top_themes`: records of one kind, of which something more is said. Of items it may be anything: `erased_items` counts them. */
const HEAD = '_*'

function scoreOf(
  { entity, property }: Reading,
  meaning: Meaning,
  wanted: Entity | undefined,
  record: Entity | undefined,
): number {
  if (property === ALONE || property === COUNTED_RECORDS) {
    if (entity !== wanted) return 0
    if (meaning.is === 'id' || meaning.is === 'ids') return property === ALONE ? 0.72 : 0
    // Inside its own record the word may as well be what that is called.
    if (['name', 'label'].includes(meaning.is) && entity === record) return 0.7
    return meaning.is === 'rows' || meaning.is === 'recipientRows' ? 0.85 : 0
  }
  if (property === HEAD) return entity === wanted && meaning.is === 'rows' && entity !== 'item' ? 0.75 : 0
  if (property === AS_IT_IS) return HEADS.includes(meaning.is) ? 0.8 : 0
  const names = namesOf(meaning.is)
  const variants = ['limit', 'used', 'remaining'].includes(meaning.is)
    ? withoutSpan(property)
    : COUNTED.includes(meaning.is)
      ? countedAs(property)
      : []
  const rank = names.findIndex((name) => [...variantsOf(property), ...variants].includes(name))
  const isHeaded = HEADED.includes(meaning.is) && names.includes(property.split('_').at(-1)!)
  const isTwice = COUNTED.includes(meaning.is) && saysTwice(property, names)
  const plain = rank >= 0 ? 0.95 - Math.min(rank, 12) * 0.02 : isTwice ? 0.85 : isHeaded ? 0.7 : 0
  if (entity === wanted) return plain
  // A count of items may stand in any record under a plain name; an id or a name belongs to its record.
  const isLoose = meaning.of === undefined || !['id', 'name', 'label', 'description'].includes(meaning.is)
  if (entity === record || entity === undefined) return isLoose ? plain * 0.95 : plain * 0.2
  return plain * 0.15
}

/** What is of one kind whatever is said before it: `text_language`, `long_description`, `done_percent`, `star_rating`. */
const HEADED = ['language', 'description', 'progress', 'keywords', 'rating', 'subject', 'variables']
