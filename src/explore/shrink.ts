import type { Point } from './matrix.js'
import type { Disturbance } from './observed.js'

/**
 * What to try in place of disturbances that led to a failure, the smallest first: each alone, then the same done to an earlier
 * request of its operation.
 */
export function smallerThan(disturbances: readonly Disturbance[], points: readonly Point[]): Disturbance[][] {
  const alone = disturbances.length > 1 ? disturbances.map((each) => [each]) : []
  return [
    ...alone,
    ...disturbances.flatMap((each, place) => earlier(each, points).map((other) => disturbances.with(place, other))),
  ]
}

function earlier({ kind, operation, nth }: Disturbance, points: readonly Point[]): Disturbance[] {
  return points
    .filter((point) => point.operation === operation && point.nth < nth)
    .sort((a, b) => a.nth - b.nth)
    .map((point) => ({ ...point, kind }))
}

/** A name for a set of disturbances: what was tried once need not be tried again. */
export function keyOf(disturbances: readonly Disturbance[]): string {
  return disturbances.map(({ kind, operation, nth }) => `${kind}@${operation}:${nth}`).join('+')
}
