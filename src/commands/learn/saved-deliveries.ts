import { isObject } from '../../base/is-object.js'
import { parseJson } from '../../base/parse-json.js'
import { DELIVERY_HEADERS } from '../../contract/events.js'
import type { Exchange } from '../../har/index.js'
import { parseRequest, type SavedRequest, UnreadableRequestError } from '../../webhooks/tools.js'

/**
 * The deliveries in a file: one as `webhooks listen --save` and `webhooks deliveries ID --json` write it; or several, as JSON or a line
 * each, with `headers` and a `body` that is text or JSON itself. None where it is anything else.
 */
export function deliveriesIn(bytes: Uint8Array, text: string): SavedRequest[] {
  const value = parseJson(text)
  const entries = value === undefined ? linesOf(text) : listOf(value)
  const several = entries.map(savedRequest)
  if (several.length > 0 && several.every((each) => each !== undefined)) return several
  try {
    return [parseRequest(bytes)]
  } catch (error) {
    if (error instanceof UnreadableRequestError) return []
    throw error
  }
}

function listOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value
  if (!isObject(value)) return []
  // A list may be below a member, as in what the emulator answers.
  const [list] = [value.items, value.deliveries, value.data].filter(Array.isArray)
  return list ?? [value]
}

function linesOf(text: string): unknown[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  return lines.map((line) => parseJson(line))
}

function savedRequest(value: unknown): SavedRequest | undefined {
  if (!isObject(value) || !isObject(value.headers)) return undefined
  const { body } = value
  const whole = isObject(body) ? { ...value, body: JSON.stringify(body) } : value
  try {
    return parseRequest(Buffer.from(JSON.stringify(whole)))
  } catch (error) {
    if (error instanceof UnreadableRequestError) return undefined
    throw error
  }
}

/** The delivery in an exchange of a recording made at a receiver; undefined for any other exchange. */
export function deliveryOf({ method, requestHeaders, requestBody, incomplete }: Exchange): SavedRequest | undefined {
  const isDelivery = method === 'POST' && requestHeaders[DELIVERY_HEADERS.event.toLowerCase()] !== undefined
  if (!isDelivery || !requestBody || incomplete.includes('request')) return undefined
  return { form: 'har', headers: requestHeaders, body: requestBody }
}
