import { deliveryOrder } from '../../json/delivery-order.js'
import { type MemberOrder, orderMembers, sortedOrder } from '../../json/order-members.js'
import { JSON_STYLE_NAMES, JSON_STYLES } from '../../json/styles.js'
import { writeJson } from '../../json/write-json.js'
import type { BodyCause } from '../cause.js'
import type { Evidence } from '../evidence.js'

const KEEP =
  'Compute the HMAC over the raw body: the order of keys does not survive a parser, a map or a `jsonb` column.'

/** The keys of the body are in another order, in the order it is tried. */
export const ORDERS = [
  {
    id: 'body-keys-reordered',
    family: 'body',
    sentence: 'The body was parsed and its keys were reordered; it verifies in the order the service writes them.',
    fix: KEEP,
    rawBody: true,
    bodies: (evidence) => (evidence.json ? inOrder(evidence, deliveryOrder(evidence.json)) : []),
  },
  {
    id: 'body-signed-sorted',
    family: 'body',
    sentence: 'The signature covers the body with its keys sorted; the body has them in a different order.',
    fix: `${KEEP} Sign exactly what you send.`,
    bodies: (evidence) => inOrder(evidence, sortedOrder),
  },
] as const satisfies readonly BodyCause[]

function* inOrder({ json, text }: Evidence, order: MemberOrder): Generator<string> {
  if (!json) return
  const ordered = orderMembers(json, order)
  const compact = writeJson(ordered, JSON_STYLES.compact.style)
  if (compact === text || compact === writeJson(json, JSON_STYLES.compact.style)) return
  for (const name of JSON_STYLE_NAMES) yield writeJson(ordered, JSON_STYLES[name].style)
}
