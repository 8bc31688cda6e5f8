import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { DELIVERY_HEADERS } from '../../contract/events.js'
import { verify } from '../../webhooks/index.js'

export interface Received {
  event: string
  verified: boolean
  bytes: number
}

/** A webhook receiver on this machine. */
export interface DemoReceiver {
  url: string
  /** What came, in order of arrival. */
  received: Received[]
  /** The secret it verifies with, once it is known. */
  secret: string
  close(): Promise<void>
}

/** Starts a receiver on a free port of the loopback address. It verifies the exact bytes before it looks into them. */
export async function openDemoReceiver(): Promise<DemoReceiver> {
  const receiver: DemoReceiver = { url: '', received: [], secret: '', close: async () => {} }
  const server = createServer((request, response) => void receive(request, response, receiver))
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`
  receiver.close = () =>
    new Promise((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return receiver
}

async function receive(request: IncomingMessage, response: ServerResponse, receiver: DemoReceiver): Promise<void> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  const body = Buffer.concat(parts)
  const header = (name: string) => String(request.headers[name.toLowerCase()] ?? '')
  const verified = verify(receiver.secret, body, header(DELIVERY_HEADERS.signature))
  receiver.received.push({ event: header(DELIVERY_HEADERS.event), verified, bytes: body.length })
  response.writeHead(verified ? 204 : 401).end()
}
