import type { CallInput } from '../client/client-types.js'
import type { ResultOf } from '../contract/operations/index.js'

export interface TargetField {
  id: string
  text: string
  acceptsText: boolean
}

/** Where a run pushes to, and what the key allows there. */
export interface PushTarget {
  groupId: string
  sourceId: string
  fields: readonly TargetField[]
  /** Value of `X-Emulator-Instance`, if present: identifies the emulator. */
  instance?: string
  baseUrl?: string
  /** Identifier of the API key: idempotency keys count per API key (contract.md section 7). */
  keyId?: string
  /** Requests per minute; 60 where absent. */
  requestsPerMinute?: number
  /** A live key is charged; the plan then estimates APS. */
  live?: boolean
  tokensPerAps?: number
}

/** The part of the client a push needs; it paces and retries on its own. */
export interface PushClient {
  pushContent(input: CallInput<'pushContent'>): Promise<ResultOf<'pushContent'>>
  pushBulk(input: CallInput<'pushBulk'>): Promise<ResultOf<'pushBulk'>>
  getTask(input: CallInput<'getTask'>): Promise<ResultOf<'getTask'>>
}
