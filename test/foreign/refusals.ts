import type { Choices } from './choices.js'

/** Something wrong with one member of a request. */
export interface Fault {
  path: (string | number)[]
  message: string
  type: string
}

/** What ends a request: a status and the error envelope. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly details?: unknown,
  ) {
    super(message)
  }
}

/** A request that does not pass, with the details in the form this service chose. */
export function invalid(c: Choices, faults: Fault[], place: 'body' | 'query' = 'body'): Refusal {
  const message = 'The request is not valid.'
  return new Refusal(c['error.invalid.status'], c['error.invalid.code'], message, writeDetails(c, faults, place))
}

function writeDetails(c: Choices, faults: Fault[], place: string): unknown {
  const named = faults.map(({ path, message }) => [path.join('.'), message] as const)
  switch (c['error.details']) {
    case 'map':
      return Object.fromEntries(named)
    case 'map of lists':
      return Object.fromEntries(named.map(([path, message]) => [path, [message]]))
    case 'loc list':
      return faults.map(({ path, message, type }) => ({ loc: [place, ...path], msg: message, type }))
    case 'field list':
      return named.map(([field, message]) => ({ field, message }))
    case 'strings':
      return named.map(([path, message]) => `${path} ${message}`)
    default:
      return undefined
  }
}

/** A record that is not there; `what` is SURVEY, GROUP, … */
export function missing(c: Choices, what: string): Refusal {
  return new Refusal(404, c['error.missing'].replace('{what}', what), `${what.toLowerCase()} not found`)
}
