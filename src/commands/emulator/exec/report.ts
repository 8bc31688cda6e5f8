import { count } from '../../../base/count.js'
import type { ControlClient } from '../../../client/control.js'
import { printable } from '../../../terminal/printable.js'
import type { Style } from '../../../terminal/style.js'
import { leastScope, type Recorder } from './recorder.js'

/** What a command exercised of the service. */
export interface ExecReport {
  requests: number
  operations: { operation: string; statuses: Record<string, number> }[]
  events: { event: string; delivered: number; deliveries: number }[]
  keys: { key_id: string; label: string; scope: string; least_scope: string }[]
  hints: { hint: string; times: number }[]
  refusals: { refusal: string; times: number }[]
}

/** The report of what was recorded, in all organisations, with the labels of the keys that are still there. */
export async function makeExecReport(recorder: Recorder, control: ControlClient): Promise<ExecReport> {
  const { items: organizations } = await control.listOrganizations()
  const clients = organizations.map(({ org_id }) => control.forOrganization(org_id))
  const known = (await Promise.all(clients.map((client) => client.listKeys()))).flatMap(({ items }) => items)
  const labels = new Map(known.map(({ id, label }) => [id, label]))
  const deliveries = [...recorder.deliveries.values()]
  const events = [...new Set(deliveries.map(({ event }) => event))].sort()
  return {
    requests: recorder.requests,
    operations: [...recorder.operations]
      .map(([operation, statuses]) => ({ operation, statuses: Object.fromEntries(statuses) }))
      .sort((a, b) => (a.operation < b.operation ? -1 : 1)),
    events: events.map((event) => {
      const of = deliveries.filter((each) => each.event === event)
      return { event, deliveries: of.length, delivered: of.filter(({ state }) => state === 'delivered').length }
    }),
    keys: [...recorder.keys].map(([id, { scope, accesses }]) => {
      return { key_id: id, label: labels.get(id) ?? '', scope, least_scope: leastScope(accesses) }
    }),
    hints: [...recorder.hints].map(([hint, times]) => ({ hint, times })),
    refusals: [...recorder.refusals].map(([refusal, times]) => ({ refusal, times })),
  }
}

/** The whole ledger of an organisation, newest first. */
export async function everyDelivery(control: ControlClient) {
  const all = []
  for (let cursor: string | undefined, isMore = true; isMore; ) {
    const page = await control.listDeliveries({ query: { limit: '200', ...(cursor === undefined ? {} : { cursor }) } })
    all.push(...page.items)
    cursor = page.pagination?.next_cursor ?? undefined
    isMore = page.pagination?.has_more === true
  }
  return all
}

/** The report as lines for a person. */
export function reportLines(
  { requests, operations, events, keys, hints, refusals }: ExecReport,
  style: Style,
): string[] {
  return [
    style.bold(`Exercised: ${count(requests, 'request')}`),
    ...operations.map(({ operation, statuses }) => {
      const counts = Object.entries(statuses).map(([status, times]) => `${status} × ${times}`)
      return `  ${operation.padEnd(22)} ${counts.join('  ')}`
    }),
    ...events.map(
      ({ event, deliveries, delivered }) => `  ${event.padEnd(22)} ${delivered} of ${deliveries} delivered`,
    ),
    ...keyLines(keys),
    ...refusals.map(({ refusal, times }) => style.yellow(`  refused (${times}×): ${printable(refusal)}`)),
    ...hints.map(({ hint, times }) => style.yellow(`  hint (${times}×): ${printable(hint)}`)),
  ]
}

/** A line for all keys of a scope that would do with the same lesser one: where each test has keys of its own they are many. */
function keyLines(keys: ExecReport['keys']): string[] {
  const wide = keys.filter(({ scope, least_scope }) => scope !== least_scope)
  const kinds = new Set(wide.map(({ scope, least_scope }) => `scope ${scope}; ${least_scope} would do`))
  return [...kinds].map((kind) => {
    const ids = wide
      .filter((key) => kind === `scope ${key.scope}; ${key.least_scope} would do`)
      .map((key) => key.key_id)
    const names = ids.length > 3 ? `${ids.slice(0, 3).join(', ')}, …` : ids.join(', ')
    return ids.length === 1 ? `  key ${names} has ${kind}` : `  ${ids.length} keys (${names}) have ${kind}`
  })
}
