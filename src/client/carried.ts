import { isObject } from '../base/is-object.js'
import type { Codec } from '../contract/facts/codec.js'
import type { Contract } from '../contract/facts/contract.js'
import { InputError } from '../contract/input-error.js'
import type { OperationId } from '../contract/operations/index.js'
import { recommendedWord } from '../contract/vocabulary.js'

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
