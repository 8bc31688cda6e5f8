import { readEvents } from '../../../client/event-stream.js'
import type { Way } from './carry.js'
import { given } from './headers.js'

const FOR_EVER_MS = 2 ** 31 - 1

/**
 * What a service says of itself between requests, where it offers such a stream (revisions before 2026-07-28); 405 where not, and
 * then there is nothing to hear. Resolves when the stream ends.
 */
export async function listenBetween(way: Way, signal: AbortSignal): Promise<void> {
  const { sessionId, revision } = way.handshake
  await way.client.request({
    method: 'GET',
    path: way.path,
    headers: {
      accept: 'text/event-stream',
      ...given('mcp-session-id', sessionId),
      ...given('mcp-protocol-version', revision),
    },
    timeoutMs: FOR_EVER_MS,
    signal,
    async takeStream(parts) {
      for await (const { data } of readEvents(parts)) if (data.trim() !== '') await way.tell(data)
    },
  })
}
