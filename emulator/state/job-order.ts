import type { Change } from './change.js'
import { type Heap, heap, type InHeap } from './heap.js'
import type { Job, State } from './state.js'

/** Jobs of which one may start wherever another may: attempts of one kind to one subscription, else all of one kind. */
export interface Lane {
  readonly kind: Job['kind']
  /** Of attempts, unless their delivery is gone. */
  readonly subscriptionId: number | undefined
  readonly isOfEvents: boolean
  readonly waiting: Heap<Entry>
  /** How many of its jobs run. */
  running: number
}

interface Entry extends InHeap {
  lane: Lane
  job: Job
  /** Of two that are due at one moment, the one that came first goes first. */
  readonly number: number
}

/** The jobs of a state by due time. To find and start one costs the same however many wait. */
export interface JobOrder {
  /** The first job that waits, those of some lanes left aside. */
  first(but?: ReadonlySet<Lane>): { job: Job; lane: Lane } | undefined
  /** How many run in the lanes that fit. */
  running(fits: (lane: Lane) => boolean): number
  /** It waits no more until it has ended. */
  start(id: string): void
  /** It waits again where it is still to be done, unless it broke: better one visible fault than an endless loop. */
  end(id: string, outcome: 'over' | 'broken'): void
  isBroken(id: string): boolean
  /** The attempts that a fault put off, by that fault or by the delivery they wait for. */
  heldBy(id: string): Job[]
}

interface KeptUp extends JobOrder {
  put(job: Job): void
  remove(id: string): void
}

/** Follows from the table, so it is never stored: kept up with each change, made again if it is missing. */
const orders = new WeakMap<object, KeptUp>()

/** The order of a state's jobs; when it is made, none of them runs. */
export function jobOrder(state: Readonly<State>): JobOrder {
  const known = orders.get(state.jobs)
  if (known) return known
  const order = emptyOrder(state)
  for (const job of Object.values(state.jobs)) order.put(job)
  orders.set(state.jobs, order)
  return order
}

/** Notes a change that was just applied. */
export function noteJob({ jobs }: Readonly<State>, change: Change): void {
  if (change.type === 'set' || change.table !== 'jobs') return
  if (change.type === 'put') orders.get(jobs)?.put(change.row as Job)
  else orders.get(jobs)?.remove(change.id)
}

/** The state became that of a snapshot: what runs, or broke, is none of its jobs. */
export function forgetJobOrder({ jobs }: Readonly<State>): void {
  orders.delete(jobs)
}

function emptyOrder(state: Readonly<State>): KeptUp {
  const lanes = new Map<string, Lane>()
  const entries = new Map<string, Entry>()
  const running = new Map<string, Lane | undefined>()
  const broken = new Set<string>()
  const held = heldJobs()
  let last = 0
  const settle = (entry: Entry) => {
    const { id } = entry.job
    if (running.has(id) || broken.has(id)) return
    entry.lane = listed(entry.lane, lanes)
    entry.lane.waiting.add(entry)
  }
  const take = (id: string) => {
    const entry = entries.get(id)
    if (entry) held.remove(entry.job)
    entry?.lane.waiting.remove(entry)
    return entry
  }
  return {
    put(job) {
      const known = take(job.id)
      last += known ? 0 : 1
      const entry = known ?? { lane: laneOf(job, state, lanes), job, number: last, place: -1 }
      entry.job = job
      entries.set(job.id, entry)
      held.put(job)
      settle(entry)
    },
    remove(id) {
      const entry = take(id)
      entries.delete(id)
      broken.delete(id)
      tidy(lanes, entry?.lane)
    },
    start(id) {
      if (running.has(id)) return
      const entry = entries.get(id)
      running.set(id, entry?.lane)
      if (!entry) return
      entry.lane.waiting.remove(entry)
      entry.lane.running += 1
    },
    end(id, outcome) {
      const lane = running.get(id)
      if (lane) lane.running -= 1
      running.delete(id)
      if (outcome === 'broken') broken.add(id)
      const entry = entries.get(id)
      if (entry) settle(entry)
      tidy(lanes, lane)
    },
    isBroken: (id) => broken.has(id),
    heldBy: held.by,
    running: (fits) => [...lanes.values()].reduce((sum, lane) => sum + (fits(lane) ? lane.running : 0), 0),
    first: (but) => firstOf([...lanes.values()].filter((lane) => !but?.has(lane))),
  }
}

function isBefore({ job: a, number }: Entry, { job: b, number: other }: Entry): boolean {
  return a.dueAt === b.dueAt ? number < other : a.dueAt < b.dueAt
}

function laneOf(job: Job, { deliveries }: Readonly<State>, lanes: Map<string, Lane>): Lane {
  const delivery = job.kind === 'attempt' ? deliveries[job.deliveryId] : undefined
  const { subscriptionId } = delivery ?? {}
  const isOfEvents = delivery?.kind === 'event'
  return listed({ kind: job.kind, subscriptionId, isOfEvents, waiting: heap(isBefore), running: 0 }, lanes)
}

/** The lane that is listed under the name of this one, or this one, listed from now on: it may have been empty and tidied away. */
function listed(lane: Lane, lanes: Map<string, Lane>): Lane {
  const name = nameOf(lane)
  const known = lanes.get(name) ?? lane
  lanes.set(name, known)
  return known
}

function nameOf({ kind, subscriptionId, isOfEvents }: Pick<Lane, 'kind' | 'subscriptionId' | 'isOfEvents'>): string {
  return `${kind} ${subscriptionId} ${isOfEvents}`
}

function tidy(lanes: Map<string, Lane>, lane: Lane | undefined): void {
  if (lane && lane.running === 0 && !lane.waiting.first()) lanes.delete(nameOf(lane))
}

function firstOf(lanes: readonly Lane[]): Entry | undefined {
  let first: Entry | undefined
  for (const { waiting } of lanes) {
    const entry = waiting.first()
    if (entry && (!first || isBefore(entry, first))) first = entry
  }
  return first
}

function heldJobs() {
  const held = new Map<string, Map<string, Job>>()
  return {
    by: (id: string): Job[] => [...(held.get(id)?.values() ?? [])],
    put(job: Job): void {
      for (const holder of holdersOf(job)) held.set(holder, (held.get(holder) ?? new Map()).set(job.id, job))
    },
    remove(job: Job): void {
      for (const holder of holdersOf(job)) {
        held.get(holder)?.delete(job.id)
        if (held.get(holder)?.size === 0) held.delete(holder)
      }
    },
  }
}

function holdersOf(job: Job): string[] {
  if (job.kind !== 'attempt' || !job.held) return []
  const { faultId, after } = job.held
  return after === undefined ? [faultId] : [faultId, after]
}
