import { describe, expect, it } from 'vitest'
import type { Subject } from '../../../src/webhooks/prove/play.js'
import { proveReceiver, Unprovable } from '../../../src/webhooks/prove/prove.js'
import { modelReceiver } from './model-receiver.js'

const EVENTS = ['survey.created', 'survey.published', 'content.pushed', 'content.pushed', 'analysis.completed']
const [CREATED, PUBLISHED, PUSHED, PUSHED_2, ANALYSED] = [0, 1, 2, 3, 4]

async function prove(
  subject: Subject,
  { orders = 500, seed = 1, budgetMs = 60_000, monotonic = (): number => 0 } = {},
) {
  return proveReceiver(subject, { orders, seed, budgetMs, monotonic })
}

async function patternOf(subject: Subject) {
  const { counterexample } = await prove(subject)
  const deliveries = counterexample?.steps.map(({ event }) => event)
  return {
    kind: counterexample?.pattern.kind,
    sentence: counterexample?.pattern.sentence,
    deliveries,
    fewest: counterexample?.isFewest,
  }
}

interface Source {
  known: boolean
  state: string
  items: number
  handled: number[]
}
const source = (): Source => ({ known: false, state: '', items: 0, handled: [] })

describe('[CLI-3, CLI-4] a receiver that depends on neither order nor repetition', () => {
  it('ends in one state in every order', async () => {
    const receiver = modelReceiver(
      EVENTS,
      () => ({ seen: [] as number[] }),
      (state, { event }) => {
        state.seen = [...new Set([...state.seen, event])].sort()
      },
    )
    const report = await prove(receiver)
    expect(report).toMatchObject({ played: 500, planned: 500, isEvery: false, refused: 0 })
    expect(report.counterexample).toBeUndefined()
    // Three undisturbed runs, and one more as what the orders are compared with.
    expect(receiver.plays).toBe(500 + 4)
  })

  it('may refuse what it is not ready for, as long as the retries are enough', async () => {
    const receiver = modelReceiver(['survey.created', 'content.pushed'], source, (state, { event }) => {
      if (event === 1 && !state.known) return 503
      state.known = true
      if (!state.handled.includes(event)) state.handled = [...state.handled, event].sort()
      return 204
    })
    const { counterexample, refused } = await prove(receiver, { orders: 3 })
    expect(counterexample).toBeUndefined()
    expect(refused).toBeGreaterThan(0)
  })

  it('one event: every order is two', async () => {
    const receiver = modelReceiver(
      ['report.ready'],
      () => ({ n: 0 }),
      (state) => {
        state.n = 1
        return 204
      },
    )
    expect(await prove(receiver)).toMatchObject({ played: 2, planned: 2, isEvery: true })
  })
})

describe('a receiver with a bug', () => {
  it('[CLI-3] handles an event twice', async () => {
    const receiver = modelReceiver(EVENTS, source, (state, { event }) => {
      if (event === PUSHED_2) state.items += 5
    })
    expect(await patternOf(receiver)).toEqual({
      kind: 'handled-twice',
      sentence: 'handles `content.pushed` twice',
      deliveries: [PUSHED_2, PUSHED_2],
      fewest: true,
    })
  })

  it('[CLI-3] handles it a third time only', async () => {
    const receiver = modelReceiver(EVENTS, source, (state, { event, attempt }) => {
      if (event === PUSHED && attempt !== 2) state.items += 1
    })
    expect(await patternOf(receiver)).toMatchObject({
      sentence: 'handles `content.pushed` 3 times',
      deliveries: [PUSHED, PUSHED, PUSHED],
    })
  })

  it('[CLI-3] remembers only the last delivery', async () => {
    const receiver = modelReceiver(
      EVENTS,
      () => ({ last: -1, sum: 0 }),
      (state, { event }) => {
        if (event !== PUSHED && event !== PUBLISHED) return
        if (event !== state.last) state.sum += event
        state.last = event
      },
    )
    // What it remembers is not part of what is compared.
    const { kind, sentence, deliveries } = await patternOf({
      ...receiver,
      readState: async () => JSON.stringify(JSON.parse(await receiver.readState()).sum),
    })
    expect(kind).toBe('handled-twice')
    expect(deliveries).toHaveLength(3)
    expect(sentence).toMatch(/^handles `[a-z.]+` twice with `[a-z.]+` in between$/)
  })

  it('[CLI-4] assumes that one event comes before another', async () => {
    const receiver = modelReceiver(EVENTS, source, (state, { event }) => {
      if (event === CREATED) state.known = true
      if (event === PUSHED && state.known) state.items = 5
    })
    expect(await patternOf(receiver)).toEqual({
      kind: 'assumes-order',
      sentence: 'assumes `survey.created` before `content.pushed`',
      deliveries: [PUSHED, CREATED],
      fewest: true,
    })
  })

  it('[CLI-4] ignores an event after the one it expects behind it', async () => {
    const receiver = modelReceiver(EVENTS, source, (state, { event }) => {
      if (event === ANALYSED) state.state = 'closed'
      if (event === PUBLISHED && state.state !== 'closed') state.known = true
    })
    expect(await patternOf(receiver)).toMatchObject({
      kind: 'assumes-order',
      sentence: 'assumes `survey.published` before `analysis.completed`',
    })
  })

  it('[CLI-4] lets an older event overwrite a newer one', async () => {
    const receiver = modelReceiver(EVENTS, source, (state, { event }) => {
      if (event === CREATED) state.state = 'draft'
      if (event === PUBLISHED) state.state = 'published'
    })
    expect(await patternOf(receiver)).toMatchObject({
      kind: 'older-overwrites-newer',
      sentence: 'lets an older event overwrite a newer one (`survey.created` after `survey.published`)',
      deliveries: [PUBLISHED, CREATED],
    })
  })

  it('[CLI-4] lets the older of two like events overwrite the newer', async () => {
    const receiver = modelReceiver(EVENTS, source, (state, { event }) => {
      if (event === PUSHED || event === PUSHED_2) state.items = event
    })
    expect(await patternOf(receiver)).toMatchObject({
      kind: 'older-overwrites-newer',
      sentence: 'lets an older event overwrite a newer one (two of `content.pushed`)',
      deliveries: [PUSHED_2, PUSHED],
    })
  })

  it('[CLI-3, CLI-4] lets a redelivered event overwrite a newer one that it refused before its time', async () => {
    const receiver = modelReceiver(EVENTS, source, (state, { event }) => {
      if (event === PUBLISHED && state.state === '') return 409
      if (event === CREATED) state.state = 'draft'
      if (event === PUBLISHED) state.state = 'published'
      return 204
    })
    expect(await patternOf(receiver)).toMatchObject({
      kind: 'older-overwrites-newer',
      deliveries: [CREATED, PUBLISHED, CREATED],
    })
  })

  it('[DLV-14] gives up on what it refuses for too long', async () => {
    const receiver = modelReceiver(['survey.created', 'content.pushed'], source, (state, { event }) => {
      if (event === CREATED) state.known = true
      else if (!state.known) return 404
      else state.items = 5
      return 204
    })
    expect(await patternOf(receiver)).toEqual({
      kind: 'gives-up',
      sentence: 'refuses `content.pushed` until `survey.created` has come, and so loses it',
      deliveries: [1, 1, 1, 0],
      fewest: true,
    })
  })

  it('needs three events in order', async () => {
    const receiver = modelReceiver(
      EVENTS,
      () => ({ seen: [] as number[], wrong: false }),
      (state, { event }) => {
        if (state.seen.includes(event)) return
        state.seen = [...state.seen, event]
        if (state.seen.join().includes('2,3,1')) state.wrong = true
      },
    )
    const { deliveries, sentence } = await patternOf({
      ...receiver,
      readState: async () => JSON.stringify(JSON.parse(await receiver.readState()).wrong),
    })
    expect(deliveries).toEqual([PUSHED, PUSHED_2, PUBLISHED])
    expect(sentence).toBe('assumes that events come in order: `survey.published`, `content.pushed`, `content.pushed`')
  })

  it('shows what differs, and in which order it was found', async () => {
    const receiver = modelReceiver(['content.pushed'], source, (state) => {
      state.items += 5
      return 204
    })
    const { counterexample, played } = await prove(receiver)
    expect(counterexample?.differences).toEqual([{ at: 'items', expected: '5', found: '10' }])
    expect([played, counterexample?.foundIn]).toEqual([1, 1])
  })

  it('shrinks fifty events to two', async () => {
    const many = Array.from({ length: 50 }, (_, index) => `event.${index}`)
    const receiver = modelReceiver(
      many,
      () => ({ seen: [] as number[] }),
      (state, { event }) => {
        if (!state.seen.includes(event) && (event !== 31 || !state.seen.includes(47))) state.seen.push(event)
      },
    )
    const { deliveries } = await patternOf({
      ...receiver,
      readState: async () => JSON.stringify(JSON.parse(await receiver.readState()).seen.sort()),
    })
    expect(deliveries).toEqual([47, 31])
  })
})

describe('what proves nothing', () => {
  it('a state that differs by itself', async () => {
    let clock = 0
    const receiver = modelReceiver(
      EVENTS,
      () => ({ at: 0 }),
      (state) => {
        clock += 1
        state.at = clock
        return 204
      },
    )
    await expect(prove(receiver)).rejects.toMatchObject({ name: 'Unprovable', why: 'unsteady', found: [{ at: 'at' }] })
    expect(receiver.plays).toBe(2)
  })

  it('a state that is left from the run before', async () => {
    const kept: string[] = []
    const receiver = modelReceiver(
      EVENTS,
      () => kept,
      (state, { name }) => void state.push(name),
    )
    await expect(prove(receiver)).rejects.toThrow(/differs between undisturbed runs/)
  })

  it('a state that changes by itself later on: it is not blamed on an order', async () => {
    let runs = 0
    const receiver = modelReceiver(
      EVENTS,
      () => ({ day: ++runs > 20 ? 2 : 1 }),
      () => 204,
    )
    await expect(prove(receiver)).rejects.toBeInstanceOf(Unprovable)
  })

  it('a state that differs once: it is not blamed on an order either', async () => {
    let runs = 0
    const receiver = modelReceiver(
      EVENTS,
      () => ({ day: ++runs === 10 ? 2 : 1 }),
      () => 204,
    )
    await expect(prove(receiver)).rejects.toMatchObject({ name: 'Unprovable', why: 'unsteady' })
    expect(receiver.plays).toBe(10)
  })

  it('an event that is refused though it comes once and in order', async () => {
    const receiver = modelReceiver(EVENTS, source, (_, { event }) => (event === PUBLISHED ? 401 : 204))
    await expect(prove(receiver)).rejects.toMatchObject({
      why: 'refused',
      message: 'the receiver refuses survey.published (401)',
    })
  })
})

it('stops when the time is up, and says how far it came', async () => {
  let now = 0
  const receiver = modelReceiver(EVENTS, source, () => {
    now += 1
    return 204
  })
  const report = await prove(receiver, { budgetMs: 100, monotonic: () => now })
  expect(report.played).toBeLessThan(30)
  expect(report.played).toBeGreaterThan(5)
  expect(report.planned).toBe(500)
})

it('ends when it is asked to stop', async () => {
  const stop = new AbortController()
  const receiver = modelReceiver(EVENTS, source, () => 204)
  const options = { orders: 500, seed: 1, budgetMs: 1, monotonic: () => 0, signal: stop.signal }
  const proof = proveReceiver(receiver, {
    ...options,
    onProgress: ({ played }) => played === 3 && stop.abort(new Error('stop')),
  })
  await expect(proof).rejects.toThrow('stop')
  expect(receiver.plays).toBeLessThan(10)
})
