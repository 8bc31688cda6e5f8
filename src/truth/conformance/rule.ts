import { isObject, type JsonObject } from '../../base/is-object.js'
import { LIMITS } from '../../contract/limits.js'
import type { Exchange, Probe } from './probe.js'

/** A rule of the interface and how it is looked at. */
export interface Rule {
  /** In rules.tsv. */
  id: string
  /** Sends more than GETs: what must be refused, dry runs, questions. It stores something only where the service is wrong. */
  writes?: true
  /** Makes what it looks at. */
  staged?: true
  /** Throws `Broken` if the service does not keep the rule, `NotLooked` where that cannot be seen. */
  look(probe: Probe): Promise<void> | void
}

/** The service does not keep a rule. */
export class Broken extends Error {
  override readonly name = 'Broken'

  constructor(
    message: string,
    /** What was seen is a breach only where these assumptions hold. */
    readonly relies: readonly string[] = [],
  ) {
    super(message)
  }
}

/** A rule could not be looked at here. */
export class NotLooked extends Error {
  override readonly name = 'NotLooked'
}

/** A rule could not be looked at, because an assumed name or path is absent, and no fact gives the real one. */
export class NotConfirmed extends Error {
  override readonly name = 'NotConfirmed'
}

/** Throws `Broken` with what was seen unless the condition holds. */
export function must(condition: boolean, seen: string): asserts condition {
  if (!condition) throw new Broken(seen)
}

/** A rule that only reads. */
export function rule(id: string, look: Rule['look']): Rule {
  return { id, look }
}

/** A rule that sends more than GETs, and changes nothing. */
export function refusalRule(id: string, look: Rule['look']): Rule {
  return { id, writes: true, look }
}

/** `error` of an answer; empty if it has none. */
export function errorIn(json: unknown): JsonObject {
  return isObject(json) && isObject(json.error) ? json.error : {}
}

/** `error.code` of an answer; '' if it has none. */
export function codeOf({ json }: Exchange): string {
  const { code } = errorIn(json)
  return typeof code === 'string' ? code : ''
}

/** The answer must be an error of this status. */
export function mustAnswer(exchange: Exchange, status: number): void {
  must(exchange.status === status, `${exchange.about}: ${exchange.status} instead of ${status}`)
}

/** The request must be refused for what is in it. */
export function mustRefuse(exchange: Exchange): void {
  const { about, status } = exchange
  if (status === 401 || status === 403) throw new NotLooked(`${about}: the key may not do this (${status})`)
  must(status >= 400 && status < 500 && status !== 429, `${about}: ${status}, not refused`)
}

/** A page larger than any may be: it is cut to 200, or refused. */
export function mustClampOrRefuse({ about, status }: Exchange, count: number): void {
  must(status === 200 || status === 400 || status === 422, `${about}: ${status}`)
  must(count <= LIMITS.page.max, `${count} on a page`)
}

/** The call must be outside the scope of the key. */
export function mustForbid(exchange: Exchange): void {
  const { about, status } = exchange
  // What is wrong with a request may be said before its scope is looked at.
  const isRefused = [400, 404, 405, 413, 415, 422].includes(status)
  if (status !== 403)
    throw new Broken(`${about}: ${status} instead of 403`, isRefused ? ['behaviour:order-of-checks'] : [])
  if (exchange.isCodeless) return
  const code = codeOf(exchange)
  must(code === 'INSUFFICIENT_PERMISSION', `${exchange.about}: 403 ${code || 'without a code'}`)
}
