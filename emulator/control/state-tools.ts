import { formatTime } from '../../src/contract/times.js'
import { resetToBirth } from '../birth.js'
import { notFound } from '../http/refusal.js'
import { rowOfId } from '../operations/find.js'
import { put, set } from '../state/change.js'
import { emptyMeter } from '../world.js'
import type { ControlHandler } from './handler.js'
import { organizationOnWire } from './organizations.js'
import { pageOf } from './pages.js'

/** Back to the seed state: data, clock, limits and logs; the world gets a new name, so that clients can tell. */
export const resetOrganization: ControlHandler<'resetOrganization'> = {
  async act(_input, service, world) {
    await world!.exclusively(async () => {
      await resetToBirth(world!, service)
      // What still runs belongs to the world before; it must not hold up work of the same name.
      world!.running.clear()
      world!.analysis.clear()
      world!.requests.clear()
      world!.meter = emptyMeter()
    })
    return organizationOnWire(world!, service)
  },
}

/** The last changes, newest first. */
export const listChanges: ControlHandler<'listChanges'> = {
  decide({ query }, { world }) {
    const { items, pagination } = pageOf(world.store.log({ limit: 10_000 }), query, (each) => String(each.seq))
    const rows = items.map(({ at, ...each }) => ({ ...each, at: formatTime(at), kind: each.operation }))
    return { answer: { items: rows, pagination } }
  },
}

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
