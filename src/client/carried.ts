import { isObject } from '../base/is-object.js'
import type { Codec } from '../contract/facts/codec.js'
import type { Contract } from '../contract/facts/contract.js'
import { InputError } from '../contract/input-error.js'
import type { Operation } from '../contract/operation.js'
import type { OperationId } from '../contract/operations/index.js'
import { recommendedWord } from '../contract/vocabulary.js'
import { findMember } from './checked-payload.js'
import { UnexpectedResponseError } from './errors.js'

/** An input that the contract in force cannot send: without it the request would say something else. */
export class NotCarriedError extends InputError {
  constructor(
    readonly operation: string,
    /** Such as `questions[].options`. */
    readonly member: string,
  ) {
    super(
      'ARGUMENT_INVALID',
      `By the facts in force the service takes no \`${member}\` in ${operation}`,
      'Leave it out, or correct `facts`.',
    )
  }
}

/** What a push leaves out of its items is said of each row (`not_sent`). */
const REPORTED = 'content'
/** In a body: the source beside it says which group it is in. */
export const SAID_BY_SOURCE = /^(survey_series|feedback_group)_id$/

/** What a service takes of a query, for callers that check themselves what they asked for. `query`: in classic words. */
export function takenQuery<Query extends object>(
  contract: Contract,
  operation: OperationId,
  query: Query,
): Partial<Query> {
  const codec = contract.codecOf(operation, 'query', 'recommended')
  const taken = Object.entries(query).filter(([member]) => !codec?.lacks(recommendedWord(member)))
  return Object.fromEntries(taken) as Partial<Query>
}

/** Where an input goes: of which operation, in whose words, and what of it may be left out. */
interface Carrier {
  operation: string
  codec: Codec | undefined
  except?: RegExp
}

/**
 * Refuses an input of which the service is known to take a part nowhere. `given`: in the words of the codec.
 * @throws NotCarriedError
 */
export function requireCarried(carrier: Carrier, given: unknown, path = ''): void {
  const { operation, codec, except } = carrier
  if (!codec) return
  if (Array.isArray(given)) for (const entry of given) requireCarried(carrier, entry, `${path}[]`)
  if (!isObject(given) || given instanceof Uint8Array) return
  for (const [name, value] of Object.entries(given)) {
    if (isNothing(value) || name === REPORTED || except?.test(name)) continue
    const inner = path === '' ? name : `${path}.${name}`
    if (codec.lacks(inner)) throw new NotCarriedError(operation, inner)
    requireCarried(carrier, value, inner)
  }
}

function isNothing(value: unknown): boolean {
  if (value === undefined || value === null) return true
  return typeof value === 'object' && !(value instanceof Uint8Array) && Object.keys(value).length === 0
}

/**
 * Refuses an answer that does not repeat what its query asked for, such as the period of an analysis: a service may ignore a parameter
 * that it does not know, and the answer to another question would pass for the answer to this one.
 * @throws {UnexpectedResponseError}
 */
export function requireSameAsAsked({ id, repeats = [] }: Operation, query: object | undefined, payload: object): void {
  for (const member of repeats) {
    const asked = findMember(query ?? {}, member)
    if (asked === undefined || asked === null) continue
    const answered = findMember(payload, member)
    if (isSame(asked, answered)) continue
    const isLacking = answered === undefined || answered === null
    const instead = isLacking ? 'does not say so' : `says ${JSON.stringify(answered)}`
    throw new UnexpectedResponseError(
      `${id} was asked for the \`${member}\` ${JSON.stringify(asked)}, and the response ${instead}`,
      'A service may ignore a parameter that it does not know, and answer as without it; `inpk learn` finds out how this one differs.',
    )
  }
}

function isSame(asked: unknown, answered: unknown): boolean {
  return typeof answered !== 'object' && String(asked).toUpperCase() === String(answered).toUpperCase()
}
