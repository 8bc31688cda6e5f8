import { clockAt, timeOf } from '../rules/clock.js'
import type { Service } from '../service.js'
import { set } from '../state/change.js'
import type { Job } from '../state/state.js'
import type { World } from '../world.js'
import { runJob } from './run-job.js'

export interface Fired {
  at: number
  kind: string
  id: string
}

/** The one door for what happens later (idea 4). */
export interface Runner {
  /** Starts what is due, and sets a timer for what will be; to be called after every change. */
  wake(world: World): void
  /** Resolves when nothing is due and nothing runs. */
  settle(world: World): Promise<void>
  /** Moves an organisation's clock to `target`; what falls due on the way runs in order, and is told. */
  advance(world: World, target: number): Promise<Fired[]>
  /** Starts nothing more, and resolves when what runs has ended. */
  stop(): Promise<void>
}

/** A runner over the worlds of a service. */
export function jobRunner(service: Service): Runner {
  const timers = new Map<World, () => void>()
  const listeners = new Map<World, (job: Job) => void>()
  /** A job whose code broke is not tried again before a restart: better one visible fault than an endless loop. */
  const broken = new Set<string>()
  let stopped = false

  const now = (world: World) => timeOf(world.store.state.clock, service.clock.now())
  const waiting = (world: World) =>
    Object.values(world.store.state.jobs)
      .filter((job) => !world.running.has(job.id) && !broken.has(`${world.id}/${job.id}`))
      .sort((a, b) => a.dueAt - b.dueAt)

  const start = (world: World, job: Job) => {
    listeners.get(world)?.(job)
    const run = runJob(world, job, service)
      .catch((error: unknown) => {
        broken.add(`${world.id}/${job.id}`)
        service.onFault(error)
      })
      .finally(() => {
        world.running.delete(job.id)
        wake(world)
      })
    world.running.set(job.id, run)
  }

  const wake = (world: World) => {
    if (stopped) return
    timers.get(world)?.()
    timers.delete(world)
    const jobs = waiting(world)
    for (const job of jobs) if (job.dueAt <= now(world)) start(world, job)
    const next = jobs.find((job) => job.dueAt > now(world))
    if (!next || world.store.state.clock.mode === 'frozen') return
    timers.set(
      world,
      service.clock.after(next.dueAt - now(world), () => wake(world)),
    )
  }

  const settle = async (world: World) => {
    wake(world)
    while (world.running.size > 0) await Promise.all(world.running.values())
  }

  const moveClock = (world: World, to: number) =>
    world.exclusively(async () => {
      const clock = clockAt(world.store.state.clock, Math.max(to, now(world)), service.clock.now())
      const summary = `clock moved to ${new Date(to).toISOString()}`
      await world.store.commit({ at: to, operation: 'advanceClock', summary, changes: [set('clock', clock)] }).durable
    })

  return {
    wake,
    settle,
    async advance(world, target) {
      const fired: Fired[] = []
      listeners.set(world, (job) => fired.push({ at: job.dueAt, kind: job.kind, id: subjectOf(job) }))
      await settle(world)
      for (let job = waiting(world)[0]; job && job.dueAt <= target; job = waiting(world)[0]) {
        await moveClock(world, job.dueAt)
        await settle(world)
      }
      await moveClock(world, target)
      await settle(world)
      listeners.delete(world)
      return fired
    },
    async stop() {
      stopped = true
      for (const cancel of timers.values()) cancel()
      for (const world of service.organizations.all()) await Promise.all(world.running.values())
    },
  }
}

function subjectOf(job: Job): string {
  if (job.kind === 'attempt') return job.deliveryId
  return job.kind === 'task' ? job.taskId : String(job.sourceId)
}
