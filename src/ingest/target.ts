import type { BodyOf, ResultOf } from '../contract/operations/index.js'

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
  /** Value of `X-Emulator-Instance`, where there is one: tells emulators apart. */
  instance?: string
  baseUrl?: string
  /** Identifier of the API key: idempotency keys count per API key (contract.md section 7). */
  keyId?: string
  /** Requests a minute; 60 where absent. */
  requestsPerMinute?: number
  /** A live key is charged; the plan then estimates APS. */
  live?: boolean
  tokensPerAps?: number
}

interface Call<Body> {
  params?: Readonly<Record<string, string>>
  body?: Body
  /** `body` as JSON in classic words; it is then not encoded again. */
  encodedBody?: Uint8Array
  idempotencyKey?: string
  signal?: AbortSignal
}

/** The part of the client a push needs; it paces and retries on its own. */
export interface PushClient {
  pushContent(input: Call<BodyOf<'pushContent'>>): Promise<ResultOf<'pushContent'>>
  pushBulk(input: Call<BodyOf<'pushBulk'>>): Promise<ResultOf<'pushBulk'>>
  getTask(input: Call<never>): Promise<ResultOf<'getTask'>>
}
