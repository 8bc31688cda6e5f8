import { DELIVERY_MEMBERS, dataMembers, deliveryOrder } from '../../json/delivery-order.js'
import { orderMembers } from '../../json/order-members.js'
import type { JsonMember, JsonNode } from '../../json/parse-json.js'
import { JSON_STYLES } from '../../json/styles.js'
import { writeJson } from '../../json/write-json.js'
import type { BodyCause } from '../cause.js'
import type { Evidence } from '../evidence.js'

const KEEP = 'Compute the HMAC over the raw body: a class it is parsed into may write different members than it read.'
const STYLES = ['compact', 'python', 'python-unicode', 'pretty-2'] as const
const TIME = /("timestamp"\s*:\s*")(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d)(?:\.(\d+))?(?:Z|[+ -]00:?00)?"/

/** Members of the body were added, lost or rewritten, in the order it is tried. */
export const MEMBER_CAUSES = [
  {
    id: 'body-timestamp-rewritten',
    family: 'body',
    sentence: 'The timestamp in the body was parsed and written in another format.',
    fix: KEEP,
    rawBody: true,
    bodies: withTimestamps,
  },
  {
    id: 'body-nulls-dropped',
    family: 'body',
    sentence: 'Members that were null were dropped from the body.',
    fix: KEEP,
    rawBody: ['spring', 'go'],
    bodies: withNulls,
  },
  {
    id: 'body-members-added',
    family: 'body',
    sentence: 'Members that the service does not send were added to the body.',
    fix: `${KEEP} Keep what you add outside the body.`,
    rawBody: true,
    bodies: withoutOthers,
  },
] as const satisfies readonly BodyCause[]

function* withTimestamps({ text }: Evidence): Generator<string> {
  const match = text === undefined ? null : TIME.exec(text)
  if (!match || text === undefined) return
  const [whole, head, date, time, fraction = ''] = match
  const fractions = ['', ...[3, 6, 9].map((digits) => `.${fraction.slice(0, digits).padEnd(digits, '0')}`)]
  for (const part of [...fractions, ...(fraction ? [`.${fraction}`, `.${fraction.replace(/0+$/, '')}`] : [])]) {
    for (const zone of ['Z', '+00:00', '+0000', '']) {
      for (const between of ['T', ' ']) yield text.replace(whole, `${head}${date}${between}${time}${part}${zone}"`)
    }
  }
}

function* withNulls({ json }: Evidence): Generator<string> {
  const data = json && findData(json)
  if (!json || !data) return
  const { nullable } = dataMembers(json)
  const missing = nullable.filter((name) => !data.some(({ key }) => key === name))
  if (missing.length === 0) return
  const nulls = missing.map((key): JsonMember => ({ key, value: { kind: 'word', raw: 'null' } }))
  yield* written(orderMembers(replaceData(json, [...data, ...nulls]), deliveryOrder(json)))
}

function* withoutOthers({ json }: Evidence): Generator<string> {
  if (json?.kind !== 'object') return
  const top = json.members.filter(({ key }) => DELIVERY_MEMBERS.includes(key))
  if (top.length < json.members.length) yield* written({ kind: 'object', members: top })
  const data = findData(json)
  const known = data?.filter(({ key }) => dataMembers(json).names.includes(key)) ?? []
  if (data && known.length > 0 && known.length < data.length) {
    yield* written(replaceData({ kind: 'object', members: top }, known))
  }
}

function findData(json: JsonNode): JsonMember[] | undefined {
  const data = json.kind === 'object' ? json.members.find(({ key }) => key === 'data')?.value : undefined
  return data?.kind === 'object' ? data.members : undefined
}

function replaceData(json: JsonNode, members: JsonMember[]): JsonNode {
  if (json.kind !== 'object') return json
  const data: JsonNode = { kind: 'object', members }
  return {
    kind: 'object',
    members: json.members.map((each) => (each.key === 'data' ? { ...each, value: data } : each)),
  }
}

function written(json: JsonNode): string[] {
  return STYLES.map((name) => writeJson(json, JSON_STYLES[name].style))
}
