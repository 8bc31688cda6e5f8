import { createHash, randomBytes } from 'node:crypto'

/** Where all randomness comes from; `count` bytes at a time. */
export type Randomness = (count: number) => Buffer

export const systemRandomness: Randomness = (count) => randomBytes(count)

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
