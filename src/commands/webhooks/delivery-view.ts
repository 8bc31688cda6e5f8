import type { DeliveryRecord } from '../../contract/control/deliveries.js'
import { detailLines } from '../../output/details.js'
import { moment } from '../../output/show.js'
import { tableLines } from '../../output/table.js'
import type { Style } from '../../terminal/style.js'

/** One delivery: what it is, its attempts, and the request as it was last sent. */
export function deliveryView(delivery: DeliveryRecord, style: Style): string[] {
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
