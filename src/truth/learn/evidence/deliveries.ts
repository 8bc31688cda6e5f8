import { isObject, type JsonObject } from '../../../base/is-object.js'
import { parseJson } from '../../../base/parse-json.js'
import { GUESSES } from '../../../contract/assumptions/values.js'
import { DELIVERED, DELIVERY_HEADERS, type DeliveredName } from '../../../contract/events.js'
import type { SavedRequest } from '../../../webhooks/tools.js'
import type { Finding } from '../findings.js'
import { describedHeaders } from './described-events.js'
import type { Provenance } from './evidence.js'
import { eitherMember } from './merge-shapes.js'
import type { Member } from './shape.js'
import { shapeOfValue } from './traffic.js'

/** A delivery that a receiver saved. */
export interface SavedDelivery {
  request: SavedRequest
  from: Provenance
}

/** A delivery of an event that the interface has. */
export interface SeenDelivery {
  event: DeliveredName
  body: JsonObject
  /** Lower-case names. */
  headers: Readonly<Record<string, string>>
  from: Provenance
}

const header = (name: string) => name.toLowerCase()

/** The deliveries of the service among requests that were saved: the header says the event (DLV-3), or the body does (DLV-5). */
export function seenDeliveries(saved: readonly SavedDelivery[]): SeenDelivery[] {
  return saved.flatMap(({ request: { headers, body: bytes }, from }) => {
    const body = parseJson(new TextDecoder().decode(bytes))
    if (!isObject(body)) return []
    const event = headers[header(DELIVERY_HEADERS.event)] ?? body.event
    if (typeof event !== 'string' || !Object.hasOwn(DELIVERED, event)) return []
    return [{ event: event as DeliveredName, body, headers, from }]
  })
}

/** What the data of each event looks like in deliveries, laid over one another. */
export function deliveredData(seen: readonly SeenDelivery[]): Map<DeliveredName, Member> {
  const found = new Map<DeliveredName, Member>()
  for (const { event, body } of seen) {
    if (!isObject(body.data)) continue
    const [known, data] = [found.get(event), shapeOfValue(body.data)]
    found.set(event, known ? eitherMember(known, data) : data)
  }
  return found
}

/** What deliveries have otherwise than the interface shows, with the rule that shows it. */
export function deliveredOtherwise(seen: readonly SeenDelivery[]): Finding[] {
  const against = seen.flatMap(({ event, body, headers }) => {
    const named = headers[header(DELIVERY_HEADERS.event)]
    const { data } = body
    const ofAnalysis = event === 'analysis.completed' && isObject(data) ? Object.keys(DELIVERED[event].sample) : []
    return [
      ...(typeof body.event === 'string' ? [] : [`DLV-5: ${event}: the body has no event`]),
      ...(typeof body.timestamp === 'string' ? [] : [`DLV-6: ${event}: the body has no timestamp`]),
      ...(isObject(data) ? [] : [`DLV-7: ${event}: the body has no data`]),
      ...(typeof body.event !== 'string' || named === undefined || named === body.event
        ? []
        : [`DLV-3: ${event}: the body says ${body.event}`]),
      ...ofAnalysis
        .filter((name) => !Object.hasOwn(data as JsonObject, name))
        .map((name) => `EVT-17: ${event}: data has no ${name}`),
    ]
  })
  return [...new Set(against)].map((against) => ({ id: 'interface', state: 'contradicted', path: '', against }))
}

/** What descriptions and deliveries say of the conduct of deliveries. */
export function deliveryFindings(
  documents: readonly { root: JsonObject; from: Provenance }[],
  seen: readonly SeenDelivery[],
): Finding[] {
  const told = documents.flatMap(({ root, from }) => describedHeaders(root).map((name) => ({ name, from })))
  const sent = seen.flatMap(({ headers, from }) => Object.keys(headers).map((name) => ({ name, from })))
  const all = [...told, ...sent]
  const candidates = [...new Map(all.map(({ name }) => [header(name), name] as const).reverse()).values()].filter(
    (name) => isNameOfDelivery(name) && isUniqueHeader(header(name), seen),
  )
  const [name, another] = candidates.sort(byFirstChoice)
  if (name === undefined) return []
  const id = 'behaviour:webhook-delivery-id'
  const from = all.filter((each) => header(each.name) === header(name)).map((each) => each.from)
  if (another !== undefined && byFirstChoice(name, another) === 0)
    return [{ id, state: 'ambiguous', path: '', candidates, from }]
  const isOurs = header(name) === header(GUESSES['webhook-delivery-id'].header)
  return [
    isOurs
      ? { id, state: 'confirmed', path: '', from }
      : { id, state: 'contradicted', path: '', fact: { header: name }, from },
    ...retryFinding(header(name), seen),
  ]
}

/** Whether a header is called after what identifies a delivery; a request has an id of its own, also when it is a retry. */
function isNameOfDelivery(name: string): boolean {
  const isId = /(^|-)(delivery|message|msg|notification|webhook|event)-?(id|uuid|guid)$/i.test(name)
  return isId || /(^|-)delivery$/i.test(name)
}

/** One that names the delivery comes before one that names what is delivered. */
function byFirstChoice(a: string, b: string): number {
  const rank = (name: string) => (/delivery/i.test(name) ? 0 : 1)
  return rank(a) - rank(b)
}

/** Whether deliveries of different data have different values in a header; nothing was seen against it where there are none. */
function isUniqueHeader(name: string, seen: readonly SeenDelivery[]): boolean {
  const known = new Map<string, string>()
  return seen.every(({ headers, body }) => {
    const value = headers[name]
    if (value === undefined) return false
    const data = JSON.stringify([body.event, body.data])
    const before = known.get(value) ?? data
    known.set(value, before)
    return before === data
  })
}

/** Whether a delivery that came again had the same bytes, or the timestamp of its attempt. */
function retryFinding(name: string, seen: readonly SeenDelivery[]): Finding[] {
  const byId = new Map<string, SeenDelivery[]>()
  for (const each of seen) {
    const value = each.headers[name]
    if (value !== undefined) byId.set(value, [...(byId.get(value) ?? []), each])
  }
  const again = [...byId.values()].filter(({ length }) => length > 1)
  const rules = new Set(
    again.map((each) => (new Set(each.map(({ body }) => JSON.stringify(body))).size === 1 ? 'same' : 'fresh')),
  )
  const [rule, another] = rules
  if (rule === undefined || another !== undefined) return []
  const id = 'behaviour:webhook-retry-bytes'
  const from = again.flat().map((each) => each.from)
  // The same file may have been given twice; other bytes of one delivery are no accident.
  if (rule === 'same') return [{ id, state: 'confirmed', path: '', from }]
  return [{ id, state: 'contradicted', path: '', fact: { rule }, from }]
}
