import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { portInUse } from '../cli/port-holder.js'

/** Opens a server at an address and gives its port; port 0 takes a free one. Refuses a port that is in use (exit code 7). */
export async function listenOn(server: Server, host: string, port: number): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', async (error) => reject(await explain(error, port)))
    server.listen(port, host, resolve)
  })
  return (server.address() as AddressInfo).port
}

/** Closes a server; what is being answered may end within this many milliseconds. */
export function closeWithin(server: Server, patienceMs: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => server.closeAllConnections(), patienceMs)
    server.close(() => {
      clearTimeout(timer)
      resolve()
    })
    server.closeIdleConnections()
  })
}

async function explain(error: NodeJS.ErrnoException, port: number): Promise<Error> {
  if (error.code !== 'EADDRINUSE') return error
  return portInUse(port, error, () => 'Choose another with --port, or none for a free one.')
}
