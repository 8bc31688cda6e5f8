import { LIMITS } from '../../src/contract/limits.js'
import { Refusal } from './refusal.js'

/** Which of the two hosts a request came to (contract.md section 1). */
export type Side = 'api' | 'dashboard'

/** A request, from a socket or from a test; nothing of it is parsed yet. */
export interface ServerRequest {
  side: Side
  method: string
  /** Path and query as sent. */
  target: string
  /** Lower-case names; every value a header was sent with. */
  headers: Readonly<Record<string, readonly string[]>>
  remoteAddress: string
  body: AsyncIterable<Uint8Array>
}

export interface Reply {
  status: number
  headers: Record<string, string>
  body: Uint8Array | string
  /** A fault cuts the connection after so many bytes of the body, or before anything is answered. */
  cutAfter?: number | 'nothing'
  /** What follows the body for as long as the caller stays; its length is not known beforehand. */
  stream?: AsyncIterable<string>
}

/** Whether a caller gets less than the whole answer. */
export function isCut({ cutAfter, body }: Reply): boolean {
  return cutAfter === 'nothing' || (cutAfter !== undefined && cutAfter < Buffer.byteLength(body))
}

/** The value of a header sent at most once; 400 where it came twice, for then it is unclear which one counts. */
export function singleHeader(request: ServerRequest, name: string): string | undefined {
  const values = request.headers[name]
  if (values && values.length > 1) {
    throw new Refusal('VALIDATION_ERROR', `the header ${name} was sent ${values.length} times; send it once`)
  }
  return values?.[0]
}

/** 413 where the announced length of a body is more than `maxBytes`. */
export function requireDeclaredSize(request: ServerRequest, maxBytes: number): void {
  const declared = Number(request.headers['content-length']?.[0] ?? 0)
  if (declared > maxBytes) throw tooLarge(maxBytes)
}

/** The whole body; 413 as soon as it is longer than `maxBytes`. */
export async function readBody(request: ServerRequest, maxBytes: number = LIMITS.jsonBodyBytes): Promise<Buffer> {
  requireDeclaredSize(request, maxBytes)
  const chunks: Uint8Array[] = []
  let length = 0
  try {
    for await (const chunk of request.body) {
      length += chunk.length
      if (length > maxBytes) throw tooLarge(maxBytes)
      chunks.push(chunk)
    }
  } catch (error) {
    throw error instanceof Refusal ? error : cutOff()
  }
  return Buffer.concat(chunks)
}

/** Nobody is there to read it; it keeps an aborted request from looking like a fault of ours. */
function cutOff(): Refusal {
  return new Refusal('VALIDATION_ERROR', 'the connection ended before the body did; nothing was stored')
}

function tooLarge(maxBytes: number): Refusal {
  return new Refusal('PAYLOAD_TOO_LARGE', `the body is longer than ${maxBytes / 1024 / 1024} MiB; send smaller batches`)
}

/** An answer of another protocol, in neither envelope nor words of ours. */
export type AsIs = Pick<Reply, 'status' | 'headers'> & { body: string }
