import type { EvidenceKind } from '../../../contract/assumptions/observable.js'
import type { ErrorCode } from '../../../contract/errors.js'
import type { Member } from './shape.js'

/** Where a finding was seen. */
export interface Provenance {
  /** `openapi.json`, `session.har`, `deliveries/`, `probe`. */
  from: string
  kind: EvidenceKind
  /** How often it was seen there. */
  times?: number
  /** The day it was seen last, as `2026-01-31`; absent if the source does not say. */
  at?: string
}

/** One request and its answer, as it was seen; bodies parsed if they are JSON. */
export interface SeenExchange {
  method: string
  /** From the root. */
  path: string
  query: Readonly<Record<string, string>>
  requestBody?: unknown
  /** The body is a form of several parts; files in it are bytes. */
  isForm?: boolean
  status: number
  responseHeaders: Readonly<Record<string, string>>
  responseBody?: unknown
  /** The source that it was seen in, and the day. */
  seenIn?: string
  seenOn?: string
  /** What a probe was made to be refused for. */
  refusedFor?: ErrorCode
}

/** A code of refusals that a description names. */
export interface DescribedRefusal {
  status: number
  code: string
  /** What is said about it: messages of examples, and the description of the response. */
  said: readonly string[]
}

/** An operation of a service, as evidence shows it. */
export interface WireOperation {
  method: string
  /** From the root; parts that vary as `{name}`. */
  path: string
  /** A description leaves open what stands in front of the path. */
  isPrefixOpen?: true
  query: Readonly<Record<string, Member>>
  body?: Member
  /** Success answers by status, out of their `data` wrapper. */
  results: Readonly<Record<string, Member | undefined>>
  /** Error answers by status: the body whole. */
  errors: Readonly<Record<string, Member | undefined>>
  refusals?: readonly DescribedRefusal[]
  /** The headers that a success is described to have, in small letters. */
  headers?: readonly string[]
  /** What a description lists in full: anything else is absent. */
  described: Readonly<Record<'query' | 'body' | 'result', boolean>>
  /** How an upload has its file, where that is no part of a form. */
  file?: { as: 'base64'; name?: string }
  from: readonly Provenance[]
  exchanges: readonly SeenExchange[]
}

/** Whether a description has an operation, whatever it says of it. */
export function isDescribed({ from }: Pick<WireOperation, 'from'>): boolean {
  return from.some(({ kind }) => kind === 'description')
}
