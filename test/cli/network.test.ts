import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { NETWORK } from '../../src/cli/network.js'

async function listening(): Promise<{ port: number; close(): void }> {
  const server = createServer((socket) => socket.on('error', () => {}))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  return { port, close: () => void server.close() }
}

test('a port that listens can be connected to, one that does not is refused, and TLS to one that speaks none fails', async () => {
  const { port, close } = await listening()
  const target = { host: '127.0.0.1', port, secure: false }
  expect(await NETWORK.connect(target)).toEqual({})
  await expect(NETWORK.connect({ ...target, secure: true, signal: AbortSignal.timeout(200) })).rejects.toThrow()
  close()
  // Not the port that was closed: by now it may be another test's.
  await expect(NETWORK.connect({ ...target, port: 1 })).rejects.toMatchObject({ code: 'ECONNREFUSED' })
})

test('this machine has an address', async () => {
  expect((await NETWORK.lookup('localhost')).length).toBeGreaterThan(0)
})
