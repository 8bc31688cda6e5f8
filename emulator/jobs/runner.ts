import { setMaxListeners } from 'node:events'
import { createMutex, type Organization } from '../core/organization.js'
import type { Fired, Runner, Service } from '../core/service.js'
import { clockAt, timeOf } from '../rules/clock.js'
import { set } from '../state/change.js'
import { type JobOrder, jobOrder, type Lane } from '../state/job-order.js'
import type { Job } from '../state/state.js'
import { hasAttemptRoom } from './attempt-room.js'
import { dropListener } from './drop-listener.js'
import { leasesOf } from './leases.js'
import { runJob } from './run-job.js'

const DISK_RETRY_MS = 5_000
/** A receiver that takes longer does not hold up the end. */
const STOP_PATIENCE_MS = 1_000

/** What a runner remembers between two wakes. */
interface Desk {
  service: Service
  timers: Map<Organization, () => void>
  /** What has fired so far in an organisation whose clock is being advanced. */
  fired: Map<Organization, Fired[]>
  /** Those who advance the clock of an organisation take turns. */
  advancing: WeakMap<Organization, ReturnType<typeof createMutex>>
  /** Which order of jobs knows what runs in an organisation. */
  orders: WeakMap<Organization, JobOrder>
  stopped: boolean
  stopping: AbortController
}

/** A runner over the organisations of a service. */
export function jobRunner(service: Service): Runner {
  const desk: Desk = {
    service,
    timers: new Map(),
    fired: new Map(),
    advancing: new WeakMap(),
    orders: new WeakMap(),
    stopped: false,
    stopping: new AbortController(),
  }
  // All webhooks and delayed answers on their way listen to one signal; node takes more than ten for a leak.
  setMaxListeners(0, desk.stopping.signal)
  return {
    wake: (organization) => wake(desk, organization),
    settle: (organization) => settle(desk, organization),
    advance: (organization, target) => turnOf(desk, organization)(() => advance(desk, organization, target)),
    get stopped() {
      return desk.stopped
    },
    stopping: desk.stopping.signal,
    async stop() {
      desk.stopped = true
      // A pass begins again with the next start, so nobody waits for it now.
      await service.analyst.close()
      for (const organization of service.organizations.all()) await organization.analysis.close()
      for (const cancel of desk.timers.values()) cancel()
      const calledOff = service.clock.after(STOP_PATIENCE_MS, () => desk.stopping.abort())
      for (const organization of service.organizations.all()) await Promise.all(organization.running.values())
      calledOff()
      desk.stopping.abort()
    },
  }
}

function wake(desk: Desk, organization: Organization): void {
  desk.timers.get(organization)?.()
  desk.timers.delete(organization)
  if (desk.stopped || desk.service.organizations.find(String(organization.id)) !== organization) return
  if (organization.store.failed) wakeOnceReady(desk, organization)
  else startDue(desk, organization)
}

function startDue(desk: Desk, organization: Organization): void {
  const now = timeIn(desk, organization)
  const { state } = organization.store
  const isFrozen = state.clock.mode === 'frozen'
  const order = orderOf(desk, organization)
  const full = new Set<Lane>()
  let next = order.first()
  while (next && next.job.dueAt <= now && (!isFrozen || isItsTurn(next.job, order, organization))) {
    if (hasAttemptRoom(state, next.lane)) start(desk, organization, next.job)
    else full.add(next.lane)
    next = order.first(full)
  }
  const waits = [...dropGone(desk, organization), ...(next && !isFrozen ? [next.job.dueAt - now] : [])]
  if (waits.length === 0) return
  desk.timers.set(
    organization,
    desk.service.clock.after(Math.min(...waits), () => wake(desk, organization)),
  )
}

/**
 * Whether a job may start beside those that run, where the clock stands. A pass works a while before it commits, so it
 * runs alone among the jobs: what is due at one moment comes out in one order however long each of them takes.
 */
function isItsTurn(job: Job, order: JobOrder, { running }: Organization): boolean {
  if (job.kind === 'analyse') return running.size === 0
  return order.running(({ kind }) => kind === 'analyse') === 0
}

/** Drops the listeners that are gone; how long the leases of the others still run. Real time, whatever the organisation's clock says. */
function dropGone(desk: Desk, organization: Organization): number[] {
  const now = desk.service.clock.now()
  const leases = leasesOf(organization.store.state, organization.counters.heardAt, now)
  for (const { subscriptionId, endsAt } of leases) {
    const id = `lease:${subscriptionId}`
    if (endsAt <= now && !organization.running.has(id) && !orderOf(desk, organization).isBroken(id))
      run(desk, organization, id, dropListener(organization, subscriptionId, desk.service))
  }
  return leases.map(({ endsAt }) => endsAt - now).filter((waitMs) => waitMs > 0)
}

/** Where the disk failed, what is due waits until it can be written again; requests find out sooner. */
function wakeOnceReady(desk: Desk, organization: Organization): void {
  const again = () => wake(desk, organization)
  desk.timers.set(
    organization,
    desk.service.clock.after(DISK_RETRY_MS, () => void organization.reopenAfterFailure().then(again, again)),
  )
}

function start(desk: Desk, organization: Organization, job: Job): void {
  const fired = desk.fired.get(organization)
  const told = { at: job.dueAt, kind: job.kind, id: subjectOf(job) }
  if (fired) fired.push(told)
  if (fired && fired.length > organization.caps.firedWork) fired.shift()
  const work = runJob(organization, job, desk.service).then((outcome) => {
    // A fault put it off: it fires when it is due again.
    if (outcome === 'put off' && fired?.includes(told)) fired.splice(fired.indexOf(told), 1)
  })
  run(desk, organization, job.id, work)
}

function run(desk: Desk, organization: Organization, id: string, work: Promise<void>): void {
  const began = orderOf(desk, organization)
  const running = work
    .then(
      () => 'over' as const,
      (error: unknown) => {
        desk.service.onFault(error)
        return 'broken' as const
      },
    )
    .then((outcome) => {
      // After a restore a job of the same name may run by now.
      if (organization.running.get(id) === running) {
        organization.running.delete(id)
        const order = orderOf(desk, organization)
        // What broke on a store that was opened anew since is tried again.
        order.end(id, order === began ? outcome : 'over')
      }
      wake(desk, organization)
    })
  organization.running.set(id, running)
  began.start(id)
}

async function settle(desk: Desk, organization: Organization): Promise<void> {
  wake(desk, organization)
  while (organization.running.size > 0) await Promise.all(organization.running.values())
}

function turnOf({ advancing }: Desk, organization: Organization): ReturnType<typeof createMutex> {
  const turn = advancing.get(organization) ?? createMutex()
  advancing.set(organization, turn)
  return turn
}

async function advance(desk: Desk, organization: Organization, target: number): Promise<Fired[]> {
  const fired: Fired[] = []
  const dueAt = () => orderOf(desk, organization).first()?.job.dueAt
  desk.fired.set(organization, fired)
  try {
    await settle(desk, organization)
    for (let due = dueAt(); due !== undefined && due <= target; due = dueAt()) {
      await moveClock(desk, organization, due)
      await settle(desk, organization)
    }
    await moveClock(desk, organization, target)
    await settle(desk, organization)
  } finally {
    desk.fired.delete(organization)
  }
  return fired
}

function moveClock({ service }: Desk, organization: Organization, to: number): Promise<void> {
  return organization.runExclusive(async () => {
    const { clock } = organization.store.state
    const processNow = service.clock.now()
    const moved = clockAt(clock, Math.max(to, timeOf(clock, processNow)), processNow)
    const summary = `clock moved to ${new Date(to).toISOString()}`
    await organization.store.commit({ at: to, operation: 'advanceClock', summary, changes: [set('clock', moved)] })
      .durable
  })
}

/** The jobs of an organisation, those that run marked as such, also where its store was reopened meanwhile. */
function orderOf({ orders }: Desk, organization: Organization): JobOrder {
  const order = jobOrder(organization.store.state)
  if (orders.get(organization) === order) return order
  orders.set(organization, order)
  for (const id of organization.running.keys()) order.start(id)
  return order
}

function timeIn({ service }: Desk, organization: Organization): number {
  return timeOf(organization.store.state.clock, service.clock.now())
}

function subjectOf(job: Job): string {
  if (job.kind === 'attempt') return job.deliveryId
  if (job.kind === 'invite') return `inv_${job.inviteId}`
  if (job.kind === 'task') return job.taskId
  return String(job.kind === 'report' ? job.subscriptionId : job.sourceId)
}
