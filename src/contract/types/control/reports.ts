/** Generated from the tables of operations by `npm run record`; do not edit. */

import type { PageInformation, PageQuery } from './emulator.js'

export type ReportRecord = {
  /** Identifier of the record. */
  id: string
  /** Identifier of the group. */
  feedback_group_id: string
  /** When it was created. */
  created_at: string
  /** The reports so far. */
  produced: {
    /** Identifier of the report. */
    report_id: string
    /** One period: `2026-W08`, `2026-02` or `2026-Q1`, as the group tracks. */
    period_key: string
    /** When the report was produced. */
    produced_at: string
  }[]
}

export type ListReportsResult = {
  /** The records of this page. */
  items: ReportRecord[]
  /** Position of this page in the list; absent if the whole list was returned. */
  pagination?: PageInformation
}

export type CreateReportBody = {
  /** Identifier of the group. */
  feedback_group_id: string
}

/** The operations of `reports`, by name. */
export interface ControlReports {
  /**
   * The period-close report subscriptions and the reports they produced.
   *
   * `GET /_emulator/orgs/{org_id}/reports`
   */
  listReports: { params: Record<never, never>; query: PageQuery; body: undefined; result: ListReportsResult }
  /**
   * Subscribes to the period-close report of a feedback group.
   *
   * `POST /_emulator/orgs/{org_id}/reports`
   */
  createReport: { params: Record<never, never>; query: undefined; body: CreateReportBody; result: ReportRecord }
  /**
   * One report subscription.
   *
   * `GET /_emulator/orgs/{org_id}/reports/{id}`
   */
  getReport: {
    params: {
      /** Identifier of the record, as its listing shows it. */
      readonly id: string
    }
    query: undefined
    body: undefined
    result: ReportRecord
  }
  /**
   * Deletes a report subscription.
   *
   * `DELETE /_emulator/orgs/{org_id}/reports/{id}`
   */
  deleteReport: {
    params: {
      /** Identifier of the record, as its listing shows it. */
      readonly id: string
    }
    query: undefined
    body: undefined
    result: undefined
  }
}
