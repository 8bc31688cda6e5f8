import { findAddress } from '../../../src/contract/email.js'
import type { FieldMap } from '../../../src/contract/errors.js'
import { codePoints } from '../../../src/contract/items/check-item.js'
import type { BodyOf } from '../../../src/contract/operations/index.js'
import type { Template } from '../../state/invite.js'

export type SentRecipient = BodyOf<'sendInvites'>['recipients'][number]

const MOST_CHARACTERS = 2_000
const MOST_FAULTS = 100

/** Addresses that are none, and variables no mail can be made of; at most 100 are named. */
export function findRecipientFaults(recipients: readonly SentRecipient[], length = codePoints): FieldMap {
  const faults: FieldMap = {}
  for (const [index, { email, variables = {} }] of recipients.entries()) {
    if (Object.keys(faults).length >= MOST_FAULTS) break
    const path = `recipients[${index}]`
    if (findAddress(email) === undefined) faults[`${path}.email`] = ['must be an email address']
    for (const [name, value] of Object.entries(variables)) {
      const fault = findValueFault(value, length)
      if (fault) faults[`${path}.variables.${name.slice(0, 100)}`] = [fault]
    }
  }
  return faults
}

/** Variables the template requires and a recipient does not bring. */
export function findMissingVariables(recipients: readonly SentRecipient[], template: Template): FieldMap {
  const required = template.variables.filter((each) => each.required).map(({ name }) => name)
  const faults: FieldMap = {}
  for (const [index, { variables = {} }] of recipients.entries()) {
    if (Object.keys(faults).length >= MOST_FAULTS) break
    const values = valuesOf(variables)
    for (const name of required) {
      if (!Object.hasOwn(values, name) || values[name]!.trim() === '') {
        faults[`recipients[${index}].variables.${name}`] = ['is required by the invite template']
      }
    }
  }
  return faults
}

/** Variables as texts; null counts as absent. */
export function valuesOf(variables: Readonly<Record<string, unknown>> = {}): Record<string, string> {
  const given = Object.entries(variables).filter(([, value]) => value !== null && value !== undefined)
  return Object.fromEntries(given.map(([name, value]) => [name, String(value)]))
}

function findValueFault(value: unknown, length: (text: string) => number): string | undefined {
  if (value === null || typeof value === 'number' || typeof value === 'boolean') return undefined
  if (typeof value !== 'string') return 'must be a string, a number or a boolean'
  if (!value.isWellFormed()) return 'must not contain lone surrogates'
  const isLong = length(value) > MOST_CHARACTERS
  return isLong ? `must have at most ${MOST_CHARACTERS} characters` : undefined
}
