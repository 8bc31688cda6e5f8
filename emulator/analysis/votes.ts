/**
 * Strengths of terms for themes, less where other themes share them: each times the square of the part of it that is the
 * theme's. What speaks for every theme speaks for none.
 */
export function sharpen(directions: readonly Float64Array[]): Float64Array[] {
  const totals = new Float64Array(directions[0]?.length ?? 0)
  for (const direction of directions) for (let at = 0; at < totals.length; at++) totals[at]! += direction[at]!
  return directions.map((direction) =>
    direction.map((strength, at) => {
      const part = totals[at]! > 0 ? strength / totals[at]! : 0
      return strength * part * part
    }),
  )
}

/** Scores as what they count where many are summed up, in place: that two words agree says more than that one speaks loudly. */
export function toVotes(scores: Float32Array): Float32Array {
  for (let at = 0; at < scores.length; at++) scores[at] = Math.sqrt(scores[at]!)
  return scores
}
