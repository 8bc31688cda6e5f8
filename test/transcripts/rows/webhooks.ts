import { sign } from '../../../src/webhooks/index.js'
import { row, type TranscriptRow } from '../row.js'
import { DELIVERY } from '../stage.js'
import { emitting, RECEIVER_URL, withReceiver, withStatefulReceiver } from '../surroundings.js'

const SECRET = '--secret-env WEBHOOK_SECRET'
const DELIVERED = ['emulator subscriptions create https://example.com/hook', 'webhooks trigger content.pushed']
const RIGHT = sign('whsec_of_the_subscription', Buffer.from(DELIVERY))
const WRONG = `sha256=${'0'.repeat(64)}`

/** Commands about webhooks. */
export const WEBHOOK_ROWS: Record<string, TranscriptRow> = {
  'webhooks verify': row(
    `webhooks verify ${SECRET} --signature ${RIGHT} --body delivery.json`,
    `webhooks verify ${SECRET} --signature ${WRONG} --body delivery.json`,
    11,
  ),
  'webhooks sign': row(
    `webhooks sign ${SECRET} --body delivery.json`,
    'webhooks sign --secret whsec_x --body delivery.json',
    2,
  ),
  'webhooks listen': row('webhooks listen --limit 1', 'webhooks listen --times 3', 2, {
    around: emitting,
    eachLine: true,
  }),
  'webhooks trigger': row('webhooks trigger content.pushed', 'webhooks trigger content.pulled', 2, {
    given: DELIVERED.slice(0, 1),
  }),
  'webhooks deliveries': row('webhooks deliveries', 'webhooks deliveries dlv_99', 5, { given: DELIVERED }),
  'webhooks replay': row(
    `webhooks replay dlv_1 --to ${RECEIVER_URL} --resign ${SECRET}`,
    `webhooks replay dlv_99 --to ${RECEIVER_URL}`,
    5,
    {
      given: DELIVERED,
      around: withReceiver,
    },
  ),
  'webhooks test': row(
    `webhooks test ${RECEIVER_URL} ${SECRET}`,
    `webhooks test ${RECEIVER_URL} --secret-file delivery.json`,
    11,
    { around: withReceiver },
  ),
  'webhooks prove': row(
    `webhooks prove ${RECEIVER_URL} ${SECRET} --scenario events.yaml --state-command ${RECEIVER_URL}/known --reset-command ${RECEIVER_URL}/reset`,
    `webhooks prove ${RECEIVER_URL} ${SECRET} --scenario events.yaml --state-command ${RECEIVER_URL}/log --reset-command ${RECEIVER_URL}/reset`,
    11,
    { around: withStatefulReceiver },
  ),
}
