/** What the errors of the library have in common. Decide by `code`, never by the message. */
export abstract class InpkError extends Error {
  /** What happened, as a word. */
  abstract readonly code: string
  /** What to do next. */
  abstract readonly hint: string | undefined
}
