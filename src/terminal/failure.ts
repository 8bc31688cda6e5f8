import { EXIT, type ExitName } from './exit-codes.js'

export interface FailureFacts {
  exit: ExitName
  /** Machine-readable, as the codes of the service are. */
  code: string
  /** What failed and why, one sentence. */
  message: string
  /** What to do next. */
  hint?: string
  details?: unknown
  cause?: unknown
}

/** A command could not do what it was asked; carries its exit code and what to do next. */
export class Failure extends Error {
  readonly exitCode: number
  readonly code: string
  readonly hint: string | undefined
  readonly details: unknown

  constructor({ exit, code, message, hint, details, cause }: FailureFacts) {
    super(message, { cause })
    this.name = 'Failure'
    this.exitCode = EXIT[exit]
    this.code = code
    this.hint = hint
    this.details = details
  }
}

/** Another error, with what to do next where it happened; it keeps its exit code and code. */
export class ExplainedError extends Error {
  constructor(
    override readonly cause: unknown,
    readonly hint: string,
    readonly details?: unknown,
  ) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
    this.name = 'ExplainedError'
  }
}

/** Another error, with this instead of what it says to do next. */
export class SettledHint extends Error {
  constructor(
    override readonly cause: unknown,
    readonly hint: string,
  ) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
    this.name = 'SettledHint'
  }
}

/** Wrong usage (exit code 2). */
export function wrongUsage(message: string, hint?: string): Failure {
  return new Failure({ exit: 'usage', code: 'WRONG_USAGE', message, ...(hint === undefined ? {} : { hint }) })
}

/** What is in a file can't be used (exit code 6); one that isn't there is wrong usage. */
export function invalidFile(message: string, hint?: string, details?: unknown): Failure {
  return new Failure({
    exit: 'invalid',
    code: 'FILE_INVALID',
    message,
    details,
    ...(hint === undefined ? {} : { hint }),
  })
}

/**
 * A file lacks a column: one that an option names is wrong usage (exit code 2), one that every such file must have makes this a file that
 * does not pass (6; cli.md section 1 "Exit codes").
 */
export function missingColumn(
  message: string,
  isNamed: boolean,
  facts: Partial<Omit<FailureFacts, 'exit' | 'message'>> = {},
): Failure {
  const kind = isNamed
    ? ({ exit: 'usage', code: 'WRONG_USAGE' } as const)
    : ({ exit: 'invalid', code: 'FILE_INVALID' } as const)
  return new Failure({ ...kind, message, ...facts })
}

/** The command was ended by a signal (exit code 128 + signal). */
export class Interrupted extends Error {
  constructor(
    readonly signal: string,
    /** How to continue, where there is something to continue with. */
    readonly hint?: string,
    /** What the work that was stopped ended with. */
    cause?: unknown,
  ) {
    super(`ended by ${signal}`, { cause })
    this.name = 'Interrupted'
  }
}

/** No one reads stdout any more, as after `| head`: the command ends quietly. */
export class OutputClosed extends Error {
  constructor() {
    super('stdout was closed')
    this.name = 'OutputClosed'
  }
}
