import { createHmac } from 'node:crypto'
import { expect } from 'vitest'
import type { Outbound, OutboundRequest } from '../../emulator/index.js'
import type { Json } from './exchange.js'
import { type Organization, type OrganizationOptions, openOrganization } from './organization.js'
import { payloadOf } from './scene.js'
import { emulatorTarget } from './target.js'

/** What a receiver does with a delivery: answers a status, or does not answer at all. */
export type Reaction = number | 'no answer'

export interface Received {
  url: string
  headers: Record<string, string>
  body: Buffer
  timeoutMs: number
  json: Json
}

/** A receiver without a socket: keeps what arrives, answers as asked, by default 200. */
export interface Receiver {
  received: Received[]
  /** Reactions to the next deliveries, then `otherwise`. */
  script: Reaction[]
  otherwise: Reaction
  outbound: Outbound
  /** Deliveries of an event, in order of arrival. */
  of(event: string): Received[]
}

export function makeReceiver(): Receiver {
  const receiver: Receiver = {
    received: [],
    script: [],
    otherwise: 200,
    async outbound(request) {
      receiver.received.push(keep(request))
      const reaction = receiver.script.shift() ?? receiver.otherwise
      if (reaction === 'no answer') throw new Error('no answer within the time limit')
      return { status: reaction }
    },
    of: (event) => receiver.received.filter((delivery) => delivery.json.event === event),
  }
  return receiver
}

function keep({ url, headers, body, timeoutMs }: OutboundRequest): Received {
  const copy = Buffer.from(body)
  const named = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
  return { url, headers: named, body: copy, timeoutMs, json: JSON.parse(copy.toString('utf8')) }
}

export const HOOK = 'https://127.0.0.1:9443/hook'
export const ALL_EVENTS = [
  'content.pushed',
  'series.created',
  'survey.created',
  'survey.published',
  'analysis.completed',
  'flag.raised',
  'report.ready',
  'invites.completed',
  'invite.bounced',
]

/** An organisation whose webhooks reach a receiver of the test. */
export async function openReceivingOrganization(
  skip: Organization['skip'],
  options: OrganizationOptions = {},
): Promise<{ org: Organization; receiver: Receiver }> {
  const receiver = makeReceiver()
  const org = await openOrganization(await emulatorTarget({ outbound: receiver.outbound }), skip, options)
  return { org, receiver }
}

/** Subscribes the receiver; the answer carries the secret. */
export async function subscribe(org: Organization, events: string[] = ALL_EVENTS, url = HOOK): Promise<Json> {
  return payloadOf(await org.control('POST', '/subscriptions', { url, events }))
}

export async function subscription(org: Organization, id: string): Promise<Json> {
  return payloadOf(await org.control('GET', `/subscriptions/${id}`))
}

/** Runs what is due now, waiting for deliveries in flight. */
export async function settle(org: Organization): Promise<void> {
  await org.advance('1ms')
}

/** The signature as the interface says it, made without the source (SIG-1). */
export function signatureOf(body: Buffer, secret: string): string {
  return `sha256=${createHmac('sha256', Buffer.from(secret, 'utf8')).update(body).digest('hex')}`
}

/** The `data` of the only delivery of an event. */
export function onlyData(receiver: Receiver, event: string): Json {
  const deliveries = receiver.of(event)
  expect(deliveries.map((delivery) => delivery.json.event)).toEqual([event])
  return deliveries[0]!.json.data
}
