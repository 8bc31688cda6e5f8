import { rowOf } from '../../src/contract/operations/index.js'
import type { Call } from './call.js'
import { singleHeader } from './exchange.js'
import { Refusal } from './refusal.js'

/** 415 for a body of another content type than the operation takes (contract.md section 4). */
export function requireMedia(call: Call): void {
  const expected = rowOf(call.match!.id).media ?? 'application/json'
  const sent = singleHeader(call.request, 'content-type') ?? ''
  const type = sent.split(';')[0]!.trim().toLowerCase()
  if (type === expected) return
  const got = type === '' ? 'no content type' : type.slice(0, 100)
  throw new Refusal('UNSUPPORTED_MEDIA_TYPE', `send Content-Type: ${expected}; this request has ${got}`)
}
