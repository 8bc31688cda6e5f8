import { isObject, type JsonObject } from '../base/is-object.js'

/** The headers of a request or answer in a HAR file: lower-case names, repeated ones joined with `, `; those of HTTP/2 itself left out. */
export function harHeaders(message: JsonObject): Record<string, string> {
  const headers = new Map<string, string>()
  for (const each of Array.isArray(message.headers) ? message.headers : []) {
    const { name, value } = (each ?? {}) as { name?: unknown; value?: unknown }
    if (typeof name !== 'string' || typeof value !== 'string' || name.startsWith(':')) continue
    const key = name.trim().toLowerCase()
    const known = headers.get(key)
    headers.set(key, known === undefined ? value.trim() : `${known}, ${value.trim()}`)
  }
  return Object.fromEntries(headers)
}

/** The bytes of `postData` or `content`. HAR is text; other bytes are said to be so in `encoding`. Undefined if it keeps none. */
export function harBytes(kept: unknown): Buffer | undefined {
  if (!isObject(kept)) return undefined
  const { text, encoding } = kept
  if (typeof text === 'string') return Buffer.from(text, encoding === 'base64' ? 'base64' : 'utf8')
  return formBytes(kept)
}

/** A form that a program kept by its fields alone. */
function formBytes({ params, mimeType }: JsonObject): Buffer | undefined {
  if (!Array.isArray(params) || params.length === 0 || !/x-www-form-urlencoded/i.test(String(mimeType)))
    return undefined
  const fields = params.filter(isObject).map(({ name, value }): [string, string] => [`${name ?? ''}`, `${value ?? ''}`])
  return Buffer.from(new URLSearchParams(fields).toString())
}
