import { printable } from '../../../cli/printable.js'
import type { ControlClient } from '../../../client/control.js'
import { count } from '../../../output/show.js'
import type { Style } from '../../../output/style.js'
import { leastScope, type Recorder } from './recorder.js'

/** What a command exercised of the service. */
export interface Report {
  requests: number
  operations: { operation: string; statuses: Record<string, number> }[]
  events: { event: string; delivered: number; deliveries: number }[]
  keys: { key_id: string; label: string; scope: string; least_scope: string }[]
  hints: { hint: string; times: number }[]
}

/** The report of what was recorded, with what the emulator knows of keys and deliveries in all its organisations. */
export async function reportOf(recorder: Recorder, control: ControlClient): Promise<Report> {
  const { items: organizations } = await control.listOrganizations()
  const worlds = organizations.map(({ org_id }) => control.forOrganization(org_id))
  const keys = (await Promise.all(worlds.map((world) => world.listKeys()))).flatMap(({ items }) => items)
  const deliveries = (await Promise.all(worlds.map(everyDelivery))).flat()
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
    keys: [...recorder.accesses].map(([id, accesses]) => {
      const { label = '', scope = '' } = keys.find((key) => key.id === id) ?? {}
      return { key_id: id, label, scope, least_scope: leastScope(accesses) }
    }),
    hints: [...recorder.hints].map(([hint, times]) => ({ hint, times })),
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
export function reportLines({ requests, operations, events, keys, hints }: Report, style: Style): string[] {
  return [
    style.bold(`Exercised: ${count(requests, 'request')}`),
    ...operations.map(({ operation, statuses }) => {
      const told = Object.entries(statuses).map(([status, times]) => `${status} × ${times}`)
      return `  ${operation.padEnd(22)} ${told.join('  ')}`
    }),
    ...events.map(
      ({ event, deliveries, delivered }) => `  ${event.padEnd(22)} ${delivered} of ${deliveries} delivered`,
    ),
    ...keys
      .filter(({ scope, least_scope }) => scope !== least_scope)
      .map(({ key_id: id, scope, least_scope: least }) => `  key ${id} has scope ${scope}; ${least} would do`),
    ...hints.map(({ hint, times }) => style.yellow(`  hint (${times}×): ${printable(hint)}`)),
  ]
}
