import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createMutex, emptyCounters, type Organization } from '../../emulator/core/organization.js'
import type { Backend } from '../../emulator/core/service.js'
import { manualClock } from '../../emulator/index.js'
import { createRunner } from '../../emulator/jobs/runner.js'
import { attemptJobId, newDelivery } from '../../emulator/rules/deliveries.js'
import { apply } from '../../emulator/state/apply.js'
import { type Change, put, remove } from '../../emulator/state/change.js'
import { emptyState } from '../../emulator/state/initial.js'
import { jobOrder } from '../../emulator/state/job-order.js'
import type { Delivery, Job, State, Subscription } from '../../emulator/state/state.js'
import { capsWith } from '../../src/contract/caps.js'
import { DEFAULT_CONTRACT } from '../../src/contract/facts/contract.js'
import { START } from './service.js'

/** How often a row was looked at. */
interface Looks {
  count: number
}

/** Asked by any walk over jobs or deliveries, so that each row it comes by counts as a look. */
class PendingDelivery {
  readonly subscriptionId = 1
  readonly kind = 'event'
  readonly createdAt = START
  readonly body = '{}'
  readonly attempts = []
  constructor(private readonly looks: Looks) {}
  get state() {
    this.looks.count += 1
    return 'pending'
  }
}
class LookedJob {
  constructor(
    private readonly looks: Looks,
    private readonly due: number,
    readonly id: string,
    readonly kind: Job['kind'],
    readonly deliveryId: string,
  ) {}
  get dueAt() {
    this.looks.count += 1
    return this.due
  }
}

function attempt(looks: Looks, deliveryId: string, dueAt: number): Job {
  return new LookedJob(looks, dueAt, attemptJobId(deliveryId), 'attempt', deliveryId) as unknown as Job
}

/** An organisation in memory alone, with two subscriptions, and so many deliveries to the first that wait, every other of them due already. */
function organizationWith(pending: number) {
  const looks = { count: 0 }
  const state: State = { ...emptyState(), clock: { mode: 'frozen', now: START } }
  for (const id of [1, 2]) {
    const row = { id, url: `https://127.0.0.1:${id}/`, events: [], local: true, ca: null, state: 'active' }
    state.subscriptions[id] = { ...row, failureCount: 0, createdAt: START } as Subscription
  }
  const delivery = new PendingDelivery(looks) as unknown as Delivery
  for (let number = 1; number <= pending; number += 1) {
    const job = attempt(looks, `dlv_${number}`, number % 2 === 0 ? START : START + 60_000)
    state.jobs[job.id] = job
    state.deliveries[`dlv_${number}`] = delivery
  }
  const counting = (change: Change) =>
    change.type === 'put' && change.table === 'jobs' && change.row.kind === 'attempt'
      ? put('jobs', change.id, attempt(looks, change.row.deliveryId, change.row.dueAt))
      : change
  const commit = ({ changes }: { changes: readonly Change[] }) => {
    for (const change of changes) apply(state, counting(change))
    return { seq: 0, durable: Promise.resolve() }
  }
  const organization = {
    id: 1,
    store: { state, commit, durable: async () => {}, secret: () => 'secret' },
    counters: emptyCounters(),
    running: new Map(),
    contract: DEFAULT_CONTRACT,
    caps: capsWith({ deliveries: 1_000_000 }),
    runExclusive: createMutex(),
  } as unknown as Organization
  return { organization, state, looks, commit }
}

function deliveryRow(number: number, subscriptionId: number) {
  const id = `dlv_${number}`
  return { id, subscriptionId, event: 'test', eventId: `evt_${number}`, kind: 'event', body: '{}' } as const
}

/** Looks that three deliveries to a quick receiver cost, while so many wait for one that never answers. */
async function looksOfDeliveries(pending: number): Promise<number> {
  const { organization, state, looks, commit } = organizationWith(pending)
  const faults: unknown[] = []
  const backend = {
    settings: { allowPrivateWebhooks: true },
    clock: manualClock(START),
    organizations: { isOpen: () => true },
    outbound: ({ url }: { url: string }) =>
      url.endsWith(':1/') ? new Promise(() => {}) : Promise.resolve({ status: 204 }),
    onFault: (error: unknown) => faults.push(error),
  } as unknown as Backend
  const jobs = createRunner(backend, undefined)
  const send = async (number: number) => {
    const delivery = deliveryRow(pending + number, 2)
    commit({ changes: newDelivery(delivery, START) })
    jobs.wake(organization)
    while (organization.running.has(attemptJobId(delivery.id))) await new Promise(setImmediate)
    expect(state.deliveries[delivery.id]?.state).toBe('delivered')
  }
  // What follows from the tables is made once.
  await send(1)
  looks.count = 0
  for (const number of [2, 3, 4]) await send(number)
  expect(faults).toEqual([])
  return looks.count
}

describe('the cost of a delivery (speed B)', () => {
  it('is the same with 1,000 and with 100,000 others that wait, half of them due already', async () => {
    const few = await looksOfDeliveries(1_000)
    expect(few).toBeGreaterThan(10)
    expect(await looksOfDeliveries(100_000)).toBe(few)
  })

  it('a job is put among 10,000 and taken away again in some dozens of looks', () => {
    const looks = { count: 0 }
    const state = emptyState()
    for (let number = 0; number < 10_000; number += 1) {
      const job = attempt(looks, `dlv_${number}`, (number * 7_919) % 10_000)
      state.jobs[job.id] = job
    }
    jobOrder(state)
    looks.count = 0
    const { id } = attempt(looks, 'dlv_7', 0)
    apply(state, put('jobs', id, attempt(looks, 'dlv_7', 5_000)))
    apply(state, put('jobs', id, attempt(looks, 'dlv_7', -1)))
    expect(jobOrder(state).first()?.job.id).toBe(id)
    apply(state, remove('jobs', id))
    expect(looks.count).toBeLessThan(200)
  })
})

type Step = { do: 'put'; id: number; dueAt: number } | { do: 'remove' | 'start' | 'end' | 'break'; id: number }

/** After a restore, what ran before it runs on, and may be put again; it is not lost where its lane was empty meanwhile. */
const RAN_BEFORE: Step[] = [
  { do: 'put', id: 4, dueAt: 0 },
  { do: 'start', id: 0 },
  { do: 'put', id: 0, dueAt: 0 },
  { do: 'remove', id: 4 },
  { do: 'end', id: 0 },
]

const id = fc.nat(9)
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant('put' as const), id, dueAt: fc.nat(3) }),
  fc.record({ do: fc.constantFrom('remove' as const, 'start' as const, 'end' as const, 'break' as const), id }),
)

describe('the order of jobs', () => {
  it('is that of the table sorted by due time, without what runs or broke, whatever was put, taken and ended', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const state = emptyState()
        const [running, broken] = [new Set<string>(), new Set<string>()]
        const order = jobOrder(state)
        for (const each of steps) {
          const name = `analyse:${each.id}`
          const row = { id: name, kind: 'analyse', sourceId: 1, waitingSince: 0 } as const
          if (each.do === 'put') apply(state, put('jobs', name, { ...row, dueAt: each.dueAt }))
          if (each.do === 'remove') {
            apply(state, remove('jobs', name))
            broken.delete(name)
          }
          if (each.do === 'start' && !broken.has(name)) {
            order.start(name)
            running.add(name)
          }
          if ((each.do === 'end' || each.do === 'break') && running.has(name)) {
            order.end(name, each.do === 'end' ? 'over' : 'broken')
            running.delete(name)
            if (each.do === 'break') broken.add(name)
          }
          const waiting = Object.values(state.jobs)
            .filter((job) => !running.has(job.id) && !broken.has(job.id))
            .sort((a, b) => a.dueAt - b.dueAt)
          expect(order.first()?.job).toEqual(waiting[0])
        }
      }),
      { examples: [[RAN_BEFORE]] },
    )
  })
})
