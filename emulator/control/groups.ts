import type { ControlResultOf } from '../../src/contract/control/index.js'
import { formatTime } from '../../src/contract/times.js'
import type { ControlHandler } from '../core/control-handler.js'
import { named } from '../core/named.js'
import { notFound } from '../core/refusal.js'
import { rowOfId } from '../operations/find-rows.js'
import { rescheduleReports } from '../rules/reports.js'
import { put } from '../state/change.js'
import type { Group, State } from '../state/state.js'

const listGroups: ControlHandler<'listGroups'> = {
  decide: (_input, { state }) => ({ answer: { items: Object.values(state.groups).map(groupOnWire) } }),
}

const getGroup: ControlHandler<'getGroup'> = {
  decide: ({ params }, { state }) => ({ answer: groupOnWire(requireFeedbackGroup(state, params.id)) }),
}

/** How a group tracks feedback over time; its reports close with the periods it tracks from now on. */
const updateGroup: ControlHandler<'updateGroup'> = {
  decide({ params, body }, { state, now }) {
    const group = requireFeedbackGroup(state, params.id)
    if (group.tracking === body.tracking) return { answer: groupOnWire(group) }
    const updated = { ...group, tracking: body.tracking }
    return {
      answer: groupOnWire(updated),
      summary: `set the tracking of ${named('group', group)} to ${body.tracking}`,
      changes: [put('groups', group.id, updated), ...rescheduleReports(state, group.id, body.tracking, now)],
    }
  },
}

/** The group of an identifier; 404 if there is none. */
export function requireFeedbackGroup(state: Readonly<State>, id = ''): Group {
  const group = rowOfId(state.groups, id)
  if (!group) throw notFound('feedback group', id.slice(0, 40))
  return group
}

function groupOnWire({ id, name, tracking, createdAt }: Group): ControlResultOf<'getGroup'> {
  return { feedback_group_id: String(id), name, tracking, created_at: formatTime(createdAt) }
}

export const HANDLERS = { listGroups, getGroup, updateGroup }
