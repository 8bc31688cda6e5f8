import { createServer } from 'node:http'
import { isLoopback } from '../../contract/base-url.js'
import { wrongUsage } from '../../terminal/failure.js'
import { closeWithin, listenOn } from '../listening.js'
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
  const listening = await listenOn(server, host, port)
  const url = `http://${host.includes(':') ? `[${host}]` : host}:${listening}`
  whole = { ...forwarding, own: url }
  const close = () => closeWithin(server, CLOSE_PATIENCE_MS)
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
