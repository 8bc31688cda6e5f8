/** Generated from the tables of operations by `npm run record`; do not edit. */

import type { ClockRecord } from './clock.js'
import type { OrganizationRecord } from './orgs.js'

export type ImportOrganizationResult = {
  /** Identifier of the organisation. */
  org_id: string
  /** Name of the record. */
  name: string
  /** When it was created. */
  created_at: string
  /** `free`, or the number of analysis points (APS) in a month. */
  plan:
    | 'free'
    | {
        /** Analysis points (APS) in a month. */
        limit: number
      }
  /** Requests per minute that all keys together may send. */
  per_org_per_minute: number
  /** True if rate limits apply. */
  rate_limits: boolean
  /** Invites the organisation can send in a month; null for no limit. */
  invite_quota: number | null
  /** The clock of the organisation. */
  clock: ClockRecord
  /** Seed of identifiers and random choices, so that a run can be repeated; null for real randomness. */
  random_seed: number | null
  /** Key strings, by environment and scope. */
  keys?: {
    /** Keys of the test environment. */
    test: {
      /** Key of scope `push`. */
      push: string
      /** Key of scope `create`. */
      create: string
      /** Key of scope `send`. */
      send: string
      /** Key of scope `mcp_read`. */
      mcp_read: string
      /** Key of scope `all`. */
      all: string
    }
    /** Keys of the live environment. */
    live: {
      /** Key of scope `push`. */
      push: string
      /** Key of scope `create`. */
      create: string
      /** Key of scope `send`. */
      send: string
      /** Key of scope `mcp_read`. */
      mcp_read: string
      /** Key of scope `all`. */
      all: string
    }
  }
  /** Identifiers of subscriptions that have a new signing secret, because secrets are not kept. */
  new_secrets: string[]
}

/** The operations of `state`, by name. */
export interface ControlState {
  /**
   * Resets to the seed.
   *
   * `POST /_emulator/orgs/{org_id}/reset`
   */
  resetOrganization: { params: Record<never, never>; query: undefined; body: undefined; result: OrganizationRecord }
  /**
   * Adds the contents of a seed document.
   *
   * `POST /_emulator/orgs/{org_id}/seed`
   */
  seedOrganization: {
    params: Record<never, never>
    query: undefined
    body: Record<string, unknown>
    result: OrganizationRecord
  }
  /**
   * One portable file, without secrets; later erases do not affect it.
   *
   * `GET /_emulator/orgs/{org_id}/export`
   */
  exportOrganization: {
    params: Record<never, never>
    query: undefined
    body: undefined
    result: Record<string, unknown>
  }
  /**
   * Replaces the state with that of a portable file.
   *
   * `POST /_emulator/orgs/{org_id}/import`
   */
  importOrganization: {
    params: Record<never, never>
    query: undefined
    body: Record<string, unknown>
    result: ImportOrganizationResult
  }
  /**
   * Requests, deliveries, changes and the clock, as server-sent events.
   *
   * `GET /_emulator/orgs/{org_id}/stream`
   */
  streamEvents: { params: Record<never, never>; query: undefined; body: undefined; result: string }
}
