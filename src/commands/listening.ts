import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Failure } from '../terminal/failure.js'

/** Opens a server at an address and gives its port; port 0 takes a free one. Refuses a port that is in use (exit code 7). */
export async function listenOn(server: Server, host: string, port: number): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(explain(error, port)))
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

function explain(error: NodeJS.ErrnoException, port: number): Error {
  if (error.code !== 'EADDRINUSE') return error
  const hint = 'Choose another with --port, or none for a free one.'
  return new Failure({ exit: 'conflict', code: 'PORT_IN_USE', message: `port ${port} is in use`, hint, cause: error })
}
