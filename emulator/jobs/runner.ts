import { setMaxListeners } from 'node:events'
import { formatSecond } from '../../src/contract/times.js'
import { createMutex, type Organization } from '../core/organization.js'
import type { Backend, Fired, JobContext, MailRelay, Runner, Stopping } from '../core/service.js'
import { clockAt, timeOf } from '../rules/clock.js'
import { set } from '../state/change.js'
import { type JobOrder, jobOrder, type Lane } from '../state/job-order.js'
import type { Job } from '../state/state.js'
import { createAlarms } from './alarms.js'
import { hasAttemptRoom } from './deliver-webhook.js'
import { dropListener, leasesOf } from './leases.js'
import { runJob } from './run-job.js'

const DISK_RETRY_MS = 5_000
/** A receiver that takes longer doesn't delay the end. */
const STOP_PATIENCE_MS = 1_000

/** What a runner remembers between two wakes. */
interface RunnerState {
  context: JobContext
  timers: Map<Organization, () => void>
  /** What has fired so far in an organisation whose clock is being advanced. */
  fired: Map<Organization, Fired[]>
  /** Calls that advance the clock of an organisation take turns. */
  advancing: WeakMap<Organization, ReturnType<typeof createMutex>>
  /** The order of jobs that knows what runs in an organisation. */
  orders: WeakMap<Organization, JobOrder>
  stopped: boolean
}

/** A runner over the organisations of an emulator. */
export function createRunner(backend: Backend, relay: MailRelay | undefined): Runner {
  const stopping = new AbortController()
  // All webhooks and delayed answers on their way listen to one signal; Node warns of a leak above ten.
  setMaxListeners(0, stopping.signal)
  const jobs: Stopping = {
    get stopped() {
      return state.stopped
    },
    stopping: stopping.signal,
  }
  const state: RunnerState = {
    context: { ...backend, relay, jobs },
    timers: new Map(),
    fired: new Map(),
    advancing: new WeakMap(),
    orders: new WeakMap(),
    stopped: false,
  }
  const alarms = createAlarms(backend, (organization) => wake(state, organization))
  return {
    wake: (organization) => wake(state, organization),
    settle: (organization) => settle(state, organization),
    async wakeAll() {
      for (const organization of backend.organizations.opened()) wake(state, organization)
      await alarms.set()
    },
    advance: (organization, target) => turnOf(state, organization)(() => advance(state, organization, target)),
    get stopped() {
      return state.stopped
    },
    stopping: stopping.signal,
    async stop() {
      const { analyst, clock, organizations } = backend
      state.stopped = true
      // A pass starts again with the next start, so no one waits for it now.
      await analyst.close()
      for (const organization of organizations.opened()) await organization.analysis.close()
      for (const cancel of state.timers.values()) cancel()
      alarms.stop()
      const cancelAbort = clock.after(STOP_PATIENCE_MS, () => stopping.abort())
      for (const organization of organizations.opened()) await Promise.all(organization.running.values())
      cancelAbort()
      stopping.abort()
    },
  }
}

function wake(runner: RunnerState, organization: Organization): void {
  runner.timers.get(organization)?.()
  runner.timers.delete(organization)
  if (runner.stopped || !runner.context.organizations.isOpen(organization)) return
  if (organization.store.failed) wakeOnceReady(runner, organization)
  else startDue(runner, organization)
}

function startDue(runner: RunnerState, organization: Organization): void {
  const now = timeIn(runner, organization)
  const { state } = organization.store
  const isFrozen = state.clock.mode === 'frozen'
  const order = orderOf(runner, organization)
  const full = new Set<Lane>()
  let next = order.first()
  while (next && next.job.dueAt <= now && (!isFrozen || isItsTurn(next.job, order, organization))) {
    if (hasAttemptRoom(state, next.lane)) start(runner, organization, next.job)
    else full.add(next.lane)
    next = order.first(full)
  }
  const waits = [...dropGone(runner, organization), ...(next && !isFrozen ? [next.job.dueAt - now] : [])]
  if (waits.length === 0) return
  runner.timers.set(
    organization,
    runner.context.clock.after(Math.min(...waits), () => wake(runner, organization)),
  )
}

/**
 * Whether a job may start beside those that run, at the clock's time. A pass works a while before it commits, so it
 * runs alone among the jobs: what is due at one moment comes out in one order however long each of them takes.
 */
function isItsTurn(job: Job, order: JobOrder, { running }: Organization): boolean {
  if (job.kind === 'analyse') return running.size === 0
  return order.running(({ kind }) => kind === 'analyse') === 0
}

/**
 * Drops the listeners that no longer exist. Returns how long the other leases still run, in real time whatever the organisation's
 * clock.
 */
function dropGone(runner: RunnerState, organization: Organization): number[] {
  const now = runner.context.clock.now()
  const leases = leasesOf(organization.store.state, organization.counters.heardAt, now)
  for (const { subscriptionId, endsAt } of leases) {
    const id = `lease:${subscriptionId}`
    if (endsAt <= now && !organization.running.has(id) && !orderOf(runner, organization).isBroken(id))
      run(runner, organization, id, dropListener(organization, subscriptionId, runner.context))
  }
  return leases.map(({ endsAt }) => endsAt - now).filter((waitMs) => waitMs > 0)
}

/** Where the disk failed, what is due waits until it can be written again; requests find out sooner. */
function wakeOnceReady(runner: RunnerState, organization: Organization): void {
  const again = () => wake(runner, organization)
  runner.timers.set(
    organization,
    runner.context.clock.after(DISK_RETRY_MS, () => void organization.reopenAfterFailure().then(again, again)),
  )
}

function start(runner: RunnerState, organization: Organization, job: Job): void {
  const fired = runner.fired.get(organization)
  const entry = { at: job.dueAt, kind: job.kind, id: subjectOf(job) }
  if (fired) fired.push(entry)
  if (fired && fired.length > organization.caps.firedWork) fired.shift()
  const work = runJob(organization, job, runner.context).then((outcome) => {
    // A fault put it off: it fires when it is due again.
    if (outcome === 'put off' && fired?.includes(entry)) fired.splice(fired.indexOf(entry), 1)
  })
  run(runner, organization, job.id, work)
}

function run(runner: RunnerState, organization: Organization, id: string, work: Promise<void>): void {
  const began = orderOf(runner, organization)
  const running = work
    .then(
      () => 'over' as const,
      (error: unknown) => {
        runner.context.onFault(error)
        return 'broken' as const
      },
    )
    .then((outcome) => {
      // After a restore a job of the same name may run by now.
      if (organization.running.get(id) === running) {
        organization.running.delete(id)
        const order = orderOf(runner, organization)
        // What broke on a store that was reopened since is tried again.
        order.end(id, order === began ? outcome : 'over')
      }
      wake(runner, organization)
    })
  organization.running.set(id, running)
  began.start(id)
}

async function settle(runner: RunnerState, organization: Organization): Promise<void> {
  wake(runner, organization)
  while (organization.running.size > 0) await Promise.all(organization.running.values())
}

function turnOf({ advancing }: RunnerState, organization: Organization): ReturnType<typeof createMutex> {
  const turn = advancing.get(organization) ?? createMutex()
  advancing.set(organization, turn)
  return turn
}

async function advance(runner: RunnerState, organization: Organization, target: number): Promise<Fired[]> {
  const fired: Fired[] = []
  const dueAt = () => orderOf(runner, organization).first()?.job.dueAt
  runner.fired.set(organization, fired)
  try {
    await settle(runner, organization)
    for (let due = dueAt(); due !== undefined && due <= target; due = dueAt()) {
      await moveClock(runner, organization, due)
      await settle(runner, organization)
    }
    await moveClock(runner, organization, target)
    await settle(runner, organization)
  } finally {
    runner.fired.delete(organization)
  }
  return fired
}

function moveClock({ context }: RunnerState, organization: Organization, to: number): Promise<void> {
  return organization.runExclusive(async () => {
    const { clock } = organization.store.state
    const processNow = context.clock.now()
    const moved = clockAt(clock, Math.max(to, timeOf(clock, processNow)), processNow)
    const summary = `clock moved to ${formatSecond(to).replace('T', ' ')}`
    await organization.store.commit({ at: to, operation: 'advanceClock', summary, changes: [set('clock', moved)] })
      .durable
  })
}

/** The jobs of an organisation, those that run marked as such, also where its store was reopened meanwhile. */
function orderOf({ orders }: RunnerState, organization: Organization): JobOrder {
  const order = jobOrder(organization.store.state)
  if (orders.get(organization) === order) return order
  orders.set(organization, order)
  for (const id of organization.running.keys()) order.start(id)
  return order
}

function timeIn({ context }: RunnerState, organization: Organization): number {
  return timeOf(organization.store.state.clock, context.clock.now())
}

function subjectOf(job: Job): string {
  if (job.kind === 'attempt') return job.deliveryId
  if (job.kind === 'invite') return `inv_${job.inviteId}`
  if (job.kind === 'task') return job.taskId
  return String(job.kind === 'report' ? job.subscriptionId : job.sourceId)
}
