/** Numbers in [0, 1), the same for the same seed (Mulberry32): seeds side by side have nothing in common, from the first number on. */
export function createDraw(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Whole numbers from 0 up to, not including, a limit; the same for the same seed. */
export function createPick(seed: number): (limit: number) => number {
  const draw = createDraw(seed)
  return (limit) => Math.floor(draw() * limit)
}
