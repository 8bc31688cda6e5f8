import type { Surroundings } from '../cli/run-inpk.js'
import type { Stage } from './stage.js'

/** What the transcripts of a command are made of. Lines are written as in a shell, without `inpk`. */
export interface TranscriptRow {
  /** A line that ends with 0; its JSON is the same line with `--json`. */
  succeeds: string
  /** A line that fails, and the exit code it ends with. */
  fails: string
  code: number
  /** Lines run beforehand; all of them succeed, none is recorded. */
  given?: readonly string[]
  /** What the command finds beside the common stage: stdin, child processes, signals. Made anew for each line. */
  around?(stage: Stage): Surroundings
  /** Another line for its JSON. Null: all it prints is another program's. */
  json?: string | null
  /** JSON is a value a line. */
  eachLine?: true
  /** What it prints when all goes well is another each time, or changes with every other command: only its shape is kept. */
  varies?: true
}

/** A row; `more` holds what few commands need. */
export function row(succeeds: string, fails: string, code: number, more: Partial<TranscriptRow> = {}): TranscriptRow {
  return { succeeds, fails, code, ...more }
}

/** The words of a line: quotes hold one together. */
export function wordsOf(line: string): string[] {
  return [...line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(([, a, b, c]) => a ?? b ?? c!)
}
