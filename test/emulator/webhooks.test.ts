import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createMemoryFiles } from '../../emulator/adapters/files-memory.js'
import type { Outbound, OutboundRequest } from '../../emulator/index.js'
import { type Json, requireOk, type Service, START, startService } from './service.js'
import { cancelPending, type Model, runModel } from './webhook-model.js'

const RUNS = process.env.INPK_SOAK === undefined ? 100 : 10_000
const DATA = { survey_series_id: 1, name: 'Shops' }

/** Steps of a sequence. Whatever is emitted comes a millisecond later, so that no two attempts are ever due at once. */
type Step =
  | { do: 'event' | 'test' | 'pause' | 'resume' | 'regenerate' | 'restart' }
  | { do: 'advance'; seconds: number }
  | { do: 'answers'; ok: boolean }

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: fc.constant({ do: 'event' } as const) },
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('advance' as const),
      seconds: fc.constantFrom(1, 59, 60, 299, 300, 361, 4_000),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('answers' as const), ok: fc.boolean() }) },
  {
    weight: 2,
    arbitrary: fc
      .constantFrom(...(['test', 'pause', 'resume', 'regenerate', 'restart'] as const))
      .map((each) => ({ do: each })),
  },
)

describe('the deliveries of a subscription', () => {
  it('[DLV-11, DLV-12, DLV-13, DLV-14, SUB-8, SUB-11, SUB-13, SUB-14, SIG-5] any sequence of answers, pauses, secrets, hours and restarts ends as a model of 30 lines ends', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 40, size: 'max' }), async (steps) => {
        const scene = await openScene()
        for (const each of steps) {
          await take(scene, each)
          await compare(scene)
        }
        await scene.service.emulator.close()
      }),
      { numRuns: RUNS },
    )
  }, 3_600_000)

  it('[DLV-12, DLV-13, DLV-14] attempts are due 0, 60 and 360 seconds after the event; no fourth follows', async () => {
    const scene = await openScene()
    scene.ok = false
    await take(scene, { do: 'event' })
    for (let minute = 0; minute < 20; minute += 1) await take(scene, { do: 'advance', seconds: 30 })
    const [{ attempts }] = requireOk(await scene.service.control('GET', '/deliveries')).items
    const times: number[] = attempts.map((each: Json) => Date.parse(each.at))
    expect(times.map((at) => at - times[0]!)).toEqual([0, 60_000, 360_000])
    expect(scene.received).toHaveLength(3)
  })

  it('[SUB-8] the tenth failure in a row deactivates, the ninth does not, and a restart in between forgets nothing', async () => {
    const scene = await openScene()
    scene.ok = false
    for (let event = 0; event < 3; event += 1) {
      await take(scene, { do: 'event' })
      await take(scene, { do: 'advance', seconds: 400 })
    }
    await take(scene, { do: 'restart' })
    expect(await subscription(scene)).toMatchObject({ state: 'active', failure_count: 9 })
    await take(scene, { do: 'event' })
    expect(await subscription(scene)).toMatchObject({ state: 'deactivated', failure_count: 10 })
  })

  it('[DLV-10] a redirect is a failure', async () => {
    const scene = await openScene(async () => ({ status: 307 }))
    await scene.service.control('POST', '/events', { event: 'series.created', data: DATA })
    await scene.service.emulator.idle()
    expect(await subscription(scene)).toMatchObject({ failure_count: 1 })
  })

  it('[EVT-15] test deliveries never count, however many fail', async () => {
    const scene = await openScene()
    scene.ok = false
    for (let test = 0; test < 12; test += 1) await take(scene, { do: 'test' })
    await take(scene, { do: 'advance', seconds: 4_000 })
    expect(scene.received).toHaveLength(12)
    expect(await subscription(scene)).toMatchObject({ state: 'active', failure_count: 0 })
  })

  it('a receiver that still thinks when the emulator stops does not hold it up, and hears of it again', async () => {
    const files = createMemoryFiles()
    const heard: string[] = []
    const thinking: Outbound = ({ body, signal }) => {
      heard.push(Buffer.from(body).toString())
      return new Promise((_answered, failed) => signal?.addEventListener('abort', () => failed(signal.reason)))
    }
    const scene = await openScene(thinking, files)
    await scene.service.control('POST', '/events', { event: 'series.created', data: DATA })
    await scene.service.emulator.close()
    const again = await startService({
      files,
      outbound: async ({ body }) => ({ status: heard.push(String(body)) && 200 }),
    })
    await again.emulator.idle()
    expect(heard).toHaveLength(2)
    const [delivery] = requireOk(await again.control('GET', '/deliveries')).items
    expect([delivery.state, delivery.attempts.length]).toEqual(['delivered', 1])
  })

  it('a delivery still names its target when its subscription is gone', async () => {
    const scene = await openScene()
    const { url } = await subscription(scene)
    await take(scene, { do: 'event' })
    await take(scene, { do: 'test' })
    await scene.service.control('DELETE', `/subscriptions/1`)
    const { items } = requireOk(await scene.service.control('GET', '/deliveries'))
    expect(items.map((each: Json) => each.url)).toEqual([url, url])
  })

  it('an attempt on its way when the organisation is reset says nothing about the deliveries after the reset', async () => {
    const answers: ((status: number) => void)[] = []
    const scene = await openScene(() => new Promise((done) => answers.push((status) => done({ status }))))
    const emit = () => scene.service.control('POST', '/events', { event: 'series.created', data: DATA })
    await emit()
    await until(() => answers.length === 1)
    await scene.service.control('POST', '/reset')
    await subscribe(scene.service)
    await emit()
    await until(() => answers.length === 2)
    answers[0]!(500)
    answers[1]!(200)
    await scene.service.emulator.idle()
    const { items } = requireOk(await scene.service.control('GET', '/deliveries'))
    expect(items.map((each: Json) => [each.id, each.state])).toEqual([['dlv_1', 'delivered']])
    expect(await subscription(scene)).toMatchObject({ failure_count: 0 })
  })

  it('the ledger is newest first, also after a restart', async () => {
    const scene = await openScene()
    for (let event = 0; event < 11; event += 1) await take(scene, { do: 'event' })
    await take(scene, { do: 'restart' })
    const { items } = requireOk(await scene.service.control('GET', '/deliveries?limit=3'))
    expect(items.map((each: Json) => each.id)).toEqual(['dlv_11', 'dlv_10', 'dlv_9'])
  })
})

interface Scene {
  service: Service
  files: ReturnType<typeof createMemoryFiles>
  outbound: Outbound
  model: Model
  /** What the receiver answers from now on. */
  ok: boolean
  secret: string
  received: { id: string; body: string }[]
}

async function openScene(outbound?: Outbound, files = createMemoryFiles()): Promise<Scene> {
  const scene: Scene = {
    service: undefined as unknown as Service,
    files,
    outbound: outbound ?? (async (request) => receive(scene, request)),
    model: { now: START, subscription: { state: 'active', failures: 0 }, deliveries: [] },
    ok: true,
    secret: '',
    received: [],
  }
  scene.service = await startService({ files, outbound: scene.outbound })
  scene.secret = await subscribe(scene.service)
  return scene
}

async function subscribe(service: Service): Promise<string> {
  const hook = { url: 'https://127.0.0.1:9/hook', events: ['series.created'] }
  return requireOk(await service.control('POST', '/subscriptions', hook)).secret
}

/** A receiver that checks what no delivery may lack: the signature of the secret of now, and the bytes of the first attempt. */
function receive(scene: Scene, { headers, body }: OutboundRequest): { status: number } {
  const text = Buffer.from(body).toString()
  const id = headers['X-Service-Delivery']!
  const before = scene.received.find((each) => each.id === id)
  if (before) expect(text, '[DLV-11] the same bytes on every attempt').toBe(before.body)
  const expected = `sha256=${createHmac('sha256', scene.secret).update(body).digest('hex')}`
  expect(headers['X-Service-Signature'], '[SIG-5] signed with the secret of now').toBe(expected)
  scene.received.push({ id, body: text })
  return { status: scene.ok ? 200 : 503 }
}

async function take(scene: Scene, step: Step): Promise<void> {
  const { service, model } = scene
  const patch = async (state: 'active' | 'paused') =>
    requireOk(await service.control('PATCH', '/subscriptions/1', { state }))
  switch (step.do) {
    case 'event':
    case 'test':
      await advance(scene, 1)
      await emit(scene, step.do)
      break
    case 'advance':
      await advance(scene, step.seconds * 1_000)
      break
    case 'answers':
      scene.ok = step.ok
      break
    case 'pause':
      await patch('paused')
      model.subscription.state = 'paused'
      cancelPending(model)
      break
    case 'resume':
      await patch('active')
      if (model.subscription.state !== 'active') model.subscription = { state: 'active', failures: 0 }
      break
    case 'regenerate':
      scene.secret = requireOk(await service.control('POST', '/subscriptions/1/secret')).secret
      break
    case 'restart':
      await service.emulator.close()
      scene.service = await startService({ files: scene.files, outbound: scene.outbound })
  }
}

async function emit({ service, model, ok }: Scene, kind: 'event' | 'test'): Promise<void> {
  const active = model.subscription.state === 'active'
  if (kind === 'test' || active) model.deliveries.push({ at: model.now, kind, state: 'pending', attempts: [] })
  requireOk(
    kind === 'event'
      ? await service.control('POST', '/events', { event: 'series.created', data: DATA })
      : await service.control('POST', '/subscriptions/1/test'),
  )
  await service.emulator.idle()
  runModel(model, model.now, () => ok)
}

/** Moves both clocks. */
async function advance({ service, model, ok }: Scene, ms: number): Promise<void> {
  const until = model.now + ms
  requireOk(await service.control('POST', '/clock/advance', { to: new Date(until).toISOString() }))
  runModel(model, until, () => ok)
}

async function compare({ service, model }: Scene): Promise<void> {
  const shown = await subscription({ service })
  expect([shown.state, shown.failure_count]).toEqual([model.subscription.state, model.subscription.failures])
  const { items } = requireOk(await service.control('GET', '/deliveries?limit=200'))
  const real = items.map(({ state, attempts }: Json) => ({
    state,
    attempts: attempts.map((each: Json) => Date.parse(each.at)),
  }))
  expect(real).toEqual(model.deliveries.map(({ state, attempts }) => ({ state, attempts })).reverse())
}

async function subscription({ service }: Pick<Scene, 'service'>): Promise<Json> {
  return requireOk(await service.control('GET', '/subscriptions/1'))
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setImmediate(resolve))
}
