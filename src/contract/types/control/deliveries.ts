/** Generated from the tables of operations by `npm run record`; do not edit. */

import type { IntegerText } from '../../schema.js'
import type { PageInformation } from './emulator.js'

export type DeliveryRecord = {
  /** Identifier of the record. */
  id: string
  /** Identifier of the subscription. */
  subscription_id: string
  /** Address that deliveries are sent to. */
  url?: string
  /** Name of the event. */
  event: string
  /** Identifier of the event; the same for every subscription it went to. */
  event_id: string
  /** State of the record. */
  state: 'pending' | 'delivered' | 'exhausted' | 'cancelled'
  /** When the next attempt is due; null if none is. */
  next_attempt_at: string | null
  /** The attempts so far, the first one first. */
  attempts: {
    /** Number of the attempt; the first is 1. */
    number: number
    /** When it happened, by the clock of the organisation. */
    at: string
    /** HTTP status. */
    status: number | null
    /** Why the attempt got no response; null if it got one. */
    error: string | null
    /** How long the attempt took, in milliseconds. */
    duration_ms: number
    /** Value of the signature header. */
    signature: string
  }[]
  /** Headers that were sent, by name. */
  headers: Record<string, string>
  /** The body that was sent, as text. */
  body: string
  /** The exact bytes of the body, in base64. */
  body_base64: string
}

export type ListDeliveriesQuery = {
  /** Identifier of the subscription. */
  subscription_id?: string
  /** Name of the event. */
  event?: string
  /** State of the record. */
  state?: 'pending' | 'delivered' | 'exhausted' | 'cancelled'
  /** Records on a page. */
  limit?: IntegerText
  /** `pagination.next_cursor` of the previous page. */
  cursor?: string
}

export type ListDeliveriesResult = {
  /** The records of this page. */
  items: DeliveryRecord[]
  /** Position of this page in the list; absent if the whole list was returned. */
  pagination?: PageInformation
}

export type EmitEventBody = {
  /** Name of the event. 1 to 100 characters. */
  event: string
  /** Data of the event. */
  data: Record<string, unknown>
  /** Any name and any data, to test receivers with unknown events. */
  unchecked?: boolean
}

export type EmitEventResult = {
  /** Identifiers of the deliveries that were made. */
  deliveries: string[]
}

/** The operations of `deliveries`, by name. */
export interface ControlDeliveries {
  /**
   * The ledger of webhook deliveries with their attempts, newest first.
   *
   * `GET /_emulator/orgs/{org_id}/deliveries`
   */
  listDeliveries: {
    params: Record<never, never>
    query: ListDeliveriesQuery
    body: undefined
    result: ListDeliveriesResult
  }
  /**
   * One delivery with the exact bytes sent.
   *
   * `GET /_emulator/orgs/{org_id}/deliveries/{id}`
   */
  getDelivery: {
    params: {
      /** Identifier of the record, as its listing shows it. */
      readonly id: string
    }
    query: undefined
    body: undefined
    result: DeliveryRecord
  }
  /**
   * Sends a delivery again, with the same bytes.
   *
   * `POST /_emulator/orgs/{org_id}/deliveries/{id}/redeliver`
   */
  redeliver: {
    params: {
      /** Identifier of the record, as its listing shows it. */
      readonly id: string
    }
    query: undefined
    body: undefined
    result: DeliveryRecord
  }
  /**
   * Emits an event to every subscription that includes it.
   *
   * `POST /_emulator/orgs/{org_id}/events`
   */
  emitEvent: { params: Record<never, never>; query: undefined; body: EmitEventBody; result: EmitEventResult }
}
