import { DELIVERED, DELIVERY_HEADERS, EVENT_NAMES, type EventName } from '../../contract/events.js'
import { formatTime } from '../../contract/times.js'
import { setPath } from './set-path.js'

export type SampleName = EventName | 'test'
export const SAMPLE_NAMES: readonly SampleName[] = [...EVENT_NAMES, 'test']

/** The body of a delivery (interface "Delivery shape"). */
export interface SampleEvent {
  event: string
  timestamp: string
  data: unknown
}

/** What of deliveries a service may do otherwise. */
export interface DeliveryForm {
  /** The header that identifies a delivery, in lower case. */
  header: string
  /** The data of an event under the names it has on the wire. */
  dataToWire(event: SampleName, data: unknown): unknown
}

/** Deliveries as they are where nothing is known of the service. */
export const USUAL_FORM: DeliveryForm = {
  header: DELIVERY_HEADERS.delivery.toLowerCase(),
  dataToWire: (_event, data) => data,
}

export interface SampleOverrides {
  /** Epoch milliseconds of `timestamp`. */
  now: number
  /** Instead of the sample's own. */
  data?: unknown
  /** Values at paths such as `data.survey_name`, set one after the other. */
  set?: readonly (readonly [path: string, value: unknown])[]
}

/**
 * A schema-valid sample of an event's body (DLV-5 to DLV-7), then what the overrides say: those may break the schema,
 * as they are asked for. Throws UnknownPathError for a path that the sample does not have.
 */
export function sampleEvent(event: SampleName, { now, data, set = [] }: SampleOverrides): SampleEvent {
  const sample: SampleEvent = { event, timestamp: formatTime(now), data: data ?? DELIVERED[event].sample }
  return set.reduce((whole, [path, value]) => setPath(whole, path, value), sample)
}
