/** Generated from the tables of operations by `npm run record`; do not edit. */

import type { DeliveryRecord } from './deliveries.js'
import type { PageInformation, PageQuery } from './emulator.js'

export type SubscriptionRecord = {
  /** Identifier of the record. */
  id: string
  /** Address that deliveries are sent to. */
  url: string
  /** Names of the events the subscription includes. */
  events: (
    | 'content.pushed'
    | 'series.created'
    | 'survey.created'
    | 'survey.published'
    | 'analysis.completed'
    | 'flag.raised'
    | 'report.ready'
    | 'invites.completed'
    | 'invite.bounced'
  )[]
  /** Allow `http://` targets on this machine. */
  local: boolean
  /** State of the record. */
  state: 'active' | 'paused' | 'deactivated'
  /** Deliveries that failed in a row. */
  failure_count: number
  /** When it was created. */
  created_at: string
  /** The subscription is deleted unless it is renewed within this many seconds of real time; null: it stays. */
  lease_seconds: number | null
}

export type ListSubscriptionsResult = {
  /** The records of this page. */
  items: SubscriptionRecord[]
  /** Position of this page in the list; absent if the whole list was returned. */
  pagination?: PageInformation
}

export type CreateSubscriptionBody = {
  /** Address that deliveries are sent to. 1 to 2,048 characters. */
  url: string
  /** Names of the events the subscription includes. */
  events: (
    | 'content.pushed'
    | 'series.created'
    | 'survey.created'
    | 'survey.published'
    | 'analysis.completed'
    | 'flag.raised'
    | 'report.ready'
    | 'invites.completed'
    | 'invite.bounced'
  )[]
  /** Allow `http://` targets on this machine. */
  local?: boolean
  /** CA certificate of a local receiver, PEM. */
  ca?: string
  /**
   * The subscription is deleted unless it is renewed within this many seconds of real time; null: it stays. 1 to 3,600.
   */
  lease_seconds?: number
}

export type CreateSubscriptionResult = {
  /** Identifier of the record. */
  id: string
  /** Address that deliveries are sent to. */
  url: string
  /** Names of the events the subscription includes. */
  events: (
    | 'content.pushed'
    | 'series.created'
    | 'survey.created'
    | 'survey.published'
    | 'analysis.completed'
    | 'flag.raised'
    | 'report.ready'
    | 'invites.completed'
    | 'invite.bounced'
  )[]
  /** Allow `http://` targets on this machine. */
  local: boolean
  /** State of the record. */
  state: 'active' | 'paused' | 'deactivated'
  /** Deliveries that failed in a row. */
  failure_count: number
  /** When it was created. */
  created_at: string
  /** The subscription is deleted unless it is renewed within this many seconds of real time; null: it stays. */
  lease_seconds: number | null
  /** The signing secret. No other response shows it. */
  secret: string
}

export type UpdateSubscriptionBody = {
  /** Address that deliveries are sent to. 1 to 2,048 characters. */
  url?: string
  /** Names of the events the subscription includes. */
  events?: (
    | 'content.pushed'
    | 'series.created'
    | 'survey.created'
    | 'survey.published'
    | 'analysis.completed'
    | 'flag.raised'
    | 'report.ready'
    | 'invites.completed'
    | 'invite.bounced'
  )[]
  /** State of the record. */
  state?: 'active' | 'paused'
  /**
   * The subscription is deleted unless it is renewed within this many seconds of real time; null: it stays. 1 to 3,600.
   */
  lease_seconds?: number
}

/** The operations of `subscriptions`, by name. */
export interface ControlSubscriptions {
  /**
   * The webhook subscriptions of an organisation.
   *
   * `GET /_emulator/orgs/{org_id}/subscriptions`
   */
  listSubscriptions: {
    params: Record<never, never>
    query: PageQuery
    body: undefined
    result: ListSubscriptionsResult
  }
  /**
   * Subscribes a target to events; only this response shows the secret.
   *
   * `POST /_emulator/orgs/{org_id}/subscriptions`
   */
  createSubscription: {
    params: Record<never, never>
    query: undefined
    body: CreateSubscriptionBody
    result: CreateSubscriptionResult
  }
  /**
   * One webhook subscription.
   *
   * `GET /_emulator/orgs/{org_id}/subscriptions/{id}`
   */
  getSubscription: {
    params: {
      /** Identifier of the record, as its listing shows it. */
      readonly id: string
    }
    query: undefined
    body: undefined
    result: SubscriptionRecord
  }
  /**
   * Changes target or events, pauses, resumes or re-enables a subscription.
   *
   * `PATCH /_emulator/orgs/{org_id}/subscriptions/{id}`
   */
  updateSubscription: {
    params: {
      /** Identifier of the record, as its listing shows it. */
      readonly id: string
    }
    query: undefined
    body: UpdateSubscriptionBody
    result: SubscriptionRecord
  }
  /**
   * Deletes a subscription and cancels its pending deliveries.
   *
   * `DELETE /_emulator/orgs/{org_id}/subscriptions/{id}`
   */
  deleteSubscription: {
    params: {
      /** Identifier of the record, as its listing shows it. */
      readonly id: string
    }
    query: undefined
    body: undefined
    result: undefined
  }
  /**
   * Gives a subscription a new signing secret, used from the next attempt on.
   *
   * `POST /_emulator/orgs/{org_id}/subscriptions/{id}/secret`
   */
  regenerateSecret: {
    params: {
      /** Identifier of the record, as its listing shows it. */
      readonly id: string
    }
    query: undefined
    body: undefined
    result: CreateSubscriptionResult
  }
  /**
   * Sends a test delivery: one attempt, in any state.
   *
   * `POST /_emulator/orgs/{org_id}/subscriptions/{id}/test`
   */
  testSubscription: {
    params: {
      /** Identifier of the record, as its listing shows it. */
      readonly id: string
    }
    query: undefined
    body: undefined
    result: DeliveryRecord
  }
}
