import type { Style } from '../terminal/style.js'

/** Where a renderer writes: stdout, with its style, and a way to tell a person something beside it. */
export interface Printer {
  style: Style
  /** Whether pictures may be drawn: a terminal with colour, and no CI. */
  draws: boolean
  isTerminal: boolean
  /** Aborts when the command is asked to stop. */
  signal: AbortSignal
  write(text: string | Uint8Array): Promise<void>
  /** Writes lines for a person, inert already: in CI none of them is a command to its runner. */
  writeLines(text: string): Promise<void>
  note(text: string): Promise<void>
  /** Warns people and programs alike that what they read may not be all. */
  caution(text: string): Promise<void>
  /** Writes a line to stderr whatever is silenced; it is inert already. */
  tell(text: string): Promise<void>
}
