import { TRACKINGS } from '../records.js'
import { type Static, Time, Type, Words } from '../schema.js'
import { Closed, controlRow, ListOf, PAGES } from './control-row.js'

export const ControlGroupRecord = Type.Object({
  feedback_group_id: Type.String(),
  name: Type.String(),
  tracking: Words(TRACKINGS),
  created_at: Time,
})
export type ControlGroupRecord = Static<typeof ControlGroupRecord>

const listGroups = controlRow({
  id: 'listGroups',
  noun: 'groups',
  summary: 'The feedback groups of an organisation and how they track feedback over time',
  method: 'GET',
  path: '/orgs/{org_id}/groups',
  query: Closed(PAGES),
  result: ListOf(ControlGroupRecord),
  status: 200,
  perOrganization: true,
})

const getGroup = controlRow({
  id: 'getGroup',
  noun: 'groups',
  summary: 'One feedback group',
  method: 'GET',
  path: '/orgs/{org_id}/groups/{id}',
  result: ControlGroupRecord,
  status: 200,
  perOrganization: true,
})

const updateGroup = controlRow({
  id: 'updateGroup',
  noun: 'groups',
  summary: 'Sets how a feedback group tracks feedback over time',
  method: 'PATCH',
  path: '/orgs/{org_id}/groups/{id}',
  body: Closed({ tracking: Words(TRACKINGS) }),
  result: ControlGroupRecord,
  status: 200,
  perOrganization: true,
})

export const ROWS = { listGroups, getGroup, updateGroup }
