import {
  InDoubtError,
  ListingError,
  ServiceError,
  UnexpectedResponseError,
  UnreachableError,
  WrongHostError,
} from '../client/errors.js'
import { isLoopback } from '../contract/base-url.js'
import { InpkError } from '../contract/inpk-error.js'
import { InputError } from '../contract/input-error.js'
import { EXIT, exitCodeOfStatus, signalExitCode } from '../terminal/exit-codes.js'
import { ExplainedError, Failure, Interrupted, SettledHint } from '../terminal/failure.js'
import { hintForCommands } from '../terminal/translate-text.js'
import { WHY } from './path-faults.js'

/** What is printed of an error: the members of the JSON form (cli.md section 1), and the exit code. */
export interface ErrorReport {
  exitCode: number
  code: string
  /** The code as the service sent it; said to people only, for programs decide by those of our contract. */
  sentCode?: string
  message: string
  status: number | null
  details: unknown
  retryable: boolean
  hint: string | null
  requestId: string | null
  /** Method and URL of the request that failed; said to people only, for the members of the JSON form are fixed. */
  asked: string | null
}

const BLANK = { status: null, details: null, retryable: false, hint: null, requestId: null, asked: null }

/** The one table from an error to its exit code and what is said of it. */
export function describeError(error: unknown): ErrorReport {
  const report = describe(error)
  return error instanceof InpkError ? { ...report, hint: hintForCommands(report) ?? null } : report
}

function describe(error: unknown): ErrorReport {
  if (error instanceof Failure) {
    const { exitCode, code, message, details = null, hint = null } = error
    return { ...BLANK, exitCode, code, message, details, hint }
  }
  if (error instanceof SettledHint) return { ...describeError(error.cause), hint: error.hint }
  if (error instanceof ExplainedError) {
    const inner = describeError(error.cause)
    const hint = [inner.hint, error.hint].filter(Boolean).join(' ')
    return { ...inner, hint, details: inner.details ?? error.details ?? null }
  }
  if (error instanceof ServiceError) return describeServiceError(error)
  if (error instanceof InputError) {
    const exitCode = error.code.startsWith('API_KEY') ? EXIT.unauthenticated : EXIT.usage
    return { ...BLANK, exitCode, code: error.code, message: error.message, hint: error.hint ?? null }
  }
  if (error instanceof WrongHostError) {
    const { code, message, hint } = error
    return { ...BLANK, exitCode: EXIT.unreachable, code, message, hint }
  }
  if (error instanceof ListingError) {
    const { code, message, hint } = error
    return { ...BLANK, exitCode: EXIT.unavailable, code, message, hint }
  }
  if (error instanceof UnexpectedResponseError) {
    const { code, hint } = error
    // Elsewhere it is a sentence of its own.
    const message = error.message.replace(/^The /, 'the ')
    return { ...BLANK, exitCode: EXIT.failure, code, message, hint }
  }
  if (error instanceof InDoubtError) {
    const { code, message, status = null, requestId = null, hint = null } = error
    return { ...BLANK, exitCode: EXIT.inDoubt, code, message, status, requestId, hint }
  }
  if (error instanceof UnreachableError) {
    const { code, message, hint = isHere(error.url) ? NO_EMULATOR : null } = error
    return { ...BLANK, exitCode: EXIT.unreachable, code, message, hint, retryable: true }
  }
  if (error instanceof Interrupted) {
    const { signal, message, hint = null, cause } = error
    const stopped = cause instanceof ExplainedError ? cause.cause : cause
    if (stopped instanceof InDoubtError) return { ...describeError(cause), exitCode: signalExitCode(signal) }
    return { ...BLANK, exitCode: signalExitCode(signal), code: 'INTERRUPTED', message, hint }
  }
  return describeUnexpected(error)
}

const NO_EMULATOR = 'Start an emulator here with `inpk emulator start`, or set the base URL of the service.'

function isHere(url: string): boolean {
  return URL.canParse(url) && isLoopback(new URL(url).hostname)
}

function describeServiceError(error: ServiceError): ErrorReport {
  const { code, sentCode, message, status, retryable } = error
  const { details = null, hint = null, requestId = null, asked = null } = error
  const said = { code, sentCode, message, status, details, retryable, hint, requestId, asked }
  return { exitCode: exitCodeOfStatus(error.meant), ...said }
}

const SYSTEM_ERRORS: Record<string, string> = {
  ...WHY,
  ENOSPC: 'no space left on the device',
  EEXIST: 'already exists',
  EPIPE: 'the reader closed it',
}

const PART_MISSING = {
  exitCode: EXIT.failure,
  code: 'PROGRAM_INCOMPLETE',
  message: 'a file of inpk is missing, perhaps because it was upgraded while it ran',
  hint: 'Run the command again; if it fails again, reinstall inpk.',
}

const FOLDER_GONE = {
  exitCode: EXIT.failure,
  code: 'WORKING_FOLDER_GONE',
  message: 'the working folder was deleted',
  hint: 'Change to a folder that exists.',
}

function describeUnexpected(error: unknown): ErrorReport {
  const { code, path, message, syscall } = error as NodeJS.ErrnoException
  if (syscall === 'uv_cwd') return { ...BLANK, ...FOLDER_GONE }
  const known = typeof code === 'string' ? SYSTEM_ERRORS[code] : undefined
  if (known) {
    return { ...BLANK, exitCode: EXIT.failure, code: code!, message: path ? `${known}: ${path}` : known }
  }
  if (code === 'ERR_MODULE_NOT_FOUND' || code === 'MODULE_NOT_FOUND') return { ...BLANK, ...PART_MISSING }
  return {
    ...BLANK,
    exitCode: EXIT.failure,
    code: 'UNEXPECTED',
    message: message || String(error),
    hint: 'This looks like a bug in inpk; --debug shows where.',
  }
}
