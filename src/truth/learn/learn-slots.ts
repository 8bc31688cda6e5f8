import { isDeepStrictEqual } from 'node:util'
import { perObject } from '../../base/per-object.js'
import type { Operation } from '../../contract/operation.js'
import { type OperationId, rowOf } from '../../contract/operations/index.js'
import { demandsSeen } from './demands.js'
import type { WireOperation } from './evidence/evidence.js'
import { exampleOf } from './evidence/examples.js'
import { withMaps } from './evidence/maps.js'
import { eitherMember } from './evidence/merge-shapes.js'
import type { Member, Shape } from './evidence/shape.js'
import { learnPaging, pagingMembers } from './learn-paging.js'
import { mappingOfFields, takenParts } from './learn-upload.js'
import { withEndedWord } from './match/ended-words.js'
import { settleScales } from './match/scales.js'
import { ownShape, type Slot } from './match/slots.js'
import { type MemberFinding, matchSlot, type SlotFindings, type SlotPair } from './match/structure.js'
import { isPaged } from './match/subjects.js'
import { withLastSide, withoutFalseSides } from './match/summed-sides.js'
import { valuesAt } from './match/values.js'
import { type Enum, openWords, wordsBetween } from './match/words.js'
import { withOtherAnswer } from './other-answer.js'
import { mayPage } from './paging-query.js'
import type { FoundRoute } from './routes.js'
import { byCells } from './upload-columns.js'

export interface LearnedSlot {
  found: FoundRoute
  slot: Slot
  findings: SlotFindings
}

/** What is found about the members of every slot of an operation. */
export function learnSlots(found: FoundRoute, byValues?: SlotPair['byValues']): LearnedSlot[] {
  return (['query', 'body', 'result'] as const).flatMap((slot) => learnSlot(found, slot, byValues))
}

/** What is found about the members of one slot; none where nothing is known of it. */
export function learnSlot(found: FoundRoute, slot: Slot, byValues?: SlotPair['byValues']): LearnedSlot[] {
  const row: Operation = rowOf(found.operation)
  if (row.protocol || row.unwrapped) return []
  const own = ownShape(found.operation, slot)
  const ours = own && withoutUpload(found, slot, withoutPaging(own))
  const theirs = theirShape(found, slot)
  if (!ours || !theirs || theirs.kind === 'any') return []
  const words = found.route.words
  const isHeld = slot === 'query' && withheld(found).length > 0
  const isWhole = found.wire.described[slot] && !isHeld
  const isSeen = found.wire.exchanges.length > 0
  const demands = slot === 'result' || isHeld ? undefined : demandsSeen(found.wire, slot)
  const known = { isWhole, isDescribed: found.wire.described[slot], isSeen, ...(demands && { demands }) }
  const judge: SlotPair['byValues'] = isFileBody(found.operation, slot)
    ? (path, leaf, their, place) => byCells(path, their) ?? byValues?.(path, leaf, their, place)
    : byValues
  const pair = { operation: found.operation, slot, words, ours, theirs, ...known, ...(judge && { byValues: judge }) }
  const matched = withOtherAnswer(matchSlot(pair), pair, found.wire)
  const answers = found.wire.exchanges.flatMap(({ status, responseBody }) => (status < 300 ? [responseBody] : []))
  // Without any answer the example of a description shows the scale of its figures.
  const shown = answers.length > 0 ? answers : [exampleOf(theirs)]
  const findings =
    slot === 'result'
      ? withEndedWord(
          settleScales(withLastSide(withoutFalseSides(matched, answers), answers), shown, known.isDescribed),
          answers,
        )
      : matched
  return [{ found, slot, findings }]
}

/** The slots with the words of one enum decided at once: what one operation shows of it proves what another says. */
export function withSharedWords(slots: readonly LearnedSlot[]): LearnedSlot[] {
  const all = new Map<string, Set<string>>()
  const keyOf = ({ ours }: Enum) => ours.join(' ')
  for (const { values } of slots.flatMap(({ findings }) => findings.members)) {
    if (!values) continue
    all.set(keyOf(values), new Set([...(all.get(keyOf(values)) ?? []), ...values.theirs]))
  }
  return slots.map((slot) => {
    const members = slot.findings.members.map((member): MemberFinding => {
      if (!member.values) return member
      const shared = wordsBetween(member.values, [...all.get(keyOf(member.values))!])
      const own = wordsBetween(member.values)
      // What others say may leave open what the words of this one say by themselves.
      const words = own && openWords(member.values, own).length === 0 ? own : shared
      const { words: _, ...form } = member.form ?? {}
      const known = { ...form, ...(words && { words }) }
      const { form: _form, ...rest } = member
      return Object.keys(known).length === 0 ? rest : { ...rest, form: known }
    })
    return { ...slot, findings: { ...slot.findings, members } }
  })
}

/**
 * The slots with what another address of the same operation demands, where every body that was taken at this one keeps to it: one
 * address may be described, and the other only seen.
 */
export function withDemandsOfOthers(slots: readonly LearnedSlot[], others: readonly LearnedSlot[]): LearnedSlot[] {
  return slots.map((slot) => {
    const { found, findings } = slot
    const taken = found.wire.exchanges.flatMap(({ status, requestBody }) => (status < 300 ? [requestBody] : []))
    if (slot.slot !== 'body' || taken.length === 0) return slot
    const demanded = others
      .filter((other) => other.slot === 'body' && other.found.operation === found.operation)
      .flatMap((other) => Object.entries(other.findings.fixed))
      .filter(([place, value]) => taken.every((body) => isDeepStrictEqual(valuesAt(body, place), [value])))
    return { ...slot, findings: { ...findings, fixed: { ...Object.fromEntries(demanded), ...findings.fixed } } }
  })
}

function theirShape(found: FoundRoute, slot: Slot): Shape | undefined {
  const { wire } = found
  const paging = isPaged(found.operation) ? learnPaging(wire) : undefined
  const members = typeof paging === 'object' ? pagingMembers(paging) : NO_PAGING
  if (slot === 'query') {
    return without(queryShape(found), [...members.query, ...withheld(found)])
  }
  if (slot === 'body') {
    const body = wire.body && withMaps(wire.body.shape)
    return body && isFileBody(found.operation, slot) ? withoutFile(body, wire) : body
  }
  const known = Object.values(wire.results).filter((each): each is Member => each !== undefined)
  return known.length === 0 ? undefined : without(withMaps(known.reduce(eitherMember).shape), members.result)
}

/** Their form without the file and what names its columns. */
function withoutFile(form: Shape, wire: WireOperation): Shape {
  const rest = without(form, takenParts(wire))
  const mapping = mappingOfFields(wire)
  // Where it stands is known: its members are matched as if it had our name.
  return mapping && rest.kind === 'object' ? { ...rest, members: { ...rest.members, mapping } } : rest
}

function queryShape({ wire: { query, described } }: FoundRoute): Shape {
  return { kind: 'object', members: query, ...(described.query && { isListed: true }) }
}

/** What may page the list or filter it, as long as that can't be determined. */
function withheld({ operation, wire }: FoundRoute): string[] {
  return isPaged(operation) && typeof learnPaging(wire) !== 'object' ? mayPage(wire) : []
}

/** Our shape without what says how a list is paged, and without what a task's result says again. */
const withoutPaging = perObject((shape: Shape) => without(shape, ['pagination', 'limit', 'cursor', 'result.status']))

/** The file of an upload, and what names its columns, are found by themselves (learn-upload.ts). */
function withoutUpload({ operation, wire }: FoundRoute, slot: Slot, shape: Shape): Shape {
  if (!isFileBody(operation, slot)) return shape
  return without(shape, mappingOfFields(wire) ? ['file'] : ['file', 'mapping'])
}

/** Whether a body is a form with a file. */
function isFileBody(operation: OperationId, slot: Slot): boolean {
  return slot === 'body' && (rowOf(operation) as Operation).media !== undefined
}

const NO_PAGING = { query: [], result: [] }

/** The shape without the members at these paths. */
function without(shape: Shape, paths: readonly string[]): Shape {
  if (shape.kind !== 'object') return shape
  const members = Object.entries(shape.members).flatMap(([name, member]): [string, Member][] => {
    if (paths.includes(name)) return []
    const inner = paths.filter((path) => path.startsWith(`${name}.`)).map((path) => path.slice(name.length + 1))
    return [[name, inner.length === 0 ? member : { ...member, shape: without(member.shape, inner) }]]
  })
  return { ...shape, members: Object.fromEntries(members) }
}
