/** An HTTP request as the client sends it and the emulator takes it, with or without a socket between them. */
export interface WireRequest {
  method: string
  /** Absolute URL. */
  url: string
  /** Lower-case names. */
  headers: Record<string, string>
  body?: Uint8Array | string
  signal?: AbortSignal
  /** Bounds the whole exchange, in real milliseconds. */
  timeoutMs?: number
  /** Takes the parts of an event stream as they come, where the transport can; the answer comes after the last, with an empty body. */
  takeStream?(parts: AsyncIterable<Uint8Array>, headers: Record<string, string>): Promise<void>
}

/** An HTTP response, its body read. */
export interface WireResponse {
  /** HTTP status. */
  status: number
  /** Lower-case names; repeated headers joined with `, `. */
  headers: Record<string, string>
  body: Uint8Array
}

/** One exchange. Rejects if no answer came; never follows a redirect. */
export type Transport = (request: WireRequest) => Promise<WireResponse>
