import type { JsonObject } from '../../base/is-object.js'
import { DELIVERED, type DeliveredName, type EventRow } from '../../contract/events.js'
import type { OperationId } from '../../contract/operations/index.js'
import {
  deliveredData,
  deliveredOtherwise,
  deliveryFindings,
  type SavedDelivery,
  type SeenDelivery,
  seenDeliveries,
} from './evidence/deliveries.js'
import { describedEvents } from './evidence/described-events.js'
import type { Provenance } from './evidence/evidence.js'
import { eitherMember } from './evidence/merge-shapes.js'
import { type Member, shapeOfSchema } from './evidence/shape.js'
import { eventFindings, type Finding } from './findings.js'
import type { Leaf } from './match/match.js'
import { matchSlot } from './match/structure.js'
import { recordAt, subjectOf } from './match/subjects.js'
import { byValues, type KnownValues } from './match/values.js'
import { wordFor, wordsBetween, wordsOf } from './match/words.js'

interface EventEvidence {
  documents: readonly { root: JsonObject; from: Provenance }[]
  deliveries: readonly SavedDelivery[]
  /** Values of certain meaning, from the traffic beside them. */
  known: KnownValues
}

/** What descriptions and saved deliveries say of events and of how they are delivered. */
export function learnEvents({ documents, deliveries, known }: EventEvidence): Finding[] {
  const seen = seenDeliveries(deliveries)
  return [...dataFindings(documents, seen, known), ...deliveryFindings(documents, seen), ...deliveredOtherwise(seen)]
}

/**
 * What descriptions of deliveries, and deliveries, say of the data of events that the interface does not show; nothing where two
 * descriptions disagree.
 */
function dataFindings(
  documents: EventEvidence['documents'],
  deliveries: readonly SeenDelivery[],
  known: KnownValues,
): Finding[] {
  const described = documents.map(({ root }) => describedEvents(root))
  const delivered = deliveredData(deliveries)
  return Object.entries<EventRow>(DELIVERED).flatMap(([word, { data, shown }]) => {
    const name = word as DeliveredName
    const inDescriptions = described.flatMap((each) => each.get(name) ?? [])
    const theirs = dataOf(inDescriptions, delivered.get(name))
    if (shown || theirs?.kind !== 'object') return []
    const isDescribed = inDescriptions.length > 0
    // No operation has the name of an event, but what its record is about is known by it.
    const operation = name as unknown as OperationId
    const record = recordAt(operation, 'result', [])
    const { members, ...others } = matchSlot({
      operation,
      slot: 'result',
      words: 'classic',
      ours: shapeOfSchema({}, data).shape,
      theirs,
      isWhole: isDescribed,
      isDescribed,
      isSeen: delivered.has(name),
      ofEvent: { about: subjectOf(name) ?? record },
      byValues: (_path, ours, their) => byWords(ours, their) ?? byValues(known, record, ours, their),
    })
    const worded = members.map((member) => {
      const words = member.values && wordsBetween(member.values, member.values.theirs)
      return words ? { ...member, form: { ...member.form, words } } : member
    })
    const from = [
      ...documents.filter((_, index) => described[index]!.has(name)).map((each) => each.from),
      ...deliveries.filter(({ event }) => event === name).map((each) => each.from),
    ]
    return eventFindings(name, { ...others, members: worded }).map((finding) => ({ ...finding, from }))
  })
}

/** Sure where the words of an enum are each one of ours, whatever the member is called. */
function byWords({ shape: ours }: Leaf, { shape: theirs }: Leaf): number | undefined {
  if (ours.kind !== 'scalar' || !ours.words || theirs.kind !== 'scalar') return undefined
  const words = wordsOf(theirs)
  const found = ours.words.map((word) => wordFor(word, words))
  const isEach = found.every((each) => each !== undefined) && new Set(found).size === words.length
  return words.length > 1 && isEach ? 0.95 : undefined
}

/** What is described, with the values that were delivered; undefined where descriptions disagree. */
function dataOf(described: readonly Member[], delivered: Member | undefined) {
  if (new Set(described.map((each) => JSON.stringify(each.shape))).size > 1) return undefined
  const [first] = described
  return first && delivered ? eitherMember(first, delivered).shape : (first ?? delivered)?.shape
}
