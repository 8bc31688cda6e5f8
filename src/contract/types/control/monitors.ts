/** Generated from the tables of operations by `npm run record`; do not edit. */

import type { PageInformation, PageQuery } from './emulator.js'

export type MonitorRecord = {
  /** Identifier of the record. */
  id: string
  /** Name of the record. */
  name: string
  /** Words and "phrases" to look for. */
  query: string[]
  /** Number of matches at which the monitor alerts. */
  threshold: number
  /** Identifier of the source. */
  source_id: string | null
  /** True if reaching the threshold emits `flag.raised`. */
  alerts: boolean
  /** Items that match the monitor. */
  match_count: number
  /** When it was created. */
  created_at: string
}

export type ListMonitorsResult = {
  /** The records of this page. */
  items: MonitorRecord[]
  /** Position of this page in the list; absent if the whole list was returned. */
  pagination?: PageInformation
}

export type CreateMonitorBody = {
  /** Name of the record. 1 to 255 characters. */
  name: string
  /** Words and "phrases" to look for. 1 to 100 entries. */
  query: string[]
  /** Number of matches at which the monitor alerts. At least 1. */
  threshold: number
  /** Identifier of the source. */
  source_id?: string | null
  /** True if reaching the threshold emits `flag.raised`. */
  alerts: boolean
}

export type UpdateMonitorBody = {
  /** Name of the record. 1 to 255 characters. */
  name?: string
  /** Words and "phrases" to look for. 1 to 100 entries. */
  query?: string[]
  /** Number of matches at which the monitor alerts. At least 1. */
  threshold?: number
  /** Identifier of the source. */
  source_id?: string | null
  /** True if reaching the threshold emits `flag.raised`. */
  alerts?: boolean
}

/** The operations of `monitors`, by name. */
export interface ControlMonitors {
  /**
   * The monitors of an organisation with their match counts.
   *
   * `GET /_emulator/orgs/{org_id}/monitors`
   */
  listMonitors: { params: Record<never, never>; query: PageQuery; body: undefined; result: ListMonitorsResult }
  /**
   * Creates a monitor for words or "phrases" in one source or in all.
   *
   * `POST /_emulator/orgs/{org_id}/monitors`
   */
  createMonitor: { params: Record<never, never>; query: undefined; body: CreateMonitorBody; result: MonitorRecord }
  /**
   * One monitor.
   *
   * `GET /_emulator/orgs/{org_id}/monitors/{id}`
   */
  getMonitor: {
    params: {
      /** Identifier of the record, as its listing shows it. */
      readonly id: string
    }
    query: undefined
    body: undefined
    result: MonitorRecord
  }
  /**
   * Changes a monitor.
   *
   * `PATCH /_emulator/orgs/{org_id}/monitors/{id}`
   */
  updateMonitor: {
    params: {
      /** Identifier of the record, as its listing shows it. */
      readonly id: string
    }
    query: undefined
    body: UpdateMonitorBody
    result: MonitorRecord
  }
  /**
   * Deletes a monitor.
   *
   * `DELETE /_emulator/orgs/{org_id}/monitors/{id}`
   */
  deleteMonitor: {
    params: {
      /** Identifier of the record, as its listing shows it. */
      readonly id: string
    }
    query: undefined
    body: undefined
    result: undefined
  }
}
