import { type Static, type TSchema, Type } from '../schema.js'
import { ClockRecord } from './clock.js'
import { controlRow } from './control-row.js'
import { DeliveryRecord } from './deliveries.js'
import { ChangeRecord } from './history.js'
import { RequestRecord } from './requests.js'

const { request_headers, request_body, response_headers, response_body, ...request } = RequestRecord.properties
const { headers, body, body_base64, ...delivery } = DeliveryRecord.properties

/** What the events of the stream carry, by name: records without headers and bodies, which are asked for by id. */
export const STREAM_EVENTS = {
  request: Type.Object(request),
  delivery: Type.Object(delivery),
  change: ChangeRecord,
  /** The first event of every stream, and whenever the clock is set. */
  clock: ClockRecord,
  /** The reader was too slow, or the state was replaced: what was read before is to be read again. */
  reload: Type.Object({ why: Type.String() }),
} as const satisfies Record<string, TSchema>

export type StreamEventName = keyof typeof STREAM_EVENTS
export type StreamData<Name extends StreamEventName> = Static<(typeof STREAM_EVENTS)[Name]>
export type StreamEvent = { [Name in StreamEventName]: { event: Name; data: StreamData<Name> } }[StreamEventName]
export type RequestSummary = StreamData<'request'>
export type DeliverySummary = StreamData<'delivery'>

const streamEvents = controlRow({
  id: 'streamEvents',
  noun: 'state',
  summary: 'Requests, deliveries, changes and the clock, as server-sent events',
  method: 'GET',
  path: '/orgs/{org_id}/stream',
  result: Type.String(),
  status: 200,
  perOrganization: true,
  media: 'text/event-stream',
})

export const ROWS = { streamEvents }
