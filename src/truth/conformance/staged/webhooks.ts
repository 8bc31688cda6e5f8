import type { JsonObject } from '../../../base/is-object.js'
import { EVENT_NAMES } from '../../../contract/events.js'
import { must } from '../rule.js'
import { mustDecline } from './keys.js'
import { items, push } from './pushing.js'
import { dataOf, onlyDelivery, type Subscribed, signatureOf, subscribe } from './receiver.js'
import { advance, backstageOf, createGroup, type Stage, type StagedRule, staged } from './stage.js'

const ISO_UTC = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/

/** One delivery of `series.created`. */
async function emit(stage: Stage): Promise<void> {
  await createGroup(stage)
  await advance(stage, '1ms')
}

async function stateOf(stage: Stage, { id }: Subscribed) {
  return backstageOf(stage).control.getSubscription({ params: { id } })
}

async function setState(stage: Stage, { id }: Subscribed, state: 'active' | 'paused'): Promise<void> {
  await backstageOf(stage).control.updateSubscription({ params: { id }, body: { state } })
}

/** Fails this many first attempts, one event each. */
async function fail(stage: Stage, { receiver }: Subscribed, times: number): Promise<void> {
  receiver.otherwise = 500
  for (let time = 0; time < times; time += 1) await emit(stage)
}

const subscribed = (id: string, look: (stage: Stage, subscription: Subscribed) => Promise<void>): StagedRule =>
  staged(id, async (stage) => look(stage, await subscribe(stage, ['series.created'])))

/** About the one delivery of an event. */
const delivered = (
  id: string,
  look: (delivery: Awaited<ReturnType<typeof onlyDelivery>>, subscription: Subscribed) => void,
) =>
  subscribed(id, async (stage, subscription) => {
    await emit(stage)
    look(await onlyDelivery(stage, subscription), subscription)
  })

const ATTEMPTS: [by: string, after: number][] = [
  ['50s', 1],
  ['20s', 2],
  ['4m', 2],
  ['90s', 3],
  ['48h', 3],
]

/** Attempts of a delivery that always fails: at once, after about a minute, and after about five more. */
const schedule = (id: string) =>
  subscribed(id, async (stage, { receiver }) => {
    receiver.otherwise = 500
    await emit(stage)
    for (const [by, expected] of ATTEMPTS) {
      await advance(stage, by)
      const { length } = receiver.received
      must(length === expected, `${length} attempts instead of ${expected} after another ${by}`)
    }
  })

const CREATE = { url: 'https://127.0.0.1:9443/hook', events: ['series.created' as const] }

/** Subscriptions, their states, and how they are delivered to. */
export const WEBHOOK_RULES: StagedRule[] = [
  staged('SUB-1', async (stage) => {
    const { control } = backstageOf(stage)
    for (const url of ['http://example.com/hook', 'ftp://example.com'])
      await mustDecline(control.createSubscription({ body: { ...CREATE, url } }), url)
  }),
  staged('SUB-2', async (stage) => {
    const subscription = await subscribe(stage, ['survey.created'])
    await stage.scene()
    await advance(stage, '1m')
    const others = subscription.receiver.received.filter(({ json }) => json.event !== 'survey.created')
    must(subscription.receiver.received.length > 0 && others.length === 0, `${others.length} other events`)
  }),
  subscribed('SUB-3', async (stage, { id, secret }) => {
    const { control } = backstageOf(stage)
    const readings = [await control.listSubscriptions(), await control.getSubscription({ params: { id } })]
    must(!JSON.stringify([...readings, await control.listDeliveries()]).includes(secret), 'the secret is shown again')
  }),
  subscribed('SUB-4', async (stage, subscription) => {
    for (const state of ['active', 'paused'] as const) {
      await setState(stage, subscription, state)
      const { secret } = await backstageOf(stage).control.regenerateSecret({ params: { id: subscription.id } })
      must(secret !== subscription.secret, `the secret stays while the subscription is ${state}`)
    }
  }),
  subscribed('SUB-5', async (stage, subscription) => {
    must((await stateOf(stage, subscription)).state === 'active', 'a new subscription is not active')
    await setState(stage, subscription, 'paused')
    must((await stateOf(stage, subscription)).state === 'paused', 'it is not shown as paused')
  }),
  subscribed('SUB-6', async (stage, subscription) => {
    await fail(stage, subscription, 2)
    const { failure_count: count } = await stateOf(stage, subscription)
    must(count === 2, `the failure count is ${count}`)
  }),
  staged('SUB-7', async (stage) => {
    const { control } = backstageOf(stage)
    for (let time = 0; time < 10; time += 1) await control.createSubscription({ body: CREATE })
    await mustDecline(control.createSubscription({ body: CREATE }), 'the 11th subscription')
  }),
  subscribed('SUB-8', async (stage, subscription) => {
    await fail(stage, subscription, 9)
    must((await stateOf(stage, subscription)).state === 'active', 'it is inactive after 9 failures')
    await fail(stage, subscription, 1)
    must((await stateOf(stage, subscription)).state === 'deactivated', 'it is active after 10 failures')
  }),
  subscribed('SUB-9', async (stage, subscription) => {
    await fail(stage, subscription, 10)
    const before = subscription.receiver.received.length
    await emit(stage)
    await advance(stage, '10m')
    must(subscription.receiver.received.length === before, 'a deactivated subscription gets events')
  }),
  subscribed('SUB-10', async (stage, subscription) => {
    await fail(stage, subscription, 10)
    subscription.receiver.otherwise = 200
    await setState(stage, subscription, 'active')
    const before = subscription.receiver.received.length
    await emit(stage)
    must(subscription.receiver.received.length > before, 'an enabled subscription gets nothing')
  }),
  subscribed('SUB-11', async (stage, subscription) => {
    await setState(stage, subscription, 'paused')
    await emit(stage)
    must(subscription.receiver.received.length === 0, 'a paused subscription gets deliveries')
  }),
  subscribed('SUB-12', async (stage, subscription) => {
    await setState(stage, subscription, 'paused')
    await setState(stage, subscription, 'active')
    await emit(stage)
    must(subscription.receiver.received.length === 1, 'a resumed subscription gets nothing')
  }),
  subscribed('SUB-13', async (stage, subscription) => {
    await fail(stage, subscription, 3)
    subscription.receiver.otherwise = 200
    await emit(stage)
    const { state, failure_count: count } = await stateOf(stage, subscription)
    must(state === 'active' && count === 0, `${state} with a count of ${count}`)
  }),
  subscribed('SUB-14', async (stage, subscription) => {
    await fail(stage, subscription, 1)
    await advance(stage, '70s')
    const { failure_count: count } = await stateOf(stage, subscription)
    must(count === 2, `the failure count is ${count} after a failed retry`)
  }),
  delivered('DLV-1', ({ method, path }) => must(method === 'POST' && path === '/hook', `${method} ${path}`)),
  delivered('DLV-2', ({ headers }) =>
    must(headers['content-type']?.split(';')[0] === 'application/json', `${headers['content-type']}`),
  ),
  delivered('DLV-3', ({ headers, json }) =>
    must(headers['x-service-event'] === json.event, `${headers['x-service-event']} for ${json.event}`),
  ),
  delivered('DLV-4', ({ headers }) =>
    must(headers['user-agent'] === 'Service-Webhook/1.0', `${headers['user-agent']}`),
  ),
  delivered('DLV-5', ({ json }) => must(typeof json.event === 'string', 'no event')),
  delivered('DLV-6', ({ json }) => must(ISO_UTC.test(String(json.timestamp)), `timestamp is ${json.timestamp}`)),
  delivered('DLV-7', ({ json }) => must(typeof json.data === 'object' && json.data !== null, 'no data')),
  delivered('SIG-1', ({ headers, body }, { secret }) =>
    must(headers['x-service-signature'] === signatureOf(body, secret), 'the signature does not verify'),
  ),
  subscribed('SIG-5', async (stage, { id, receiver }) => {
    const { secret } = await backstageOf(stage).control.regenerateSecret({ params: { id } })
    await emit(stage)
    const [delivery] = receiver.received
    must(delivery?.headers['x-service-signature'] === signatureOf(delivery!.body, secret), 'signed with another secret')
  }),
  subscribed('DLV-8', async (stage, { receiver }) => {
    for (const status of [200, 202, 204]) {
      receiver.script = [status]
      await emit(stage)
    }
    await advance(stage, '1h')
    must(receiver.received.length === 3, `${receiver.received.length} attempts for 3 deliveries`)
  }),
  {
    ...subscribed('DLV-9', async (stage, subscription) => {
      subscription.receiver.script = [0]
      await emit(stage)
      const { failure_count: count } = await stateOf(stage, subscription)
      must(count === 1, `the failure count is ${count} after 30 seconds without a response`)
    }),
    slow: 'it takes 30 seconds; run it with --rule DLV-9',
  },
  subscribed('DLV-10', async (stage, { receiver }) => {
    receiver.script = [307]
    await emit(stage)
    must(
      receiver.received.every(({ path }) => path === '/hook'),
      'the redirect was followed',
    )
    await advance(stage, '90s')
    must(receiver.received.length === 2, 'a redirect counts as delivered')
  }),
  subscribed('DLV-11', async (stage, { receiver }) => {
    receiver.script = [404]
    await emit(stage)
    await advance(stage, '90s')
    must(receiver.received.length === 2, `${receiver.received.length} attempts`)
  }),
  schedule('DLV-12'),
  schedule('DLV-13'),
  schedule('DLV-14'),
  staged('EVT-1', async (stage) => {
    const { payload } = await stage.probe.get('/me')
    const listed = Array.isArray(payload.webhook_events) ? payload.webhook_events : []
    must(listed.length > 0, 'introspection lists no events')
    await backstageOf(stage).control.createSubscription({ body: { ...CREATE, events: listed as never } })
    const unknown = { ...CREATE, events: ['survey.deleted'] as never }
    await mustDecline(backstageOf(stage).control.createSubscription({ body: unknown }), 'an event that is not listed')
    must(
      EVENT_NAMES.every((name) => listed.includes(name)),
      `introspection lists ${listed.join(', ')}`,
    )
  }),
  subscribed('EVT-15', async (stage, { id, receiver }) => {
    await backstageOf(stage).control.testSubscription({ params: { id } })
    await advance(stage, '1ms')
    must(receiver.received.length === 1, 'no test delivery arrives')
  }),
  subscribed('EVT-16', async (stage, { id, receiver }) => {
    await backstageOf(stage).control.testSubscription({ params: { id } })
    await advance(stage, '1ms')
    must(receiver.received[0]?.json.event === 'test', `event is ${receiver.received[0]?.json.event}`)
  }),
  staged('GRP-6', async (stage) => {
    const name = stage.unique('group')
    await createGroup(stage, name)
    const subscription = await subscribe(stage, ['series.created'])
    await createGroup(stage, name)
    await advance(stage, '1m')
    must(subscription.receiver.received.length === 0, 'series.created was sent for an existing group')
  }),
  staged('EVT-2', async (stage) => {
    const subscription = await subscribe(stage, ['content.pushed'])
    await push(stage, items(stage, 3))
    const [data] = await dataOf(stage, subscription, 'content.pushed')
    must((data as JsonObject | undefined)?.inserted === 3, `content.pushed came with ${JSON.stringify(data)}`)
  }),
]
