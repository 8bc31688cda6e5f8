import { isObject } from '../../base/is-object.js'
import type { Exchange } from './probe.js'
import { must, NotLooked } from './rule.js'

/** `error.code` of an answer; '' where it has none. */
export function codeOf({ json }: Exchange): string {
  const error = isObject(json) && isObject(json.error) ? json.error : {}
  return typeof error.code === 'string' ? error.code : ''
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

/** The call must be outside the scope of the key. */
export function mustForbid(exchange: Exchange): void {
  mustAnswer(exchange, 403)
  const code = codeOf(exchange)
  must(code === 'INSUFFICIENT_PERMISSION', `${exchange.about}: 403 ${code || 'without a code'}`)
}
