/** Names a template may use without declaring them. */
export const BUILT_IN_VARIABLES = ['survey_link', 'email'] as const

const PLACEHOLDER = /\{\{\s*([A-Za-z_][A-Za-z0-9_]*)\s*\}\}/g
const LINE_BREAK = /\r\n?|[\u0085\u2028\u2029]/g
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g
const NOT_IN_A_HEADER = /[\u0000-\u0020\u007f-\u009f\u2028\u2029]+/g

/** Names the placeholders of a text use, each once. */
export function placeholdersOf(text: string): string[] {
  return [...new Set(Array.from(text.matchAll(PLACEHOLDER), (match) => match[1]!))]
}

/** The text with its placeholders filled in, in one pass: what a value holds is never looked into again. Unknown ones are left empty. */
export function fill(
  text: string,
  values: Readonly<Record<string, string>>,
  change = (value: string) => value,
): string {
  return text.replace(PLACEHOLDER, (_, name: string) => (Object.hasOwn(values, name) ? change(values[name]!) : ''))
}

/** A text as a mail can carry it: line breaks of one kind, no other control characters. */
export function mailText(text: string): string {
  return text.replace(LINE_BREAK, '\n').replace(CONTROL, '')
}

/** A text as one line of a header: nothing in it can end the line, and runs of blanks, where lines are folded, are one. */
export function headerText(text: string): string {
  return text.replace(NOT_IN_A_HEADER, ' ').trim()
}
