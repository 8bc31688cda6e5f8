import { createServer } from 'node:http'
import { describe, expect, test } from 'vitest'
import { describeFailure } from '../../src/client/failures.js'
import { createRedact } from '../../src/client/redact.js'
import { createHttpTransport } from '../../src/client/transport-http.js'
import { createUndiciTransport } from '../../src/client/transport-undici.js'

const request = { method: 'POST', url: 'https://ingest.service.test/x', headers: {} }
const describeLoss = (error: unknown) => describeFailure(error, request, createRedact([]))

describe('a host that was reached and cannot be talked to: what is wrong, the right cure, and nothing was sent (C16)', () => {
  test.each([
    ['EPROTO', 'it does not speak TLS on this port', 'needs http://'],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'it does not speak TLS on this port', 'needs http://'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'as node says it', 'check the host name'],
    ['CERT_HAS_EXPIRED', 'as node says it', 'renew the certificate'],
    ['CERT_NOT_YET_VALID', 'as node says it', 'Check the clock'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'as node says it', 'NODE_EXTRA_CA_CERTS'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'as node says it', 'NODE_EXTRA_CA_CERTS'],
  ])('%s', (code, said, hint) => {
    const error = Object.assign(new Error('as node says it'), { code })
    for (const each of [error, new Error('fetch failed', { cause: error })]) {
      const {
        message,
        hint: cure,
        maybeSent,
      } = describeLoss(each) as ReturnType<typeof describeLoss> & { maybeSent: boolean }
      expect([cure, maybeSent]).toEqual([expect.stringContaining(hint), false])
      if (each === error) expect(message).toBe(`could not reach https://ingest.service.test: ${said}`)
    }
  })

  test('https to a port that speaks http, by either transport', async () => {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as { port: number }
    for (const create of [createHttpTransport, createUndiciTransport]) {
      const sent = create({ maxResponseBytes: 1_000 })({
        ...request,
        url: `https://127.0.0.1:${port}/`,
        timeoutMs: 5_000,
      })
      expect(describeLoss(await sent.catch((error: unknown) => error)).message).toContain(
        'does not speak TLS on this port',
      )
    }
    server.close()
  })
})
