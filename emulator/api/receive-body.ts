import { WHOLE_BODY, WORKBOOK_TYPE } from '../../src/contract/facts/body-places.js'
import { LIMITS } from '../../src/contract/limits.js'
import { rowOf } from '../../src/contract/operations/index.js'
import { readBody, requireDeclaredSize, requireReadable } from '../core/body.js'
import { partNameOf, type RoutedCall } from '../core/call.js'
import { type ServerRequest, singleHeader } from '../core/exchange.js'
import { requireJsonBody } from '../core/json.js'
import { Refusal } from '../core/refusal.js'
import { sha256, type UnparsedBody } from './idempotency.js'
import { receiveFile, receiveFileInJson, receiveForm } from './receive-form.js'

interface Expected {
  maxBytes: number
  /** The content type, or several; any where absent. */
  media?: string | readonly string[]
}

/** A body that has a file as base64, with room for its other members. */
const MAX_PACKED_BYTES = Math.ceil((LIMITS.uploadBytes * 4) / 3) + LIMITS.jsonBodyBytes

/** What a file that is sent alone is called, by its type. */
const FILE_NAMES: ReadonlyMap<string, string> = new Map([
  ['text/csv', 'upload.csv'],
  [WORKBOOK_TYPE, 'upload.xlsx'],
])

/** The body of a request to either host: 413 for one that is too long, 415 for one of another type or that cannot be read. */
export async function receiveBody(request: ServerRequest, { maxBytes, media }: Expected): Promise<Buffer> {
  requireHead(request, { maxBytes, media })
  return readBody(request, maxBytes)
}

/** What a call brings besides its query; undefined if it only reads. A form's files go straight to the organisation's uploads. */
export async function receivePayload(call: RoutedCall): Promise<UnparsedBody | undefined> {
  if (call.match.route.method === 'GET') return undefined
  const { contract } = call.service.settings
  const { media = 'application/json', protocol } = contract.rowOf(call.match.id)
  const { json_bytes } = contract.values['body-size']
  const maxBytes = protocol === 'json-rpc' ? LIMITS.jsonBodyBytes : json_bytes
  if (media !== 'application/json' && partNameOf(call, 'file') === WHOLE_BODY) {
    requireHead(call.request, { maxBytes, media: [...FILE_NAMES.keys()] })
    const type = mediaOf(call.request)
    return receiveFile(call, FILE_NAMES.get(type)!)
  }
  if (media === 'multipart/form-data') {
    requireHead(call.request, { maxBytes, media })
    return receiveForm(call)
  }
  if (rowOf(call.match.id).media === 'multipart/form-data') {
    return receiveFileInJson(call, await receiveBody(call.request, { maxBytes: MAX_PACKED_BYTES, media }))
  }
  const body = await receiveBody(call.request, { maxBytes, media })
  call.body = body
  return { hash: () => sha256(body), parse: () => requireJsonBody(body) }
}

/**
 * Refuses by its headers a body that need not be read: 413 for a declared size above the limit, 415 for one that is compressed, in another
 * charset than UTF-8 or of another media type (contract.md sections 4 and 13).
 */
function requireHead(request: ServerRequest, { maxBytes, media }: Expected): void {
  requireDeclaredSize(request, maxBytes)
  requireReadable(request)
  if (media !== undefined) requireMedia(request, media)
}

function mediaOf(request: ServerRequest): string {
  return (singleHeader(request, 'content-type') ?? '').split(';')[0]!.trim().toLowerCase()
}

function requireMedia(request: ServerRequest, expected: string | readonly string[]): void {
  const type = mediaOf(request)
  const fitting = [expected].flat()
  if (fitting.includes(type)) return
  const got = type === '' ? 'no content type' : type.slice(0, 100)
  throw new Refusal('UNSUPPORTED_MEDIA_TYPE', `send Content-Type: ${fitting.join(' or ')}; this request has ${got}`)
}
