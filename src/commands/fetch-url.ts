import type { Factory } from '../cli/factory.js'
import { openTransport } from '../cli/transport.js'
import { describeFailure } from '../client/failures.js'
import { createRedact } from '../client/redact.js'
import { errorOfAnswer } from '../client/service-error.js'
import { CLIENT_RESPONSE_BYTES } from '../client/transport.js'
import type { WireResponse } from '../contract/wire.js'

const TIMEOUT_MS = 30_000
const REDACT = createRedact([])

/** What is at an address that a person named. It may be anybody's, so no key is sent there. Rejects if the answer is not 200. */
export async function fetchUrl(url: string, factory: Factory): Promise<WireResponse> {
  const transport = openTransport(factory, CLIENT_RESPONSE_BYTES)
  const headers = { accept: 'application/json', 'user-agent': 'inpk' }
  const request = { method: 'GET', url, headers, timeoutMs: TIMEOUT_MS }
  const response = await transport(request).catch((error: unknown) => {
    factory.signal.throwIfAborted()
    throw describeFailure(error, request, REDACT)
  })
  if (response.status !== 200) throw errorOfAnswer(response, new URL(url).origin, REDACT, request)
  return response
}
