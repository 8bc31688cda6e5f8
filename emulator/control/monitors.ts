import type { ControlBodyOf, ControlResultOf } from '../../src/contract/control/index.js'
import { formatTime } from '../../src/contract/times.js'
import type { ControlContext, ControlHandler } from '../core/control-handler.js'
import { countOfMonitor } from '../core/monitor-counts.js'
import { named } from '../core/named.js'
import { invalid, notFound } from '../core/refusal.js'
import { requireSource, rowOfId } from '../operations/find-rows.js'
import { findWordless } from '../rules/monitors.js'
import { put, remove } from '../state/change.js'
import type { Monitor, State } from '../state/state.js'

const listMonitors: ControlHandler<'listMonitors'> = {
  async decide(_input, context) {
    const items: ControlResultOf<'getMonitor'>[] = []
    for (const monitor of Object.values(context.state.monitors)) items.push(await monitorOnWire(monitor, context))
    return { answer: { items } }
  },
}

/** Watches from now on; what was analysed before counts, but raises no flag (EVT-8, EVT-9). */
const createMonitor: ControlHandler<'createMonitor'> = {
  prepare: ({ body }, context) => monitorOnWire(newMonitor(body, context), context),
  async decide({ body }, context) {
    const monitor = newMonitor(body, context)
    return {
      answer: await monitorOnWire(monitor, context),
      summary: `created ${named('monitor', monitor)}`,
      changes: [put('monitors', monitor.id, monitor)],
    }
  },
}

const getMonitor: ControlHandler<'getMonitor'> = {
  async decide({ params }, context) {
    return { answer: await monitorOnWire(requireMonitor(context.state, params.id), context) }
  },
}

const updateMonitor: ControlHandler<'updateMonitor'> = {
  prepare: ({ params, body }, context) =>
    monitorOnWire(changed(requireMonitor(context.state, params.id), body, context.state), context),
  async decide({ params, body }, context) {
    const current = requireMonitor(context.state, params.id)
    const updated = changed(current, body, context.state)
    return {
      answer: await monitorOnWire(updated, context),
      summary: `changed ${named('monitor', updated)}`,
      changes: [put('monitors', current.id, updated)],
    }
  },
}

const deleteMonitor: ControlHandler<'deleteMonitor'> = {
  decide({ params }, { state }) {
    const monitor = requireMonitor(state, params.id)
    return {
      answer: undefined,
      summary: `deleted ${named('monitor', monitor)}`,
      changes: [remove('monitors', monitor.id)],
    }
  },
}

function newMonitor(body: ControlBodyOf<'createMonitor'>, { state, now, ids }: ControlContext): Monitor {
  requireWords(body.query)
  const sourceId = sourceOf(state, body.source_id ?? null)
  const { name, query, threshold, alerts } = body
  return { id: ids.next('monitor'), name, query, threshold, sourceId, alerts, createdAt: now }
}

function changed(current: Monitor, body: ControlBodyOf<'updateMonitor'>, state: Readonly<State>): Monitor {
  requireWords(body.query ?? [])
  const { name = current.name, query = current.query, threshold = current.threshold, alerts = current.alerts } = body
  const sourceId = body.source_id === undefined ? current.sourceId : sourceOf(state, body.source_id)
  return { ...current, name, query, threshold, alerts, sourceId }
}

function requireMonitor(state: Readonly<State>, id = ''): Monitor {
  const monitor = rowOfId(state.monitors, id)
  if (!monitor) throw notFound('monitor', id.slice(0, 40))
  return monitor
}

function requireWords(query: readonly string[]): void {
  const faults = findWordless(query).map((place) => [`query[${place}]`, ['must contain a word or a number']])
  if (faults.length > 0) throw invalid(Object.fromEntries(faults))
}

function sourceOf(state: Readonly<State>, id: string | null): number | null {
  return id === null ? null : requireSource(state, id, undefined, 'recommended').id
}

/** The record with its count as it would be once this is its row. */
async function monitorOnWire(monitor: Monitor, { organization, state }: ControlContext) {
  const asIs = { ...state, monitors: { ...state.monitors, [monitor.id]: monitor } }
  const watch = { state: asIs, items: organization.store.items, matches: organization.analysis.matches }
  const { id, name, query, threshold, sourceId, alerts, createdAt } = monitor
  return {
    id: String(id),
    name,
    query,
    threshold,
    source_id: sourceId === null ? null : String(sourceId),
    alerts,
    match_count: await countOfMonitor(watch, monitor),
    created_at: formatTime(createdAt),
  }
}

export const HANDLERS = { listMonitors, createMonitor, getMonitor, updateMonitor, deleteMonitor }
