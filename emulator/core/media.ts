import { rowOf } from '../../src/contract/operations/index.js'
import type { Call } from './call.js'
import { type ServerRequest, singleHeader } from './exchange.js'
import { Refusal } from './refusal.js'

const CHARSET = /;\s*charset\s*=\s*"?([^";\s]*)/i

/** 415 for a body of another content type than the operation takes, or one that cannot be read (contract.md sections 4 and 13). */
export function requireMedia(call: Call): void {
  requireReadable(call.request)
  const expected = rowOf(call.match!.id).media ?? 'application/json'
  const sent = singleHeader(call.request, 'content-type') ?? ''
  const type = sent.split(';')[0]!.trim().toLowerCase()
  if (type === expected) return
  const got = type === '' ? 'no content type' : type.slice(0, 100)
  throw new Refusal('UNSUPPORTED_MEDIA_TYPE', `send Content-Type: ${expected}; this request has ${got}`)
}

/** 415 for a body that is compressed or in another charset than UTF-8: it would be read as what it is not (contract.md section 13). */
export function requireReadable(request: ServerRequest): void {
  const encoding = singleHeader(request, 'content-encoding')?.trim().toLowerCase() ?? ''
  if (encoding !== '' && encoding !== 'identity') {
    throw new Refusal(
      'UNSUPPORTED_MEDIA_TYPE',
      `send the body without Content-Encoding; ${encoding.slice(0, 40)} is not supported`,
    )
  }
  const charset = CHARSET.exec(singleHeader(request, 'content-type') ?? '')?.[1]?.toLowerCase() ?? 'utf-8'
  if (charset !== 'utf-8' && charset !== 'utf8' && charset !== 'us-ascii') {
    throw new Refusal(
      'UNSUPPORTED_MEDIA_TYPE',
      `send the body as UTF-8; the charset ${charset.slice(0, 40)} is not supported`,
    )
  }
}
