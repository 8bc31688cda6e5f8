import { type Static, Time, Type } from '../schema.js'
import { Closed, controlRow, ListOf, NOTHING, PAGES } from './control-row.js'

/** A subscription to the period-close report of a group, with what it has produced so far. */
export const ReportRecord = Type.Object({
  id: Type.String(),
  feedback_group_id: Type.String(),
  created_at: Time,
  produced: Type.Array(Type.Object({ report_id: Type.String(), period_key: Type.String(), produced_at: Time })),
})
export type ReportRecord = Static<typeof ReportRecord>

const listReports = controlRow({
  id: 'listReports',
  noun: 'reports',
  summary: 'The period-close report subscriptions and the reports they produced',
  method: 'GET',
  path: '/orgs/{org_id}/reports',
  query: Closed(PAGES),
  result: ListOf(ReportRecord),
  status: 200,
  perOrganization: true,
})

const createReport = controlRow({
  id: 'createReport',
  noun: 'reports',
  summary: 'Subscribes to the period-close report of a feedback group',
  method: 'POST',
  path: '/orgs/{org_id}/reports',
  body: Closed({ feedback_group_id: Type.String({ minLength: 1 }) }),
  result: ReportRecord,
  status: 200,
  perOrganization: true,
})

const getReport = controlRow({
  id: 'getReport',
  noun: 'reports',
  summary: 'One report subscription',
  method: 'GET',
  path: '/orgs/{org_id}/reports/{id}',
  result: ReportRecord,
  status: 200,
  perOrganization: true,
})

const deleteReport = controlRow({
  id: 'deleteReport',
  noun: 'reports',
  summary: 'Deletes a report subscription',
  method: 'DELETE',
  path: '/orgs/{org_id}/reports/{id}',
  result: NOTHING,
  status: 204,
  perOrganization: true,
})

export const ROWS = { listReports, createReport, getReport, deleteReport }
