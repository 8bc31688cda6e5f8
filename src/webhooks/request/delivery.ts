import { addHeader } from './http-head.js'
import type { SavedRequest } from './saved-request.js'

/** A delivery as the emulator records it: headers by name, `body_base64`, else `body` as text. Nothing for other values. */
export function readDelivery(value: Record<string, unknown>): SavedRequest | undefined {
  const { headers: given, body_base64: packed, body } = value
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return undefined
  if (typeof packed !== 'string' && typeof body !== 'string') return undefined
  const headers: Record<string, string> = {}
  for (const [name, text] of Object.entries(given)) if (typeof text === 'string') addHeader(headers, name, text)
  const bytes = typeof packed === 'string' ? Buffer.from(packed, 'base64') : Buffer.from(body as string)
  return { form: 'delivery', headers, body: bytes }
}
