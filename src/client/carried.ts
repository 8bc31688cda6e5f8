import { isObject } from '../base/is-object.js'
import type { Codec } from '../contract/facts/codec.js'
import { InputError } from '../contract/input-error.js'

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
      'Leave it out, or correct the facts file.',
    )
  }
}

/** What a push leaves out of its items is said of each row (`not_sent`). */
const REPORTED = 'content'
/** A source says which group it is in. */
const SAID_BY_SOURCE = /^(survey_series|feedback_group)_id$/

/**
 * Refuses an input of which the service is known to take a part nowhere. `given`: in the words of the codec.
 * @throws NotCarriedError
 */
export function requireCarried(operation: string, codec: Codec | undefined, given: unknown, path = ''): void {
  if (!codec) return
  if (Array.isArray(given)) for (const entry of given) requireCarried(operation, codec, entry, `${path}[]`)
  if (!isObject(given) || given instanceof Uint8Array) return
  for (const [name, value] of Object.entries(given)) {
    if (isNothing(value) || name === REPORTED || SAID_BY_SOURCE.test(name)) continue
    const inner = path === '' ? name : `${path}.${name}`
    if (codec.lacks(inner)) throw new NotCarriedError(operation, inner)
    requireCarried(operation, codec, value, inner)
  }
}

function isNothing(value: unknown): boolean {
  if (value === undefined || value === null) return true
  return typeof value === 'object' && !(value instanceof Uint8Array) && Object.keys(value).length === 0
}
