import type { Randomness } from '../adapters/randomness.js'

/** A signing secret nobody can guess. */
export function newSecret(randomness: Randomness): string {
  return `whsec_${randomness(32).toString('base64url')}`
}
