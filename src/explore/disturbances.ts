import type { FaultSetting } from '../contract/control/faults.js'
import { rowOf } from '../contract/operations/index.js'
import { type Allowance, ANY_CONNECTION, DISTURBANCES, RETRY } from './kinds.js'
import type { Disturbance } from './observed.js'

/** The faults of the emulator that a disturbance is made of. */
export function faultsOf({ kind, operation, nth, index }: Disturbance): FaultSetting[] {
  const { faults, everything } = DISTURBANCES[kind]
  const aim = everything ? { operation: '*' as const, after: index } : { operation, after: nth }
  return faults.map((fault) => ({ times: 1, ...fault, ...aim }))
}

/** What allows a disturbance of its operation. */
export function allowanceOf({ kind, operation }: Disturbance): Allowance {
  const { allowed } = DISTURBANCES[kind]
  const isPush = operation !== 'webhook' && rowOf(operation).idempotencyKey === 'shown'
  return allowed === RETRY && !isPush ? ANY_CONNECTION : allowed
}

/** Whether a client that follows the interface ends as it would have undisturbed. */
export function isSurvivable({ kind, operation }: Disturbance): boolean {
  const { isSurvivable: answer } = DISTURBANCES[kind]
  return operation === 'webhook' || answer === undefined || answer(rowOf(operation))
}
