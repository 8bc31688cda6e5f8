/** Generated from the tables of operations by `npm run record`; do not edit. */

import type { ClockRecord } from './clock.js'
import type { PageInformation, PageQuery } from './emulator.js'

export type OrganizationRecord = {
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
  clock: {
    /** `real` runs on from the time it was set to; `frozen` moves only when it is set or advanced. */
    mode: 'real' | 'frozen'
    /** The time of the clock. */
    now: string
  }
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
}

export type CreateOrganizationBody = {
  /** Name of the record. 1 to 255 characters. */
  name?: string
  /** `free`, or the number of analysis points (APS) in a month. */
  plan?:
    | 'free'
    | {
        /** Analysis points (APS) in a month. */
        limit: number
      }
  /** Requests per minute that all keys together may send. At least 1. */
  per_org_per_minute?: number
  /** True if rate limits apply. */
  rate_limits?: boolean
  /** Invites the organisation can send in a month; null for no limit. */
  invite_quota?: number | null
  /** The clock of the organisation. */
  clock?: {
    /** `real` runs on from the time it was set to; `frozen` moves only when it is set or advanced. */
    mode: 'real' | 'frozen'
    /** ISO 8601 with offset or Z, or a plain date; never before the present time of the clock. */
    now?: string
  }
  /**
   * Seed of identifiers and random choices, so that a run can be repeated; null for real randomness. 0 to
   * 4,294,967,295.
   */
  random_seed?: number
  /** Seed document: the contents the organisation starts with. */
  seed?: Record<string, unknown>
}

export type CreateOrganizationResult = {
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
  keys: {
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
}

export type ListOrganizationsResult = {
  /** The records of this page. */
  items: OrganizationRecord[]
  /** Position of this page in the list; absent if the whole list was returned. */
  pagination?: PageInformation
}

/** The operations of `orgs`, by name. */
export interface ControlOrgs {
  /**
   * Creates an organisation with its keys, its own data, clock and faults.
   *
   * `POST /_emulator/orgs`
   */
  createOrganization: {
    params: Record<never, never>
    query: undefined
    body: CreateOrganizationBody
    result: CreateOrganizationResult
  }
  /**
   * The organisations of this emulator.
   *
   * `GET /_emulator/orgs`
   */
  listOrganizations: {
    params: Record<never, never>
    query: PageQuery
    body: undefined
    result: ListOrganizationsResult
  }
  /**
   * One organisation.
   *
   * `GET /_emulator/orgs/{org_id}`
   */
  getOrganization: { params: Record<never, never>; query: undefined; body: undefined; result: OrganizationRecord }
  /**
   * Changes name, plan, limits, quotas, clock or seed of an organisation.
   *
   * `PATCH /_emulator/orgs/{org_id}`
   */
  updateOrganization: {
    params: Record<never, never>
    query: undefined
    body: CreateOrganizationBody
    result: OrganizationRecord
  }
  /**
   * Deletes an organisation and everything in it.
   *
   * `DELETE /_emulator/orgs/{org_id}`
   */
  deleteOrganization: { params: Record<never, never>; query: undefined; body: undefined; result: undefined }
}
