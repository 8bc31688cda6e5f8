import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { Certificate } from '../../../base/certificate.js'
import { closeWithin, listenOn } from '../../listening.js'

/** A request as it arrived. */
export interface Arrived {
  path: string
  /** Name and value in turn, in the case they were sent. */
  rawHeaders: readonly string[]
  /** Lower-case names. */
  headers: Record<string, string>
  /** The exact bytes. */
  body: Buffer
}

export interface ReceiverAnswer {
  status: number
  headers?: Record<string, string>
  body?: Uint8Array
}

export interface Receiver {
  /** Without a path: it takes any. */
  url: string
  /** Lets what is being answered end, within a second. */
  close(): Promise<void>
}

const BODY_BYTES = 16 * 1024 * 1024
const CLOSE_PATIENCE_MS = 1_000

/** Receives on the loopback address; port 0 takes a free one. Refuses a port that is in use (exit code 7). */
export async function openReceiver(
  { port, certificate }: { port: number; certificate: Certificate | undefined },
  answer: (arrived: Arrived) => Promise<ReceiverAnswer>,
): Promise<Receiver> {
  const listener: RequestListener = (request, response) => void receive(request, response, answer)
  const server = certificate ? createTlsServer(certificate, listener) : createServer(listener)
  const listening = await listenOn(server, '127.0.0.1', port)
  const scheme = certificate ? 'https' : 'http'
  return {
    url: `${scheme}://127.0.0.1:${listening}`,
    close: () => closeWithin(server, CLOSE_PATIENCE_MS),
  }
}

async function receive(
  request: IncomingMessage,
  response: ServerResponse,
  answer: (arrived: Arrived) => Promise<ReceiverAnswer>,
): Promise<void> {
  response.on('error', () => undefined)
  if (request.method !== 'POST') return void response.writeHead(405, { Allow: 'POST', Connection: 'close' }).end()
  const body = await readBody(request)
  if (body === 'cut off') return void response.destroy()
  if (body === 'too large') return void response.writeHead(413, { Connection: 'close' }).end()
  const {
    status,
    headers = {},
    body: said,
  } = await answer({
    path: request.url ?? '/',
    rawHeaders: request.rawHeaders,
    headers: joined(request.headersDistinct),
    body,
  })
  // The receiver ends soon; a kept connection would only be in the way.
  response.writeHead(status, { ...headers, Connection: 'close' }).end(said)
}

async function readBody(request: IncomingMessage): Promise<Buffer | 'too large' | 'cut off'> {
  const parts: Buffer[] = []
  let bytes = 0
  try {
    for await (const part of request) {
      bytes += (part as Buffer).length
      if (bytes > BODY_BYTES) return 'too large'
      parts.push(part as Buffer)
    }
  } catch {
    return 'cut off'
  }
  return Buffer.concat(parts)
}

function joined(headers: NodeJS.Dict<string[]>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, values]) => [name, (values ?? []).join(', ')]))
}
