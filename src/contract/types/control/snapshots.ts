/** Generated from the tables of operations by `npm run record`; do not edit. */

import type { PageInformation, PageQuery } from './emulator.js'

export type SnapshotRecord = {
  /** Name of the record. */
  name: string
  /** When it was created. */
  created_at: string
  /** Number of items in it. */
  items: number
}

export type ListSnapshotsResult = {
  /** Number of items in it. */
  items: SnapshotRecord[]
  /** Position of this page in the list; absent if the whole list was returned. */
  pagination?: PageInformation
}

export type SaveSnapshotBody = {
  /**
   * Name of the record. Must be 1 to 64 letters, digits, - and _, start with a letter or digit, and not be a Windows
   * device name such as CON.
   */
  name: string
}

export type RestoreSnapshotResult = {
  /** Name of the record. */
  name: string
  /** When it was created. */
  created_at: string
  /** Number of items in it. */
  items: number
  /** Identifiers of subscriptions that have a new signing secret, because secrets are not kept. */
  new_secrets: string[]
}

/** The operations of `snapshots`, by name. */
export interface ControlSnapshots {
  /**
   * The saved snapshots.
   *
   * `GET /_emulator/orgs/{org_id}/snapshots`
   */
  listSnapshots: { params: Record<never, never>; query: PageQuery; body: undefined; result: ListSnapshotsResult }
  /**
   * One saved snapshot.
   *
   * `GET /_emulator/orgs/{org_id}/snapshots/{name}`
   */
  getSnapshot: {
    params: {
      /** Name of the snapshot. */
      readonly name: string
    }
    query: undefined
    body: undefined
    result: SnapshotRecord
  }
  /**
   * Saves the whole state under a name.
   *
   * `POST /_emulator/orgs/{org_id}/snapshots`
   */
  saveSnapshot: { params: Record<never, never>; query: undefined; body: SaveSnapshotBody; result: SnapshotRecord }
  /**
   * Deletes a snapshot.
   *
   * `DELETE /_emulator/orgs/{org_id}/snapshots/{name}`
   */
  deleteSnapshot: {
    params: {
      /** Name of the snapshot. */
      readonly name: string
    }
    query: undefined
    body: undefined
    result: undefined
  }
  /**
   * Restores a snapshot.
   *
   * `POST /_emulator/orgs/{org_id}/snapshots/{name}/restore`
   */
  restoreSnapshot: {
    params: {
      /** Name of the snapshot. */
      readonly name: string
    }
    query: undefined
    body: undefined
    result: RestoreSnapshotResult
  }
}
