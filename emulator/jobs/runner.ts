import { setMaxListeners } from 'node:events'
import { oneAtATime, type World } from '../core/organization.js'
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
  timers: Map<World, () => void>
  /** What has fired so far in a world whose clock is being advanced. */
  fired: Map<World, Fired[]>
  /** Those who advance the clock of a world do so one after another. */
  advancing: WeakMap<World, ReturnType<typeof oneAtATime>>
  /** Which order of jobs knows what runs in a world. */
  orders: WeakMap<World, JobOrder>
  stopped: boolean
  stopping: AbortController
}

/** A runner over the worlds of a service. */
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
    wake: (world) => wake(desk, world),
    settle: (world) => settle(desk, world),
    advance: (world, target) => turnOf(desk, world)(() => advance(desk, world, target)),
    get stopped() {
      return desk.stopped
    },
    stopping: desk.stopping.signal,
    async stop() {
      desk.stopped = true
      // A pass begins again with the next start, so nobody waits for it now.
      await service.analyst.close()
      for (const world of service.organizations.all()) await world.analysis.close()
      for (const cancel of desk.timers.values()) cancel()
      const calledOff = service.clock.after(STOP_PATIENCE_MS, () => desk.stopping.abort())
      for (const world of service.organizations.all()) await Promise.all(world.running.values())
      calledOff()
      desk.stopping.abort()
    },
  }
}

function wake(desk: Desk, world: World): void {
  desk.timers.get(world)?.()
  desk.timers.delete(world)
  if (desk.stopped || desk.service.organizations.find(String(world.id)) !== world) return
  if (world.store.failed) wakeOnceReady(desk, world)
  else startDue(desk, world)
}

function startDue(desk: Desk, world: World): void {
  const now = timeIn(desk, world)
  const { state } = world.store
  const isFrozen = state.clock.mode === 'frozen'
  const order = orderOf(desk, world)
  const full = new Set<Lane>()
  let next = order.first()
  while (next && next.job.dueAt <= now && (!isFrozen || isItsTurn(next.job, order, world))) {
    if (hasAttemptRoom(state, next.lane)) start(desk, world, next.job)
    else full.add(next.lane)
    next = order.first(full)
  }
  const waits = [...dropGone(desk, world), ...(next && !isFrozen ? [next.job.dueAt - now] : [])]
  if (waits.length === 0) return
  desk.timers.set(
    world,
    desk.service.clock.after(Math.min(...waits), () => wake(desk, world)),
  )
}

/**
 * Whether a job may start beside those that run, where the clock stands. A pass works a while before it commits, so it
 * runs alone among the jobs: what is due at one moment comes out in one order however long each of them takes.
 */
function isItsTurn(job: Job, order: JobOrder, { running }: World): boolean {
  if (job.kind === 'analyse') return running.size === 0
  return order.running(({ kind }) => kind === 'analyse') === 0
}

/** Drops the listeners that are gone; how long the leases of the others still run. Real time, whatever the organisation's clock says. */
function dropGone(desk: Desk, world: World): number[] {
  const now = desk.service.clock.now()
  const leases = leasesOf(world.store.state, world.meter.heardAt, now)
  for (const { subscriptionId, endsAt } of leases) {
    const id = `lease:${subscriptionId}`
    if (endsAt <= now && !world.running.has(id) && !orderOf(desk, world).isBroken(id))
      run(desk, world, id, dropListener(world, subscriptionId, desk.service))
  }
  return leases.map(({ endsAt }) => endsAt - now).filter((waitMs) => waitMs > 0)
}

/** Where the disk failed, what is due waits until it can be written again; requests find out sooner. */
function wakeOnceReady(desk: Desk, world: World): void {
  const again = () => wake(desk, world)
  desk.timers.set(
    world,
    desk.service.clock.after(DISK_RETRY_MS, () => void world.ready().then(again, again)),
  )
}

function start(desk: Desk, world: World, job: Job): void {
  const fired = desk.fired.get(world)
  const told = { at: job.dueAt, kind: job.kind, id: subjectOf(job) }
  if (fired) fired.push(told)
  if (fired && fired.length > world.caps.firedWork) fired.shift()
  const work = runJob(world, job, desk.service).then((outcome) => {
    // A fault put it off: it fires when it is due again.
    if (outcome === 'put off' && fired?.includes(told)) fired.splice(fired.indexOf(told), 1)
  })
  run(desk, world, job.id, work)
}

function run(desk: Desk, world: World, id: string, work: Promise<void>): void {
  const began = orderOf(desk, world)
  const running = work
    .then(
      () => 'over' as const,
      (error: unknown) => {
        desk.service.onFault(error)
        return 'broken' as const
      },
    )
    .then((outcome) => {
      // In a world of another moment a job of the same name may run by now.
      if (world.running.get(id) === running) {
        world.running.delete(id)
        const order = orderOf(desk, world)
        // What broke on a store that was opened anew since is tried again.
        order.end(id, order === began ? outcome : 'over')
      }
      wake(desk, world)
    })
  world.running.set(id, running)
  began.start(id)
}

async function settle(desk: Desk, world: World): Promise<void> {
  wake(desk, world)
  while (world.running.size > 0) await Promise.all(world.running.values())
}

function turnOf({ advancing }: Desk, world: World): ReturnType<typeof oneAtATime> {
  const turn = advancing.get(world) ?? oneAtATime()
  advancing.set(world, turn)
  return turn
}

async function advance(desk: Desk, world: World, target: number): Promise<Fired[]> {
  const fired: Fired[] = []
  const dueAt = () => orderOf(desk, world).first()?.job.dueAt
  desk.fired.set(world, fired)
  try {
    await settle(desk, world)
    for (let due = dueAt(); due !== undefined && due <= target; due = dueAt()) {
      await moveClock(desk, world, due)
      await settle(desk, world)
    }
    await moveClock(desk, world, target)
    await settle(desk, world)
  } finally {
    desk.fired.delete(world)
  }
  return fired
}

function moveClock({ service }: Desk, world: World, to: number): Promise<void> {
  return world.exclusively(async () => {
    const { clock } = world.store.state
    const processNow = service.clock.now()
    const moved = clockAt(clock, Math.max(to, timeOf(clock, processNow)), processNow)
    const summary = `clock moved to ${new Date(to).toISOString()}`
    await world.store.commit({ at: to, operation: 'advanceClock', summary, changes: [set('clock', moved)] }).durable
  })
}

/** The jobs of a world, those that run marked as such, also where its store was opened anew meanwhile. */
function orderOf({ orders }: Desk, world: World): JobOrder {
  const order = jobOrder(world.store.state)
  if (orders.get(world) === order) return order
  orders.set(world, order)
  for (const id of world.running.keys()) order.start(id)
  return order
}

function timeIn({ service }: Desk, world: World): number {
  return timeOf(world.store.state.clock, service.clock.now())
}

function subjectOf(job: Job): string {
  if (job.kind === 'attempt') return job.deliveryId
  if (job.kind === 'invite') return `inv_${job.inviteId}`
  if (job.kind === 'task') return job.taskId
  return String(job.kind === 'report' ? job.subscriptionId : job.sourceId)
}
