import { OPERATION_IDS } from '../../../src/contract/operations/index.js'

/** The operations of the service, as choices. */
export const OPERATION_NAMES = [...OPERATION_IDS].sort().map((id) => [id, id] as const)
