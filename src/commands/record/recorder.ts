import { createServer } from 'node:http'
import { isLoopback } from '../../contract/base-url.js'
import { wrongUsage } from '../../terminal/failure.js'
import { closeWithin, listenOn } from '../listening.js'
import { type Forwarding, forward } from './forward.js'

const HEAD_BYTES = 64 * 1024
/** How long what is on its way may take when the recorder is asked to end. */
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
  const origin = `http://${host.includes(':') ? `[${host}]` : host}`
  refuseItself(forwarding.target, `${origin}:${port}`)
  let whole: Forwarding = { ...forwarding, own: '' }
  // An upload may take as long as it likes; the recorder has no time limit of its own.
  const server = createServer({ maxHeaderSize: HEAD_BYTES, requestTimeout: 0 }, (incoming, answer) =>
    forward(incoming, answer, whole),
  )
  server.on('checkContinue', (incoming, answer) => forward(incoming, answer, whole))
  // Without an answer of its own a connection is closed without a word.
  server.on('connect', (_, socket) => socket.end('HTTP/1.1 501 Not Implemented\r\nConnection: close\r\n\r\n'))
  const url = `${origin}:${await listenOn(server, host, port)}`
  whole = { ...forwarding, own: url }
  const close = () => closeWithin(server, CLOSE_PATIENCE_MS)
  try {
    // A free port may be the very one that no one answered at.
    refuseItself(forwarding.target, url)
  } catch (error) {
    await close()
    throw error
  }
  return { url, close }
}

function refuseItself(target: URL, url: string): void {
  const own = new URL(url)
  const isSamePort = (target.port || '80') === (own.port || '80')
  if (!isSamePort || target.protocol !== own.protocol) return
  if (target.hostname !== own.hostname && !isLoopback(target.hostname)) return
  throw wrongUsage('--to is the address of the recorder itself', 'Give the address of the service, and another --port.')
}
