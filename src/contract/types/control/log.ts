/** Generated from the tables of operations by `npm run record`; do not edit. */

import type { PageInformation, PageQuery } from './emulator.js'

export type ChangeRecord = {
  /** Number of the change. */
  seq: number
  /** When it happened, by the clock of the organisation. */
  at: string
  /** Name of the operation, such as `pushContent`. */
  operation: string
  /** Kind of change or work. */
  kind: string
  /** The change in words. */
  summary: string
}

export type ListChangesResult = {
  /** What differs in items, by source. */
  items: ChangeRecord[]
  /** Position of this page in the list; absent if the whole list was returned. */
  pagination?: PageInformation
}

export type UndoChangesBody = {
  /** Undoes every change after the one with this number; 0 undoes all. */
  to: number
}

export type UndoChangesResult = {
  /** Undoes every change after the one with this number; 0 undoes all. */
  to: number
  /** Number of changes that were undone. */
  undone: number
  /** Identifiers of subscriptions that have a new signing secret, because secrets are not kept. */
  new_secrets: string[]
}

export type DiffOrganizationQuery = {
  /** Number of the change to compare with. */
  since?: string
  /** Name of the snapshot to compare with. */
  snapshot?: string
}

export type DiffOrganizationResult = {
  /** Number of the change to compare with. */
  since: number | null
  /** Name of the snapshot to compare with. */
  snapshot: string | null
  /** Undoes every change after the one with this number; 0 undoes all. */
  to: number
  /** What differs, by table. */
  changes: {
    /** Kind of record. */
    table: string
    /** Identifier of the record. */
    id: string | null
    /** Kind of change or work. */
    kind: 'added' | 'removed' | 'changed'
    /** Value then; null if it was added. */
    before: unknown | null
    /** Value now; null if it was removed. */
    after: unknown | null
  }[]
  /** What differs in items, by source. */
  items: {
    /** Identifier of the source. */
    source_id: string
    /** Items that were added. */
    added: number
    /** Items that were removed. */
    removed: number
  }[]
}

/** The operations of `log`, by name. */
export interface ControlLog {
  /**
   * What changed, newest first; the last 10,000 changes.
   *
   * `GET /_emulator/orgs/{org_id}/log`
   */
  listChanges: { params: Record<never, never>; query: PageQuery; body: undefined; result: ListChangesResult }
  /**
   * One change of the log.
   *
   * `GET /_emulator/orgs/{org_id}/log/{seq}`
   */
  getChange: {
    params: {
      /** Number of the change. */
      readonly seq: string
    }
    query: undefined
    body: undefined
    result: ChangeRecord
  }
  /**
   * Undoes every change after `to`, but never past an erase (409 HISTORY_ERASED).
   *
   * `POST /_emulator/orgs/{org_id}/undo`
   */
  undoChanges: { params: Record<never, never>; query: undefined; body: UndoChangesBody; result: UndoChangesResult }
  /**
   * What changed since a change (`since`) or a snapshot (`snapshot`), not both; otherwise since the seed, or since the
   * oldest change kept.
   *
   * `GET /_emulator/orgs/{org_id}/diff`
   */
  diffOrganization: {
    params: Record<never, never>
    query: DiffOrganizationQuery
    body: undefined
    result: DiffOrganizationResult
  }
}
