/** Counts kills by the moment they came at, and says once a minute how far it is. */
export interface KillTally {
  readonly kills: number
  add(moment: string): void
  /** Prints the sum, each moment with its count, and how long it took. */
  close(): void
}

/** Says nothing in `npm test`. */
const say = process.env.INPK_SOAK || process.env.INPK_SOAK_KILLS ? console.info : () => undefined

/** `name` begins each line it prints; `goal` is how many kills are wanted. */
export function killTally(name: string, goal: number): KillTally {
  const startedAt = performance.now()
  const byMoment = new Map<string, number>()
  const minutes = () => (performance.now() - startedAt) / 60_000
  let kills = 0
  let lastMinute = 0
  return {
    get kills() {
      return kills
    },
    add(moment) {
      kills += 1
      byMoment.set(moment, (byMoment.get(moment) ?? 0) + 1)
      if (minutes() < lastMinute + 1) return
      lastMinute = Math.floor(minutes())
      say(`${name}: ${kills} of ${goal} kills after ${lastMinute} min`)
    },
    close() {
      const rate = ((minutes() / kills) * 1_000).toFixed(1)
      say(`${name}: ${kills} kills in ${minutes().toFixed(1)} min, ${rate} min per 1,000; killed in`)
      const sorted = [...byMoment].sort(([, one], [, other]) => other - one)
      say(sorted.map(([moment, count]) => `${String(count).padStart(6)}  ${moment}`).join('\n'))
    },
  }
}
