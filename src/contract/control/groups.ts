import { TRACKINGS } from '../records.js'
import { type Static, Time, Type, Words } from '../schema.js'
import { Closed, controlRow } from './control-row.js'

export const ControlGroupRecord = Type.Object({
  feedback_group_id: Type.String(),
  name: Type.String(),
  tracking: Words(TRACKINGS),
  created_at: Time,
})
export type ControlGroupRecord = Static<typeof ControlGroupRecord>

export const updateGroup = controlRow({
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
