import type { SampleName } from '../sample/sample-event.js'

/** One request to the receiver under test. */
export interface KitRequest {
  event: string
  body: Uint8Array
  /** No header where absent. */
  signature?: string
  /** The same for a redelivery; else each request has its own. */
  deliveryId?: string
}

/** What came of a request. */
export interface KitAnswer {
  /** Absent if no answer came. */
  status?: number
  /** Why none came. */
  error?: string
  /** Milliseconds until the answer, or until there was none. */
  ms: number
}

export type CaseVerdict = 'pass' | 'warn' | 'fail' | 'skip'

export interface Judgement {
  verdict: CaseVerdict
  /** One sentence. */
  reason: string
}

/** What the requests of a case are made from. */
export interface KitSubject {
  secret: string
  /** The secret from before a rotation. */
  oldSecret?: string
  /** A sample's bytes, unlike those of any other case; `ageMs` before now. */
  body(event: SampleName, change?: { ageMs?: number; set?: readonly (readonly [string, unknown])[] }): Buffer
  sign(body: Uint8Array, secret?: string): string
}

/** A case of the conformance kit for receivers. */
export interface KitCase {
  id: string
  /** What is sent, and what is expected. */
  title: string
  /** What the interface says about it. */
  says: string
  /** Rules of the interface. */
  rules: readonly string[]
  /** Why it cannot be run, if so. */
  skip?(subject: KitSubject): string | undefined
  /** None where the case judges the answers to all others. */
  requests(subject: KitSubject): KitRequest[]
  /** `own` are the answers to its requests; `accepted` those to everything that had to be accepted. */
  judge(own: readonly KitAnswer[], accepted: readonly KitAnswer[]): Judgement
  /** Whether its requests are deliveries that have to be accepted. */
  valid: boolean
}
