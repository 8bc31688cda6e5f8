import { type CommandInput, command } from '../../cli/command.js'
import type { Factory } from '../../cli/factory.js'
import { omitUndefined } from '../../cli/omit-undefined.js'
import { choice, text } from '../../cli/options.js'
import { DELIVERY_STATES, type DeliveryRecord } from '../../contract/control/deliveries.js'
import { detailLines } from '../../output/details.js'
import { type Column, type CommandOutcome, result } from '../../output/outcome.js'
import { moment } from '../../output/show.js'
import { tableLines } from '../../output/table.js'
import type { Style } from '../../terminal/style.js'
import { callControl, recordsOf } from '../emulator/control-commands.js'
import { ORGANIZATION_OPTION } from '../emulator/emulator-options.js'

const OPTIONS = {
  subscription: text('--subscription <id>', 'only those of this subscription'),
  event: text('--event <event>', 'only those of this event'),
  state: choice('--state <state>', 'only those in this state', DELIVERY_STATES),
  ...ORGANIZATION_OPTION,
}

type Attempts = DeliveryRecord['attempts']

const COLUMNS: readonly Column[] = [
  { key: 'id', title: 'ID' },
  { key: 'event', title: 'EVENT' },
  { key: 'subscription_id', title: 'SUB', numeric: true },
  { key: 'state', title: 'STATE' },
  { key: 'attempts', title: 'ATTEMPTS', numeric: true, show: (attempts) => String((attempts as Attempts).length) },
  { key: 'last', title: 'LAST', flexible: true, show: (_none, row) => lastOf(row.attempts as Attempts) },
  { key: 'next_attempt_at', title: 'NEXT', show: moment },
]

export const COMMAND = command({
  examples: [
    ['webhooks deliveries'],
    ['webhooks deliveries --state exhausted --event content.pushed'],
    ['webhooks deliveries dlv_3', 'with every attempt and the exact bytes'],
    ['webhooks deliveries dlv_3 --json > saved.json', 'a file that verify --request and replay take'],
  ],
  arguments: [{ name: 'ID', purpose: 'id of a delivery (default: all, newest first)' }],
  options: OPTIONS,
  run: showDeliveries,
})

/** The emulator's ledger of deliveries, or one of them. */
async function showDeliveries(input: CommandInput<typeof OPTIONS>, factory: Factory): Promise<CommandOutcome> {
  const [id] = input.args
  if (id !== undefined)
    return result(await callControl(factory, input.org, 'getDelivery', { params: { id } }), deliveryView)
  const query = omitUndefined({ subscription_id: input.subscription, event: input.event, state: input.state })
  const rows = recordsOf(factory, input.org, 'listDeliveries', query)
  return { rows, columns: COLUMNS, whenEmpty: 'No deliveries. `inpk webhooks listen` subscribes to them.' }
}

function lastOf(attempts: Attempts): string {
  const last = attempts.at(-1)
  return last ? (last.error ?? String(last.status)) : '-'
}

/** One delivery: what it is, its attempts, and the request as it was last sent. */
function deliveryView(delivery: DeliveryRecord, style: Style): string[] {
  const { id, event, event_id, subscription_id, state, next_attempt_at, attempts, headers, body } = delivery
  const facts: [string, string][] = [
    ['Delivery', `${id} of ${event_id}`],
    ['Event', event],
    ['Subscription', subscription_id],
    ['State', next_attempt_at === null ? state : `${state}, next attempt ${moment(next_attempt_at)}`],
  ]
  const shown = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return [...detailLines(facts, style), '', ...attemptLines(attempts, style), '', ...shown, '', body]
}

function attemptLines(attempts: DeliveryRecord['attempts'], style: Style): string[] {
  if (attempts.length === 0) return ['No attempt yet.']
  const columns = [
    { key: 'number', title: 'ATTEMPT', numeric: true },
    { key: 'at', title: 'AT', show: moment },
    { key: 'status', title: 'STATUS', numeric: true, show: (status: unknown) => String(status ?? '-') },
    { key: 'duration_ms', title: 'MS', numeric: true },
    { key: 'error', title: 'ERROR', flexible: true },
  ] as const
  return tableLines(columns, attempts, style)
}
