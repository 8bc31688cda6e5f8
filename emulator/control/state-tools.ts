import { formatTime } from '../../src/contract/times.js'
import { notFound } from '../http/refusal.js'
import { rowOfId } from '../operations/find.js'
import { put, set } from '../state/change.js'
import type { ControlHandler } from './handler.js'

/** How a group tracks feedback over time. */
export const updateGroup: ControlHandler<'updateGroup'> = {
  decide({ params, body }, { state }) {
    const group = rowOfId(state.groups, params.id ?? '')
    if (!group) throw notFound('feedback group', params.id ?? '')
    const updated = { ...group, tracking: body.tracking }
    const { id, name, tracking } = updated
    return {
      answer: { feedback_group_id: String(id), name, tracking, created_at: formatTime(updated.createdAt) },
      summary: `group ${id} tracks ${tracking}`,
      changes: [put('groups', id, updated)],
    }
  },
}

export const getAnalysisRules: ControlHandler<'getAnalysisRules'> = {
  decide: (_input, { state }) => ({ answer: { items: state.analysisRules.map(withoutNulls) } }),
}

/** Outcomes a test dictates, from the next pass on. */
export const setAnalysisRules: ControlHandler<'setAnalysisRules'> = {
  decide: ({ body }) => ({
    answer: { items: body.items },
    summary: `${body.items.length} analysis rules`,
    changes: [set('analysisRules', body.items)],
  }),
}

function withoutNulls<T extends object>(rule: T) {
  return Object.fromEntries(Object.entries(rule).filter(([, value]) => value != null)) as { pattern: string }
}
