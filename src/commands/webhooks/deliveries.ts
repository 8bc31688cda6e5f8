import { command, type Input } from '../../cli/command.js'
import { defined } from '../../cli/defined.js'
import type { Factory } from '../../cli/factory.js'
import { choice, text } from '../../cli/options.js'
import { DELIVERY_STATES, type DeliveryRecord } from '../../contract/control/deliveries.js'
import { type Column, type Outcome, result } from '../../output/outcome.js'
import { moment } from '../../output/show.js'
import { callControl, eachRecord } from '../emulator/control-commands.js'
import { ORGANIZATION_OPTION } from '../emulator/organization.js'
import { deliveryView } from './delivery-view.js'

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
  arguments: [{ name: 'ID', purpose: 'one delivery; all of them, newest first, where not given' }],
  options: OPTIONS,
  run: showDeliveries,
})

/** The emulator's ledger of deliveries, or one of them. */
async function showDeliveries(input: Input<typeof OPTIONS>, factory: Factory): Promise<Outcome> {
  const [id] = input.args
  if (id !== undefined)
    return result(await callControl(factory, input.org, 'getDelivery', { params: { id } }), deliveryView)
  const query = defined({ subscription_id: input.subscription, event: input.event, state: input.state })
  const rows = eachRecord(factory, input.org, 'listDeliveries', query)
  return { rows, columns: COLUMNS, whenEmpty: 'No deliveries. `inpk webhooks listen` subscribes to them.' }
}

function lastOf(attempts: Attempts): string {
  const last = attempts.at(-1)
  return last ? (last.error ?? String(last.status)) : '-'
}
