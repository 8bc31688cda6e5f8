/** Says nothing in `npm test`. */
const say = process.env.INPK_SOAK || process.env.INPK_SOAK_KILLS ? console.info : () => undefined

/**
 * Does `work` and prints one line at its end, however it ends: `name: count, seconds, seed, result`. `work` gives how many things it
 * did; `seed` is missing where nothing is drawn.
 */
export async function summedUp(name: string, seed: number | undefined, work: () => Promise<string>): Promise<void> {
  const startedAt = performance.now()
  const end = (count: string, result: string) => {
    const seconds = ((performance.now() - startedAt) / 1_000).toFixed(0)
    say(`${name}: ${count}, ${seconds} s, ${seed === undefined ? 'no seed' : `seed ${seed}`}, ${result}`)
  }
  try {
    end(await work(), 'passed')
  } catch (error) {
    end('not all', 'failed')
    throw error
  }
}
