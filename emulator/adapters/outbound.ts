/** A webhook on its way out. */
export interface OutboundRequest {
  url: string
  headers: Record<string, string>
  body: Uint8Array
  timeoutMs: number
  /** Whether an address of this machine or of a private network may be connected to, and whether without TLS. */
  allow: { loopback: boolean; private: boolean; plain: boolean }
  /** CA certificate (PEM) of the receiver, where it brought its own. */
  ca: string | null
  /** Aborted when the emulator stops and waits no longer; what is on its way then is sent again at the next start. */
  signal?: AbortSignal
}

/** How webhooks leave: resolves with the status of the answer, rejects if there was none. Redirects are not followed. */
export type Outbound = (request: OutboundRequest) => Promise<{ status: number }>
