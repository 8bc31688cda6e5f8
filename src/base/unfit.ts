/** What no document may hold, and the steps to it. */
export interface Unfit {
  why: 'deep' | 'name'
  steps: (string | number)[]
}

/** Finds what nests deeper than `depth` levels, as one that contains itself does, or a member called `__proto__`. */
export function findUnfit(value: unknown, depth: number): Unfit | undefined {
  if (value === null || typeof value !== 'object') return undefined
  if (depth === 0) return { why: 'deep', steps: [] }
  if (Object.hasOwn(value, '__proto__')) return { why: 'name', steps: ['__proto__'] }
  for (const [name, member] of Object.entries(value)) {
    const found = findUnfit(member, depth - 1)
    if (found) return { ...found, steps: [Array.isArray(value) ? Number(name) : name, ...found.steps] }
  }
  return undefined
}
