import type { Operation, Route } from '../contract/operation.js'
import { toRecommended } from '../contract/vocabulary.js'
import { encodeMultipart } from './multipart.js'

export interface EncodedBody {
  headers: Record<string, string>
  body: Uint8Array | string
}

/** The body of an operation in the words of its route, as JSON or multipart; undefined where the operation takes none. */
export function encodeBody(
  row: Operation,
  route: Route,
  { body, encodedBody }: { body?: unknown; encodedBody?: Uint8Array },
  upload: { fileName: string | undefined; random: () => number },
): EncodedBody | undefined {
  if (!row.body) return undefined
  const json = { 'content-type': 'application/json' }
  if (encodedBody && route.words === 'classic') return { headers: json, body: encodedBody }
  const worded = route.words === 'recommended' ? toRecommended(row.body, body ?? {}) : (body ?? {})
  if (row.media === 'multipart/form-data') return encodeMultipart(worded as Record<string, unknown>, upload)
  return { headers: json, body: JSON.stringify(worded) }
}
