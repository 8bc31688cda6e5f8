import type { Budget } from './evidence.js'

/** A few seconds at most, whatever the size of the body. */
export const DIAGNOSIS_BUDGET: Budget = { hmacs: 60_000, bytes: 512 * 1024 * 1024 }

export interface Spending {
  /** Whether there is enough left for so many HMACs, one unless told, over so many bytes each; takes it if so. */
  spend(bytes: number, hmacs?: number): boolean
  spent: Budget
}

/** Counts the HMACs of one diagnosis and the bytes they cover against their bounds. */
export function openBudget(bounds: Budget): Spending {
  const spent = { hmacs: 0, bytes: 0 }
  return {
    spent,
    spend(bytes, hmacs = 1) {
      if (spent.hmacs + hmacs > bounds.hmacs || spent.bytes + bytes * hmacs > bounds.bytes) return false
      spent.hmacs += hmacs
      spent.bytes += bytes * hmacs
      return true
    },
  }
}
