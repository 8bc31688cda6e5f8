import { type AddressInfo, createServer } from 'node:net'
import { describe, expect, it } from 'vitest'
import { sendWebhook } from '../../emulator/adapters/send-webhook.js'

describe('sending a webhook', () => {
  it('no connection is tried to an address that is not allowed', async () => {
    let connections = 0
    const server = createServer((socket) => {
      connections += 1
      socket.destroy()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const sent = (loopback: boolean) =>
      sendWebhook({
        url: `https://127.0.0.1:${port}/`,
        headers: {},
        body: new Uint8Array(2),
        timeoutMs: 2_000,
        allow: { loopback, private: false, plain: false },
        ca: null,
      })
    await expect(sent(false)).rejects.toThrow('this machine')
    await expect(sent(true), 'the listener would have seen it').rejects.toThrow()
    expect(connections).toBe(1)
    await new Promise((resolve) => server.close(resolve))
  })
})
