/** Generated from the tables of operations by `npm run record`; do not edit. */

import type { PageInformation, PageQuery } from './emulator.js'

export type AssumptionRecord = {
  /** Identifier of the record. */
  id: string
  /** What the interface leaves open, and what is assumed. */
  what: string
  /** Why this is assumed. */
  why: string
  /** True if a facts file says otherwise. */
  overridden: boolean
  /** What a facts file can say instead; null if nothing can. */
  how: string | null
  /** What the facts file says; null if nothing. */
  override: unknown | null
  /** Evidence that shows how a service decided; empty if only an emulator can play it. */
  settled_by: string[]
}

export type ListAssumptionsResult = {
  /** The records of this page. */
  items: AssumptionRecord[]
  /** Position of this page in the list; absent if the whole list was returned. */
  pagination?: PageInformation
}

/** The operations of `assumptions`, by name. */
export interface ControlAssumptions {
  /**
   * What the interface leaves open, and what this emulator assumes.
   *
   * `GET /_emulator/assumptions`
   */
  listAssumptions: { params: Record<never, never>; query: PageQuery; body: undefined; result: ListAssumptionsResult }
  /**
   * One assumption by its id.
   *
   * `GET /_emulator/assumptions/{id}`
   */
  getAssumption: {
    params: {
      /** Identifier of the record, as its listing shows it. */
      readonly id: string
    }
    query: undefined
    body: undefined
    result: AssumptionRecord
  }
}
