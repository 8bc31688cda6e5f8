import type { JsonObject } from '../../base/is-object.js'
import { EVENTS, type EventRow } from '../../contract/events.js'
import type { OperationId } from '../../contract/operations/index.js'
import { describedEvents } from './describe.js'
import type { Provenance } from './evidence.js'
import { eventFindings, type Finding } from './findings.js'
import { shapeOfSchema } from './shape.js'
import { matchSlot } from './structure.js'
import { wordsBetween } from './words.js'

/** What descriptions of deliveries say of the data of events that the interface does not show; nothing where two disagree. */
export function describedEventFindings(documents: readonly { root: JsonObject; from: Provenance }[]): Finding[] {
  const described = documents.map(({ root }) => describedEvents(root))
  return Object.entries<EventRow>(EVENTS).flatMap(([name, { data, shown }]) => {
    const known = described.flatMap((each) => each.get(name)?.shape ?? [])
    const from = documents.filter((_, index) => described[index]!.has(name)).map((each) => each.from)
    const [theirs] = known
    if (shown || theirs?.kind !== 'object' || new Set(known.map((each) => JSON.stringify(each))).size > 1) return []
    const { members, ...others } = matchSlot({
      // No operation has the name of an event: nothing is known of its records but their names.
      operation: name as OperationId,
      slot: 'result',
      words: 'classic',
      ours: shapeOfSchema({}, data).shape,
      theirs,
      isWhole: true,
      isDescribed: true,
    })
    const worded = members.map((member) => {
      const words = member.values && wordsBetween(member.values, member.values.theirs)
      return words ? { ...member, form: { ...member.form, words } } : member
    })
    return eventFindings(name, { ...others, members: worded }).map((finding) => ({ ...finding, from }))
  })
}
