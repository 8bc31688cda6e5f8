import { createHash, randomBytes } from 'node:crypto'

/** Where all randomness comes from; `count` bytes at a time. */
export type Randomness = (count: number) => Buffer

/** Drawn at once, for the system takes as long for a few bytes as for many. */
const POOL_BYTES = 4_096
/** More than this is a secret, and stays with whoever asked for it. */
const MOST_FROM_POOL = 16

let pool = Buffer.alloc(0)

export const systemRandomness: Randomness = (count) => {
  if (count > MOST_FROM_POOL) return randomBytes(count)
  if (pool.length < count) pool = randomBytes(POOL_BYTES)
  const drawn = pool.subarray(0, count)
  pool = pool.subarray(count)
  return drawn
}

/** The same bytes for the same seed, so that a run can be repeated (`--random-seed`, `random_seed`). Not for secrets that matter. */
export function seededRandomness(seed: string): Randomness {
  let drawn = 0
  return (count) => {
    const chunks: Buffer[] = []
    for (let length = 0; length < count; length += 32) {
      drawn += 1
      chunks.push(createHash('sha256').update(`${seed}:${drawn}`).digest())
    }
    return Buffer.concat(chunks).subarray(0, count)
  }
}
