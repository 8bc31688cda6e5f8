import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { isObject, type JsonObject } from '../../../base/is-object.js'
import { parseJson } from '../../../base/parse-json.js'
import type { EVENT_NAMES } from '../../../contract/events.js'
import { must } from '../rule.js'
import { advance, backstageOf, type Stage } from './stage.js'

/** A delivery as it arrived. */
export interface Received {
  method: string
  path: string
  headers: Record<string, string>
  body: Buffer
  json: JsonObject
}

/** A receiver of webhooks on loopback: keeps what arrives, and answers what it was asked to. */
export interface Receiver {
  url: string
  received: Received[]
  /** Statuses of the next answers, then `otherwise`; 0 never answers. */
  script: number[]
  otherwise: number
  close(): Promise<void>
}

/** Listens on a free port of loopback. */
export async function openReceiver(): Promise<Receiver> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks)
      const json = parseJson(body.toString())
      const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
      const { method = '', url: path = '' } = request
      receiver.received.push({ method, path, headers, body, json: isObject(json) ? json : {} })
      const status = receiver.script.shift() ?? receiver.otherwise
      if (status === 0) return
      response.writeHead(status, status >= 300 && status < 400 ? { location: `${receiver.url}/elsewhere` } : {}).end()
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received: [],
    script: [],
    otherwise: 200,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return receiver
}

type EventName = (typeof EVENT_NAMES)[number]

/** A subscription of the receiver, and what reached it. */
export interface Subscribed {
  id: string
  secret: string
  receiver: Receiver
}

/** Subscribes the receiver to events. */
export async function subscribe(stage: Stage, events: EventName[]): Promise<Subscribed> {
  const backstage = backstageOf(stage)
  const receiver = await backstage.receiver()
  const body = { url: `${receiver.url}/hook`, events, local: true }
  const { id, secret } = await backstage.control.createSubscription({ body })
  return { id, secret, receiver }
}

/** Runs what is due, and resolves to the data of the deliveries of an event, by our names. */
export async function dataOf(
  stage: Stage,
  { receiver }: Subscribed,
  event: EventName,
  by = '1ms',
): Promise<JsonObject[]> {
  await advance(stage, by)
  const found = receiver.received.filter(({ json }) => json.event === event)
  const codec = stage.probe.settings.contract.eventCodec(event)
  return found.map(({ json: { data } }) => {
    const ours = codec ? codec.fromWire(data) : data
    return isObject(ours) ? ours : {}
  })
}

/** The one delivery that must have arrived. */
export async function onlyDelivery(stage: Stage, { receiver }: Subscribed): Promise<Received> {
  await advance(stage, '1ms')
  must(receiver.received.length === 1, `${receiver.received.length} deliveries instead of one`)
  return receiver.received[0]!
}

/** The signature as the interface says it, made without the code that checks it elsewhere. */
export function signatureOf(body: Buffer, secret: string): string {
  return `sha256=${createHmac('sha256', Buffer.from(secret, 'utf8')).update(body).digest('hex')}`
}
