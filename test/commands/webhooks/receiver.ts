import type { Transport, WireRequest } from '../../../src/contract/wire.js'
import type { Bench } from '../with-emulator.js'

export const RECEIVER_URL = 'http://127.0.0.1:9999/hooks'

export interface Receiver {
  /** Reaches the emulator as before, and the receiver at its URL. */
  transport: Transport
  received: { request: WireRequest; body: string }[]
}

/** A receiver without a socket beside the emulator of a bench; answers with what `handle` says. */
export function receiverBeside(
  bench: Bench | undefined,
  handle: (request: WireRequest) => number = () => 204,
): Receiver {
  const received: Receiver['received'] = []
  return {
    received,
    async transport(request) {
      if (!request.url.startsWith(RECEIVER_URL)) return bench!.emulator.handle(request)
      received.push({ request, body: Buffer.from(request.body as Uint8Array).toString() })
      return { status: handle(request), headers: {}, body: Buffer.alloc(0) }
    },
  }
}
