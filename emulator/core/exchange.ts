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
  /** A fault cuts the connection after this many bytes of the body, or before anything is answered. */
  cutAfter?: number | 'nothing'
  /** What follows the body for as long as the caller stays; its length is not known beforehand. */
  stream?: AsyncIterable<string>
}

/** Whether a caller gets less than the whole answer. */
export function isCut({ cutAfter, body }: Reply): boolean {
  return cutAfter === 'nothing' || (cutAfter !== undefined && cutAfter < Buffer.byteLength(body))
}

/** The value of a header sent at most once; 400 if it came twice, since it is unclear which one counts. */
export function singleHeader(request: ServerRequest, name: string): string | undefined {
  const values = request.headers[name]
  if (values && values.length > 1) {
    throw new Refusal('VALIDATION_ERROR', `the header ${name} was sent ${values.length} times; send it once`)
  }
  return values?.[0]
}

/** A path segment without its percent-encoding; 404 where that is broken. */
export function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    throw new Refusal('NOT_FOUND', 'the path is not valid percent-encoded UTF-8')
  }
}

/** An answer of another protocol, without our envelope and words. */
export type AsIs = Pick<Reply, 'status' | 'headers'> & { body: string }

/** Answers every request to one of the two hosts. */
export type Host = (request: ServerRequest) => Promise<Reply>
