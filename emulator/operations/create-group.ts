import type { Handler } from '../core/decision.js'
import { named } from '../core/named.js'
import { put } from '../state/change.js'
import type { Group } from '../state/state.js'
import { groupOnWire } from './records-on-wire.js'

/** A new group, or the one that has this name already (GRP-1 to GRP-6). */
export const createGroup: Handler<'createGroup'> = ({ body }, { state, now, ids, values }) => {
  const inCase = (name: string) => (values['group-names-exact'].rule === 'exact' ? name : name.toLowerCase())
  const existing = Object.values(state.groups).find((group) => inCase(group.name) === inCase(body.name))
  if (existing) return { answer: { created: false, ...groupOnWire(existing) } }
  const group: Group = { id: ids.next('group'), name: body.name, tracking: 'none', createdAt: now }
  return {
    answer: { created: true, ...groupOnWire(group) },
    summary: `created ${named('group', group)}`,
    changes: [put('groups', group.id, group)],
    events: [{ event: 'series.created', data: { survey_series_id: group.id, name: group.name } }],
  }
}
