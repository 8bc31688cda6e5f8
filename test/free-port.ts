import { once } from 'node:events'
import { createServer } from 'node:net'

/** A free port below those that systems give for 0: no test beside this one is given it meanwhile. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(15_000 + Math.floor(Math.random() * 15_000), '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}
