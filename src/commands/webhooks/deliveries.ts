import { putCapped } from '../../base/capped-map.js'
import { readableError } from '../../base/network-errors.js'
import { type CommandInput, command } from '../../cli/command.js'
import type { Factory } from '../../cli/factory.js'
import { omitUndefined } from '../../cli/omit-undefined.js'
import { choice, duration, flag, text } from '../../cli/options.js'
import { CAPS } from '../../contract/caps.js'
import { DELIVERY_STATES, type DeliveryRecord } from '../../contract/control/deliveries.js'
import { DELIVERED_NAMES } from '../../contract/events.js'
import { eachOf } from '../../output/batches.js'
import { detailLines } from '../../output/details.js'
import { type Column, type CommandOutcome, type Row, result } from '../../output/outcome.js'
import { moment, span } from '../../output/show.js'
import { tableLines } from '../../output/table.js'
import { EXIT } from '../../terminal/exit-codes.js'
import { wrongUsage } from '../../terminal/failure.js'
import type { Style } from '../../terminal/style.js'
import { callControl, recordsOf } from '../emulator/control-commands.js'
import { ORGANIZATION_OPTION } from '../emulator/emulator-options.js'
import { pollUntil } from '../poll.js'

const OPTIONS = {
  subscription: text('--subscription <id>', 'only those of this subscription'),
  event: choice('--event <event>', 'only those of this event', DELIVERED_NAMES),
  follow: flag('--follow', 'print new and changed deliveries until Ctrl-C; --json: one per line'),
  wait: flag('--wait', 'wait until there is one, and none is pending'),
  within: duration('--within <duration>', 'how long to wait (default: 30s); then exit code 12'),
  state: choice('--state <state>', 'only those in this state', DELIVERY_STATES),
  ...ORGANIZATION_OPTION,
}

type Attempts = DeliveryRecord['attempts']

const COLUMNS: readonly Column[] = [
  { key: 'id', title: 'ID' },
  { key: 'event', title: 'EVENT' },
  { key: 'url', title: 'TARGET', flexible: true, show: (_none, row) => targetOf(row as unknown as DeliveryRecord) },
  { key: 'state', title: 'STATE' },
  { key: 'attempts', title: 'ATTEMPTS', numeric: true, show: (attempts) => String((attempts as Attempts).length) },
  { key: 'last', title: 'LAST', flexible: true, show: (_none, row) => lastOf(row.attempts as Attempts) },
  { key: 'next_attempt_at', title: 'NEXT', show: moment },
]

export const COMMAND = command({
  examples: [
    ['webhooks deliveries'],
    ['webhooks deliveries --state exhausted --event content.pushed'],
    ['webhooks deliveries --wait --event analysis.completed', 'in a test, after a push'],
    ['webhooks deliveries --follow'],
    ['webhooks deliveries dlv_3', 'with every attempt and the exact bytes'],
    ['webhooks deliveries dlv_3 --json > saved.json', 'a file that verify --request and replay accept'],
  ],
  arguments: [{ name: 'ID', purpose: 'id of a delivery (default: all, newest first)' }],
  options: OPTIONS,
  excludes: [['follow', 'wait']],
  needs: [['within', 'wait']],
  run: showDeliveries,
})

const WAIT_MS = 30_000
const SHOWN_FIRST = 50
const POLL_MS = 500
const PAGE = '200'

/** The emulator's ledger of deliveries, or one of them; as it is, or when nothing is pending, or as it grows. */
async function showDeliveries(input: CommandInput<typeof OPTIONS>, factory: Factory): Promise<CommandOutcome> {
  const [id] = input.args
  if (id !== undefined) return showDelivery(id, input, factory)
  const { subscription, event, state, org } = input
  const query = omitUndefined({ subscription_id: subscription, event, state, limit: PAGE })
  const matching = subscription || event || state ? 'matching ' : ''
  const none = matching === '' ? 'No deliveries. `inpk webhooks listen` subscribes to them.' : 'No matching deliveries.'
  const list = { columns: COLUMNS, whenEmpty: none }
  if (input.follow) return { ...list, rows: followed(factory, org, query), limited: true, endless: true }
  if (!input.wait) return { ...list, rows: recordsOf(factory, org, 'listDeliveries', query) }
  const { within = WAIT_MS } = input
  const bound = factory.within(within)
  const ask = async () => {
    const rows: Row[] = []
    for await (const row of recordsOf(bound, org, 'listDeliveries', query)) rows.push(row)
    return rows
  }
  const isDone = (rows: Row[]) => rows.length > 0 && rows.every(({ state }) => state !== 'pending')
  const { answer, done } = await pollUntil(bound, { ask, isDone })
  const whenEmpty = `No ${matching}delivery after ${span(within)}.`
  return { columns: COLUMNS, whenEmpty, rows: eachOf(answer), exitCode: done ? EXIT.done : EXIT.stillPending }
}

async function showDelivery(
  id: string,
  input: CommandInput<typeof OPTIONS>,
  factory: Factory,
): Promise<CommandOutcome> {
  if (input.follow) throw wrongUsage("--follow can't be used with a delivery id", 'Use --wait to wait for one.')
  const filter = (['subscription', 'event', 'state'] as const).find((name) => input[name] !== undefined)
  if (filter) throw wrongUsage(`--${filter} can't be used with a delivery id`, 'Leave out the id to list deliveries.')
  if (id === 'wait') throw wrongUsage('unknown delivery id wait', 'Did you mean `inpk webhooks deliveries --wait`?')
  const bound = input.wait ? factory.within(input.within ?? WAIT_MS) : factory
  const ask = () => callControl(bound, input.org, 'getDelivery', { params: { id } })
  const isDone = ({ state }: DeliveryRecord) => !input.wait || state !== 'pending'
  const { answer, done } = await pollUntil(bound, { ask, isDone })
  return result(answer, deliveryView, done ? EXIT.done : EXIT.stillPending)
}

/** The last deliveries, the newest at the end; then each new one, and each that changed, as it now is. */
async function* followed(factory: Factory, org: string | undefined, query: object): AsyncGenerator<Row> {
  const printed = new Map<unknown, string>()
  let isFirst = true
  for (;;) {
    const fresh: Row[] = []
    const pending = new Set([...printed].filter(([, stamp]) => stamp.startsWith('pending')).map(([id]) => id))
    for await (const record of recordsOf(factory, org, 'listDeliveries', query)) {
      const stamp = `${record.state} ${(record.attempts as Attempts).length}`
      pending.delete(record.id)
      // Newest first: what comes after a known one is known, and has changed only if it was pending.
      if (printed.get(record.id) !== stamp) fresh.push(record)
      else if (pending.size === 0) break
      putCapped(printed, record.id, stamp, CAPS.heardDeliveries.most)
    }
    yield* (isFirst ? fresh.slice(0, factory.globals.limit ?? SHOWN_FIRST) : fresh).reverse()
    isFirst = false
    await factory.environment.sleep(POLL_MS, factory.signal)
  }
}

function lastOf(attempts: Attempts): string {
  const last = attempts.at(-1)
  return last?.error ? readableError(last.error) : String(last?.status ?? '-')
}

/** Where a delivery went; earlier ones say the subscription alone. */
const targetOf = ({ url, subscription_id }: DeliveryRecord) => url ?? `subscription ${subscription_id}`

const shownError = (error: unknown) => (typeof error === 'string' ? readableError(error) : '-')

/** One delivery: what it is, its attempts, and the request as it was last sent. */
function deliveryView(delivery: DeliveryRecord, style: Style): string[] {
  const { id, event, event_id, subscription_id, state, next_attempt_at, attempts, headers, body } = delivery
  const facts: [string, string][] = [
    ['Delivery', `${id} of ${event_id}`],
    ['Event', event],
    ['Target', targetOf(delivery)],
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
    { key: 'at', title: 'TIME', show: moment },
    { key: 'status', title: 'STATUS', numeric: true, show: (status: unknown) => String(status ?? '-') },
    { key: 'duration_ms', title: 'MS', numeric: true, quantity: true },
    { key: 'error', title: 'ERROR', flexible: true, show: shownError },
  ] as const
  return tableLines(columns, attempts, style)
}
