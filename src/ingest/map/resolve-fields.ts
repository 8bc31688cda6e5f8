import { LIMITS } from '../../contract/limits.js'
import { MappingError } from '../errors.js'
import type { TargetField } from '../target.js'
import type { TextColumn } from './mapping.js'

/** The field of the target for each text column: by id or exact text, else its only text field. Each takes one column. */
export function resolveFields(
  texts: readonly TextColumn[],
  fields: readonly TargetField[],
  most: number = LIMITS.questionsPerBulk,
): TargetField[] {
  const resolved = texts.map(({ field }) =>
    field === undefined ? requireOnlyField(fields) : requireField(fields, field),
  )
  const twice = resolved.find((field, index) => resolved.indexOf(field) !== index)
  if (twice)
    throw new MappingError(
      `two columns are mapped to the field "${twice.text}"`,
      [],
      'give each column a field of its own',
    )
  if (resolved.length > most) {
    throw new MappingError(`a push takes at most ${most} fields`, [], 'push the file in several passes')
  }
  return resolved
}

function requireField(fields: readonly TargetField[], word: string): TargetField {
  const found = fields.find(({ id }) => id === word) ?? fields.find(({ text }) => text.trim() === word.trim())
  if (!found) throw new MappingError(`the source has no field "${word}"`, [], listFields(fields))
  if (!found.acceptsText) throw new MappingError(`"${found.text}" is not a text field`, [], listFields(fields))
  return found
}

function requireOnlyField(fields: readonly TargetField[]): TargetField {
  const open = fields.filter(({ acceptsText }) => acceptsText)
  if (open.length === 1) return open[0]!
  if (open.length === 0) throw new MappingError('the source has no text field', [], NO_TEXT_FIELD)
  const hint = `choose one with --question ID or --field "Column=ID"; ${listFields(fields)}`
  throw new MappingError('the source has several text fields', [], hint)
}

/** What to do where no field takes text: a published source gets no other fields. */
export const NO_TEXT_FIELD =
  'use a source with a DEPTH_TEXT or TEXT question: `inpk sources create TITLE --group GROUP --question "What happened?"`'

function listFields(fields: readonly TargetField[]): string {
  const open = fields.filter(({ acceptsText }) => acceptsText)
  return open.length === 0 ? NO_TEXT_FIELD : `text fields: ${open.map(({ id, text }) => `${id} "${text}"`).join(', ')}`
}
