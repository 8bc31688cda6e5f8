import type { LockEnvironment } from '../../src/base/lock.js'
import type { FoundLock, LockFiles } from '../../src/base/lock-files.js'
import type { ProcessIdentity } from '../../src/base/process.js'

/** For how long a machine lists a folder from memory. */
const LISTING_MS = 3_000

interface Node {
  text: string
  stamp: number
}

interface Sleeper {
  at: number
  wake(): void
}

/** A process of the simulation. While it is stopped, nothing of it goes on; killed, nothing ever does. */
export interface SimulatedProcess {
  environment: LockEnvironment
  stopUntil(at: number): void
  kill(): void
  /** Resolves after the next step of the simulation that this process may take. */
  step(): Promise<void>
  readonly isDead: boolean
}

/**
 * Machines, containers and one folder they share, in virtual time. Each operation on the folder is a step of its own, and steps of
 * all processes come in random order; a stopped process takes none. Clocks of processes differ and jump. As on NFS, a machine may
 * list a folder from memory until it changes the folder itself; opening a file and creating one ask the server.
 */
export function simulation(random: () => number) {
  let time = 0
  const names = new Map<string, Node>()
  const processes: SimulatedProcess[] = []
  const waiting: { process: SimulatedProcess; go(): void }[] = []
  const sleepers: (Sleeper & { process: SimulatedProcess })[] = []
  const stopped = new Map<SimulatedProcess, number>()
  const listings = new Map<string, { names: string[]; at: number }>()
  const isStopped = (process: SimulatedProcess) => (stopped.get(process) ?? 0) > time
  const step = (process: SimulatedProcess) => new Promise<void>((go) => waiting.push({ process, go }))

  function filesOf(own: () => SimulatedProcess): LockFiles {
    const after =
      <Args extends unknown[], T>(work: (...args: Args) => T) =>
      async (...args: Args): Promise<T> => {
        await step(own())
        return work(...args)
      }
    return {
      list: after(() => {
        const { place } = own().environment.self
        const cached = listings.get(place)
        if (cached && cached.at + LISTING_MS > time) return cached.names
        const fresh = [...names.keys()].map((path) => path.slice('/shared/'.length))
        listings.set(place, { names: fresh, at: time })
        return fresh
      }),
      read: after((path: string): FoundLock | undefined => {
        const node = names.get(path)
        return node && { text: node.text, stamp: String(node.stamp) }
      }),
      create: after((path: string, text: string) => {
        if (names.has(path)) return undefined
        listings.delete(own().environment.self.place)
        const node = { text, stamp: 0 }
        names.set(path, node)
        const renew = () => {
          node.stamp += 1
        }
        // Like an open file: it stays the same one, whatever its name stands for later.
        return { renew, close: () => undefined }
      }),
      remove: after((path: string) => {
        listings.delete(own().environment.self.place)
        names.delete(path)
      }),
    }
  }

  function spawn(pid: number, place: string): SimulatedProcess {
    const start = `${processes.length}`
    const identity: ProcessIdentity = { pid, start, place, host: place }
    let dead = false
    const skew = random() * 1e9
    const self: SimulatedProcess = {
      get isDead() {
        return dead
      },
      kill: () => {
        dead = true
      },
      stopUntil: (at) => void stopped.set(self, at),
      step: () => step(self),
      environment: {
        files: filesOf(() => self),
        self: identity,
        lifeOf(other) {
          if (other.place !== place) return 'unknown'
          return processes.some((each) => !each.isDead && sameProcess(each.environment.self, other)) ? 'alive' : 'dead'
        },
        monotonic: () => time + skew,
        now: () => time + skew + (random() - 0.5) * 1e12,
        sleep: (waitMs) =>
          new Promise((wake) => void sleepers.push({ at: time + waitMs, process: self, wake: () => wake() })),
        every(intervalMs, work) {
          let ended = false
          const again = () => {
            if (ended) return
            void step(self).then(work)
            sleepers.push({ at: time + intervalMs, process: self, wake: again })
          }
          sleepers.push({ at: time + intervalMs, process: self, wake: again })
          return () => {
            ended = true
          }
        },
      },
    }
    processes.push(self)
    return self
  }

  /** Lets everything go on that can, until `until` or nothing is left to do. */
  async function run(until: number, onTime: (now: number) => void = () => {}): Promise<void> {
    for (;;) {
      for (let turn = 0; turn < 12; turn += 1) await Promise.resolve()
      const ready = waiting.filter(({ process }) => !process.isDead && !isStopped(process))
      if (ready.length > 0) {
        const next = ready[Math.floor(random() * ready.length)]!
        waiting.splice(waiting.indexOf(next), 1)
        next.go()
        continue
      }
      const living = sleepers.filter(({ process }) => !process.isDead)
      const due = [
        ...living.map(({ at, process }) => Math.max(at, stopped.get(process) ?? 0)),
        ...[...stopped.values()].filter((at) => at > time),
      ]
      const next = Math.max(time, Math.min(...due, until))
      if (next >= until) return
      time = next
      onTime(time)
      for (const sleeper of living) {
        if (sleeper.at > time || isStopped(sleeper.process)) continue
        sleepers.splice(sleepers.indexOf(sleeper), 1)
        sleeper.wake()
      }
    }
  }

  return { spawn, run, names, now: () => time }
}

function sameProcess(one: ProcessIdentity, other: ProcessIdentity): boolean {
  return one.pid === other.pid && one.start === other.start && one.place === other.place
}
