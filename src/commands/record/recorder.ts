import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { isLoopback } from '../../contract/base-url.js'
import { Failure, wrongUsage } from '../../terminal/failure.js'
import { type Forwarding, forward } from './forward.js'

const HEAD_BYTES = 64 * 1024
/** How long what is on its way may take when the recorder is told to end. */
const CLOSE_PATIENCE_MS = 300

export interface Recorder {
  /** Its origin. */
  url: string
  close(): Promise<void>
}

/** Listens for requests and passes them on; port 0 takes a free one. Refuses a port that is in use (exit code 7), and to record itself. */
export async function openRecorder(
  { host, port }: { host: string; port: number },
  forwarding: Omit<Forwarding, 'own'>,
): Promise<Recorder> {
  let whole: Forwarding = { ...forwarding, own: '' }
  // An upload may take as long as it likes; the recorder has no time limit of its own.
  const server = createServer({ maxHeaderSize: HEAD_BYTES, requestTimeout: 0 }, (incoming, answer) =>
    forward(incoming, answer, whole),
  )
  server.on('checkContinue', (incoming, answer) => forward(incoming, answer, whole))
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(explain(error, port)))
    server.listen(port, host, resolve)
  })
  const url = `http://${host.includes(':') ? `[${host}]` : host}:${(server.address() as AddressInfo).port}`
  whole = { ...forwarding, own: url }
  const close = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(() => server.closeAllConnections(), CLOSE_PATIENCE_MS)
      server.close(() => {
        clearTimeout(timer)
        resolve()
      })
      server.closeIdleConnections()
    })
  if (isItself(forwarding.target, url)) {
    await close()
    throw wrongUsage('--to is the recorder itself', 'Give the address of the service, and another --port.')
  }
  return { url, close }
}

function isItself(target: URL, url: string): boolean {
  const own = new URL(url)
  return target.port === own.port && (target.hostname === own.hostname || isLoopback(target.hostname))
}

function explain(error: NodeJS.ErrnoException, port: number): Error {
  if (error.code !== 'EADDRINUSE') return error
  const hint = 'Choose another with --port, or none for a free one.'
  return new Failure({ exit: 'conflict', code: 'PORT_IN_USE', message: `port ${port} is in use`, hint, cause: error })
}
