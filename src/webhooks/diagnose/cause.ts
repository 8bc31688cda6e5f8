import type { FrameworkName } from '../raw-body/index.js'
import type { Evidence } from './evidence.js'

interface CauseRow {
  /** Stable; for scripts. */
  id: string
  /** One plain sentence: what happened. */
  sentence: string | ((evidence: Evidence) => string)
  /** What to do about it. */
  fix: string
}

/** Something happened to the body: candidates for what it was before. */
export interface BodyCause extends CauseRow {
  /** `delivery` and `signature` if it is not the body that is to be fixed, but which bytes were signed. */
  family: 'body' | 'delivery' | 'signature'
  /** Text stands for its UTF-8. */
  bodies(evidence: Evidence): Iterable<string | Uint8Array>
  /** The fix is to take the raw body; in these frameworks, or in all of them. */
  rawBody?: boolean | readonly FrameworkName[] | ((evidence: Evidence) => readonly FrameworkName[] | undefined)
  /** Signature causes that this one says as well. */
  implies?: readonly string[]
}

/** Something happened to the secret: candidates for the key that was used. */
export interface SecretCause extends CauseRow {
  family: 'secret'
  /** Called for each secret. Text stands for its UTF-8. */
  keys(secret: string, evidence: Evidence): Iterable<string | Uint8Array>
  /** Not looked for together with a cause at the body. */
  alone?: boolean
}

/** Reads a signature that was altered on its way. */
export interface SignatureCause extends CauseRow {
  family: 'signature'
  claims(signature: string): Iterable<Claim>
}

/** The signature was computed in another way: the digests of those ways. */
export interface ComputationCause extends CauseRow {
  family: 'signature'
  digests(secret: string, body: Buffer): Iterable<Buffer>
}

/** What can be seen without any HMAC; looked at when nothing makes the signature verify. */
export interface VisibleCause extends CauseRow {
  family: 'body' | 'secret' | 'signature'
  isSeen(evidence: Evidence): boolean
  rawBody?: boolean
}

/** A digest that a signature claims; shorter than the algorithm's if it was cut. */
export interface Claim {
  algorithm: 'sha256' | 'sha1' | 'sha384' | 'sha512'
  digest: Buffer
}
