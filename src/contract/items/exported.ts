import { FeedbackItem } from '../operations/feedback.js'
import { recommendedSchema } from '../vocabulary.js'

/** The columns of an export of feedback, in their order: the members of an item in recommended words. */
export const EXPORT_COLUMNS: readonly string[] = Object.keys(
  (recommendedSchema(FeedbackItem) as { properties: object }).properties,
)

/** Whether a CSV begins as an export does whose cells are guarded; one of exact texts has its headers in quotation marks. */
export function isGuardedExport(start: string): boolean {
  const [header = ''] = /^[^\r\n]*/.exec(start.replace(/^\ufeff/, '')) ?? []
  return `${header},`.startsWith(`${EXPORT_COLUMNS.join(',')},`)
}

// What a spreadsheet takes for a formula when a cell starts with it (full-width forms included), guarded before or not.
const FORMULA_START = /^'*[=+\-@\t\r\n＝＋－＠]/
const NUMBER = /^[+-]?\d+([.,]\d+)?$/

/** A text with an apostrophe before what a spreadsheet would run as a formula; numbers stay numbers. */
export function guardCell(text: string): string {
  return FORMULA_START.test(text) && !NUMBER.test(text) ? `'${text}` : text
}

/** The text that was guarded. */
export function unguardCell(text: string): string {
  return text.startsWith("'") && guardCell(text.slice(1)) === text ? text.slice(1) : text
}
