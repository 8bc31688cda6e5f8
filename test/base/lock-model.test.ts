import { expect, test } from 'vitest'
import { type Lock, LockedError, SILENT_MS, takeLock } from '../../src/base/lock.js'
import { createDraw } from '../draw.js'
import { type SimulatedProcess, simulation } from './simulated-locks.js'

const ROUNDS = process.env.INPK_SOAK ? 5_000 : 15
const END_MS = 120_000
const PLACES = ['host-a', 'container-b', 'container-c']

/** What the lock guards: a journal, and what its writers confirmed. */
interface Guarded {
  journal: number[]
  confirmed: { write: number; by: number }[]
  /** What each owner, in the order they came, found in the journal. */
  openings: { owner: number; found: ReadonlySet<number> }[]
  refusals: number
  takeovers: number
}

/** Takes the lock and writes until it is killed, stops by itself, or loses the lock. */
async function live(process: SimulatedProcess, id: number, guarded: Guarded, random: () => number): Promise<void> {
  let lock: Lock
  try {
    lock = await takeLock('/shared/lock', process.environment)
  } catch (error) {
    if (!(error instanceof LockedError)) throw error
    guarded.refusals += 1
    return
  }
  await process.step()
  if (lock.followsSilence) guarded.takeovers += 1
  guarded.openings.push({ owner: id, found: new Set(guarded.journal) })
  const writes = Math.floor(random() * 60)
  for (let count = 0; count < writes; count += 1) {
    const held = await lock.check().then(
      () => true,
      () => false,
    )
    if (!held) return
    // Between any two of these it may be stopped for longer than the lock lasts.
    await process.step()
    const write = id * 1_000 + count
    guarded.journal.push(write)
    await process.step()
    const kept = await lock.check().then(
      () => true,
      () => false,
    )
    if (!kept) return
    guarded.confirmed.push({ write, by: guarded.openings.length })
    await process.environment.sleep(random() * 2_000)
  }
  await lock.release()
}

async function runRound(seed: number): Promise<Guarded> {
  const random = createDraw(seed)
  const { spawn, run, now } = simulation(random)
  const guarded: Guarded = { journal: [], confirmed: [], openings: [], refusals: 0, takeovers: 0 }
  const living: SimulatedProcess[] = []
  let nextEvent = 0
  let count = 0
  const meddle = () => {
    if (now() < nextEvent) return
    nextEvent = now() + random() * 6_000
    const victim = living[Math.floor(random() * living.length)]
    const what = random()
    if (what < 0.5 || !victim) {
      for (let more = random() < 0.3 ? 3 : 1; more > 0; more -= 1) {
        count += 1
        // In a container every program is process 1.
        const place = PLACES[Math.floor(random() * PLACES.length)]!
        const process = spawn(place === 'host-a' ? count : 1, place)
        living.push(process)
        void live(process, count, guarded, random)
      }
    } else if (what < 0.7) {
      victim.kill()
    } else {
      victim.stopUntil(now() + random() * 4 * SILENT_MS)
    }
  }
  // An own clock for the meddling.
  const clock = spawn(0, 'nowhere')
  clock.environment.every(500, meddle)
  meddle()
  await run(END_MS)
  return guarded
}

test('[C5] whatever is killed or stopped, in whatever container: no owner confirms a write that the next owner does not read', async () => {
  const sums = { openings: 0, refusals: 0, takeovers: 0, confirmed: 0 }
  for (let seed = 1; seed <= ROUNDS; seed += 1) {
    const { confirmed, openings, refusals, takeovers } = await runRound(seed)
    for (const { write, by } of confirmed) {
      for (const { owner, found } of openings.slice(by)) {
        if (!found.has(write)) throw new Error(`round ${seed}: owner ${owner} does not know ${write}`)
      }
    }
    // A write is confirmed by the last owner alone: nobody came between its check and its confirmation.
    for (const { write, by } of confirmed) {
      if (openings[by - 1]!.owner !== Math.floor(write / 1_000))
        throw new Error(`round ${seed}: two owners at ${write}`)
    }
    sums.openings += openings.length
    sums.refusals += refusals
    sums.takeovers += takeovers
    sums.confirmed += confirmed.length
  }
  // The rounds meet what they are there for.
  for (const sum of Object.values(sums)) expect(sum).toBeGreaterThan(ROUNDS / 10)
}, 600_000)

test('[C5] of starters in several containers at once exactly one gets a free lock, and the others are refused within five seconds', async () => {
  for (let seed = 1; seed <= ROUNDS; seed += 1) {
    const { spawn, run, now } = simulation(createDraw(seed))
    const ends: { got: boolean; at: number }[] = []
    for (const place of [...PLACES, ...PLACES]) {
      const process = spawn(place === 'host-a' ? ends.length : 1, place)
      takeLock('/shared/lock', process.environment).then(
        () => ends.push({ got: true, at: now() }),
        () => ends.push({ got: false, at: now() }),
      )
    }
    await run(10_000)
    expect(ends.filter(({ got }) => got)).toHaveLength(1)
    expect(ends).toHaveLength(6)
    for (const { at } of ends) expect(at).toBeLessThan(5_000)
  }
})

test('[C5] a dead owner is followed at once where it can be seen, and after its silence where not', async () => {
  for (const [place, earliest, latest] of [
    ['host-a', 0, 10],
    ['container-b', SILENT_MS, SILENT_MS + 500],
  ] as const) {
    const { spawn, run, now } = simulation(createDraw(7))
    const first = spawn(1, 'host-a')
    let lock: Lock | undefined
    void takeLock('/shared/lock', first.environment).then((taken) => {
      lock = taken
    })
    await run(3_000)
    expect(lock).toBeDefined()
    first.kill()
    const from = now()
    let after: number | undefined
    void takeLock('/shared/lock', spawn(2, place).environment).then((next) => {
      expect(next.followsSilence).toBe(place !== 'host-a')
      after = now() - from
    })
    await run(60_000)
    expect(after).toBeGreaterThanOrEqual(earliest)
    expect(after).toBeLessThanOrEqual(latest)
  }
})

test('[C5] an owner that was stopped while another took over finds its lock lost, and one that was merely slow keeps it', async () => {
  const { spawn, run, now } = simulation(createDraw(3))
  const first = spawn(1, 'host-a')
  let mine: Lock | undefined
  void takeLock('/shared/lock', first.environment).then((lock) => {
    mine = lock
  })
  await run(2_000)
  first.stopUntil(now() + SILENT_MS / 2)
  const refused = takeLock('/shared/lock', spawn(1, 'container-b').environment).catch((error) => error)
  await run(20_000)
  expect(await refused).toMatchObject({ name: 'LockedError', holder: { pid: 1, host: 'host-a' } })
  expect(mine!.lost.aborted).toBe(false)
  first.stopUntil(now() + SILENT_MS * 3)
  let theirs: Lock | undefined
  void takeLock('/shared/lock', spawn(1, 'container-c').environment).then((lock) => {
    theirs = lock
  })
  await run(80_000)
  expect([mine!.lost.aborted, theirs?.lost.aborted]).toEqual([true, false])
})

test('[C5] a watcher that is stopped together with the owner does not take that for silence', async () => {
  for (let seed = 1; seed <= 20; seed += 1) {
    const { spawn, run, now } = simulation(createDraw(seed))
    const first = spawn(1, 'host-a')
    const second = spawn(1, 'container-b')
    let mine: Lock | undefined
    void takeLock('/shared/lock', first.environment).then((lock) => {
      mine = lock
    })
    await run(2_100)
    const refused = takeLock('/shared/lock', second.environment).catch((error) => error)
    await run(2_200)
    for (const process of [first, second]) process.stopUntil(now() + SILENT_MS * 5)
    await run(80_000)
    expect(await refused).toMatchObject({ name: 'LockedError' })
    expect(mine!.lost.aborted).toBe(false)
  }
})
