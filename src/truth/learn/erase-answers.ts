import { isObject } from '../../base/is-object.js'
import { GUESSES, type Values } from '../../contract/assumptions/values.js'
import { isOne, KINDS } from './erase-by-kind.js'
import { isCount, isStatus, wordsOfStatus } from './erase-statuses.js'
import type { SeenExchange, WireOperation } from './evidence/evidence.js'
import { eitherMember } from './evidence/merge-shapes.js'
import type { Member, Shape } from './evidence/shape.js'
import type { Finding } from './findings.js'
import { namesOf, plainName } from './match/lexicon.js'

const ID = 'behaviour:erase-answer'
const RESULT = 'result:eraseFeedback'
const DEEPEST = 4

type EraseForm = Values['erase-answer']
type Members = Readonly<Record<string, Member>>

/** What was found about the answer to an erase: an entry for each identifier, or else totals, as `members` has them. */
export function eraseAnswerFindings(found: readonly Finding[], wire: WireOperation): Finding[] {
  const shape = answerOf(wire)
  const fact = shape && (entriesForm(shape, wire) ?? kindsForm(shape))
  const counted = shape && hasResults(shape) ? found.map(withoutAnyCount) : found
  const members = shape && wire.described.result ? counted.map((each) => withoutListed(each, shape)) : counted
  if (fact) {
    // Counts by kind say nothing of what was not found: that may stand beside them.
    const isOther = ({ id, path }: Finding) => id !== RESULT || (fact.form === 'kinds' && path !== 'erased')
    return [{ id: ID, state: 'contradicted', path: '', fact }, ...members.filter(isOther)]
  }
  const isTotal = ({ id, path, state, isAbsent }: Finding) =>
    id === RESULT && path === 'erased' && state !== 'ambiguous' && !isAbsent
  return [...(members.some(isTotal) ? [{ id: ID, state: 'confirmed', path: '' } as const] : []), ...members]
}

/** A total beside a list counts the entries of that list, which need not be what was erased. */
function withoutAnyCount(finding: Finding): Finding {
  const { id, path, seen, fact: _, ...rest } = finding
  const at = id === RESULT && path === 'erased' ? seen?.at : undefined
  if (at === undefined || !ANY_COUNT.includes(plainName(at.split('.').at(-1)!))) return finding
  return { ...rest, id, path, state: 'ambiguous', candidates: [at] }
}

/** Of an answer with a list of the identifiers that were found, and no total: how many items went is nowhere, for one may be on several. */
function withoutListed(finding: Finding, shape: Shape): Finding {
  const { id, path, state, candidates = [], ...rest } = finding
  const isList = (place: string) => shapeAt(shape, place.split('.'))?.kind === 'list'
  const isListed = id === RESULT && path === 'erased' && state === 'ambiguous'
  if (!isListed || candidates.length === 0 || !candidates.every(isList)) return finding
  return { ...rest, id, path, state: 'contradicted', fact: { names: { erased: null } }, isAbsent: true }
}

/** Whether an answer has a list of other things than what was not found. */
function hasResults(shape: Shape): boolean {
  if (shape.kind !== 'object') return false
  return Object.entries(shape.members).some(
    ([name, { shape: inner }]) => !isCalled('notFound', name) && (inner.kind === 'list' || hasResults(inner)),
  )
}

/** All that is known of the answers; undefined where nothing is. */
export function answerOf({ results }: WireOperation): Shape | undefined {
  const known = Object.values(results).filter((each): each is Member => each !== undefined)
  return known.length === 0 ? undefined : known.reduce(eitherMember).shape
}

/** The form of entries; undefined where an answer has totals, or leaves open which of its lists or members is which. */
function entriesForm(shape: Shape, { exchanges }: WireOperation): Record<string, string> | undefined {
  const asked = exchanges.filter(({ status }) => status < 300)
  const lists = listsIn(shape).flatMap(({ at, entry }) => {
    const form = formOfEntry(entry, (name) => areAsked(asked, at, name))
    return form ? [{ ...form, at: at.length === 0 ? 'none' : at.join('.') }] : []
  })
  const [form, another] = lists
  if (!form || another || hasTotals(shape)) return undefined
  const usual: Readonly<Record<string, string>> = GUESSES['erase-answer']
  const others = Object.entries(form).filter(([name, value]) => value !== usual[name])
  return { form: 'entries', ...Object.fromEntries(others) }
}

/** A count for each kind of identifiers, `{erased: {external_id: 1, customer_id: 3}}`, whatever stands beside it; undefined if none says what was erased. */
function kindsForm(shape: Shape): Record<string, string> | undefined {
  const [form, another] = countsIn(shape)
  return another ? undefined : form
}

function countsIn(shape: Shape, at: readonly string[] = []): Record<string, string>[] {
  if (shape.kind !== 'object' || at.length === DEEPEST) return []
  return Object.entries(shape.members).flatMap(([name, { shape: inner }]) => {
    const place = [...at, name]
    if (inner.kind !== 'object') return []
    const counts = isCalled('erased', name) ? Object.entries(inner.members) : []
    const [external_id, customer_id] = KINDS.map(({ names }) => counts.find(([each]) => isOne(names, each))?.[0])
    const areCounts =
      counts.length === 2 && counts.every(([, each]) => each.shape.kind === 'scalar' && isCount(each.shape))
    if (external_id === undefined || customer_id === undefined || !areCounts) return countsIn(inner, place)
    return [{ form: 'kinds', at: place.join('.'), external_id, customer_id }]
  })
}

interface FoundList {
  at: readonly string[]
  entry: Members
}

/** The lists of objects in an answer, and where they are. */
export function listsIn(shape: Shape, at: readonly string[] = []): FoundList[] {
  if (shape.kind === 'list') return shape.entry.kind === 'object' ? [{ at, entry: shape.entry.members }] : []
  if (shape.kind !== 'object' || at.length === DEEPEST) return []
  return Object.entries(shape.members).flatMap(([name, member]) => listsIn(member.shape, [...at, name]))
}

function shapeAt(shape: Shape, [name, ...rest]: readonly string[]): Shape | undefined {
  if (name === undefined || shape.kind !== 'object') return name === undefined ? shape : undefined
  return Object.hasOwn(shape.members, name) ? shapeAt(shape.members[name]!.shape, rest) : undefined
}

const isCalled = (property: string, name: string) => namesOf(property).includes(plainName(name))

/** Names of members that stand beside any list. */
export const ANY_COUNT = ['total', 'count']

/** Whether an answer says by itself how many items went, or which identifiers it did not find. */
export function hasTotals(shape: Shape): boolean {
  if (shape.kind !== 'object') return false
  return Object.entries(shape.members).some(([name, { shape: inner }]) => {
    if (isCalled('notFound', name)) return true
    if (inner.kind === 'scalar') return isCalled('erased', name) && !ANY_COUNT.includes(plainName(name))
    return hasTotals(inner)
  })
}

/** Names of an identifier that do not say of which kind it is. */
const IDENTIFIERS = ['id', 'value', 'identifier', 'key', 'ref', 'reference']

/** Which member of an entry is which; undefined if that is open, or no identifier is in it. */
function formOfEntry(entry: Members, isAsked: (name: string) => boolean): Partial<EraseForm> | undefined {
  const scalars = Object.entries(entry).flatMap(([name, { shape }]) =>
    shape.kind === 'scalar' ? [{ name, shape }] : [],
  )
  const identifiers = identifiersOf(scalars.map(({ name }) => name).filter(isAsked))
  const counts = scalars.filter(({ name, shape }) => isCount(shape) && isCalled('erased', name))
  const statuses = scalars.flatMap(({ name, shape }) => {
    return isStatus(name) ? [{ name, words: wordsOfStatus(name, shape, counts.length === 1) }] : []
  })
  const [status] = statuses
  if (!identifiers || counts.length > 1 || statuses.length > 1 || (!status && counts.length === 0)) return undefined
  if (status && !status.words) return undefined
  // A member that is called a status, and of whose form nothing is known, may be one.
  const isOpen = ([name, { shape }]: [string, Member]) => shape.kind === 'any' && isStatus(name)
  if (Object.entries(entry).some(isOpen)) return undefined
  return { ...identifiers, erased: counts[0]?.name ?? 'none', status: status?.name ?? 'none', ...status?.words }
}

function identifiersOf(names: readonly string[]): Pick<EraseForm, 'external_id' | 'customer_id'> | undefined {
  const [external_id] = names.filter((name) => isCalled('externalId', name) && !IDENTIFIERS.includes(plainName(name)))
  const [customer_id] = names.filter((name) => isCalled('customerId', name))
  if (external_id !== undefined && customer_id !== undefined) return { external_id, customer_id }
  const [id, another] = names.filter((name) => IDENTIFIERS.includes(plainName(name)))
  if (id === undefined || another !== undefined) return undefined
  return { external_id: external_id ?? id, customer_id: customer_id ?? id }
}

/** Whether all that was seen in a member of the entries is what the requests asked for; true where none was seen. */
export function areAsked(exchanges: readonly SeenExchange[], at: readonly string[], name: string): boolean {
  return exchanges.every(({ requestBody, responseBody }) => {
    const asked = textsIn(requestBody)
    const list = at.reduce<unknown>(
      (value, step) => (isObject(value) ? value[step] : undefined),
      unwrapped(responseBody, at),
    )
    if (!Array.isArray(list)) return true
    return list.every((entry) => !isObject(entry) || entry[name] == null || asked.has(String(entry[name])))
  })
}

/** What is in the `data` wrapper of an answer, where its list is not found outside. */
function unwrapped(body: unknown, [first]: readonly string[]): unknown {
  if (!isObject(body) || body.data === undefined) return body
  return first !== undefined && Object.hasOwn(body, first) ? body : body.data
}

function textsIn(value: unknown): Set<string> {
  if (typeof value === 'string' || typeof value === 'number') return new Set([String(value)])
  const parts = Array.isArray(value) ? value : isObject(value) ? Object.values(value) : []
  return new Set(parts.flatMap((part) => [...textsIn(part)]))
}
