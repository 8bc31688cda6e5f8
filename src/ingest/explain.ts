import { count } from '../base/count.js'
import { didYouMean } from '../base/nearest.js'
import { InDoubtError as LostAnswerError, UnexpectedResponseError, WrongHostError } from '../client/errors.js'
import { ExplainedError, Failure } from '../terminal/failure.js'
import {
  BatchInDoubtError,
  FileChangedError,
  InputFileError,
  InvalidRowsError,
  JournalError,
  JournalFolderError,
  MappingError,
  NoTextError,
  OptionError,
  PushStoppedError,
  RowsChangedError,
  RunLockedError,
  TaskLostError,
  UnclearAnswerError,
} from './errors.js'
import { columnName } from './map/headers.js'

const IN_DOUBT =
  'The service accepted more, but its response does not say what was stored. The same command sends that again with the same Idempotency-Key.'
const REST_UNSAID =
  'Its response does not say what happened to the others. The same command sends all of them again with the same Idempotency-Key.'
const ASK_AGAIN = 'The same command asks again, and sends them again where that is safe.'
const DECIDE =
  'If that does not settle it, check in the service whether they are there, then use --assume-sent or --assume-lost.'
const GO_ON = 'Nothing is lost: run the same command again to resume.'

/** An error of the push pipeline with its exit code and what to do next; other errors stay as they are. */
export function explainPushError(error: unknown, path: string): unknown {
  if (error instanceof PushStoppedError) return stopped(error, path)
  if (error instanceof InputFileError) {
    const { message, hint, row } = error
    const where = row === undefined ? path : `${path}, row ${row}`
    return fail('invalid', 'FILE_INVALID', `${where}: ${message}`, sentence(hint), error)
  }
  if (error instanceof OptionError) {
    const message = error.code === 'WRONG_USAGE' ? error.message : `${path}: ${error.message}`
    return fail('usage', error.code, message, sentence(error.hint), error)
  }
  if (error instanceof MappingError) {
    // A file without text does not pass; a column that an option should name is wrong usage.
    const exit = error instanceof NoTextError ? 'invalid' : 'usage'
    const message = `${path}: ${error.message}`
    return fail(exit, 'MAPPING_UNCLEAR', message, mappingHint(error), error, detailsOf(error))
  }
  if (error instanceof InvalidRowsError) {
    return fail(
      'invalid',
      'ROW_INVALID',
      `${path}: ${error.message}`,
      'Fix the row, or skip it with --on-invalid skip.',
      error,
    )
  }
  if (error instanceof FileChangedError)
    return fail('conflict', 'FILE_CHANGED', `${path}: ${error.message}`, undefined, error)
  if (error instanceof RowsChangedError) {
    const hint = '`--restart` pushes all of it again, including rows already stored.'
    return fail('conflict', 'ROWS_CHANGED', `${path}: ${error.message}`, hint, error, { rows: error.rows })
  }
  if (error instanceof RunLockedError)
    return fail('conflict', 'PUSH_RUNNING', error.message, 'Wait for it, or stop it.', error)
  if (error instanceof JournalError) {
    const hint =
      '`--restart` pushes the file from the start: rows stored before are recognised by their ids, those without ids are stored again.'
    return fail('failure', 'JOURNAL_DAMAGED', `${path}: ${error.message}`, hint, error)
  }
  if (error instanceof JournalFolderError) {
    const hint = 'Nothing was sent. Set INPK_CONFIG_DIR to a writable folder.'
    return fail('failure', 'JOURNAL_FOLDER', error.message, hint, error)
  }
  if (error instanceof BatchInDoubtError) {
    const hint = 'Check in the service whether they are there, then use --assume-sent or --assume-lost.'
    return fail('inDoubt', 'IN_DOUBT', `${path}: ${error.message}`, hint, error, { rows: error.rows })
  }
  if (error instanceof TaskLostError) {
    const hint = error.isUnknown ? `${ASK_AGAIN} ${DECIDE}` : ASK_AGAIN
    return fail('inDoubt', 'IN_DOUBT', `${path}: ${error.message}`, hint, error, { rows: [error.rows] })
  }
  return error
}

function stopped({ cause, summary }: PushStoppedError, path: string): unknown {
  const inner = explainPushError(
    cause instanceof UnclearAnswerError ? new UnexpectedResponseError(cause.message) : cause,
    path,
  )
  if (inner instanceof Failure) return inner
  const items = summary.inserted + summary.duplicates
  const arrived = count(items, 'item')
  return new ExplainedError(inner, whatArrived(cause, arrived), { summary })
}

function whatArrived(cause: unknown, arrived: string): string {
  const isAccounted = cause instanceof UnclearAnswerError && cause.known !== undefined
  if (isAccounted) return `${arrived} definitely arrived. ${REST_UNSAID}`
  if (isUnclear(cause)) return `${arrived} definitely arrived. ${IN_DOUBT}`
  const isLost = cause instanceof LostAnswerError || cause instanceof WrongHostError
  return isLost
    ? `${arrived} definitely arrived; more may have. ${GO_ON}`
    : `${arrived} arrived before it stopped. ${GO_ON}`
}

function mappingHint(error: MappingError): string | undefined {
  const { hint, asked, columns } = error
  const meant = asked === undefined ? undefined : didYouMean(asked, columns)
  return [meant, sentence(hint), columnList(error)].filter(Boolean).join(' ') || undefined
}

const COLUMNS_SHOWN = 50

/** The columns as `--map` takes them: a blank header by its number. */
function columnList({ columns }: MappingError): string | undefined {
  if (columns.length === 0) return undefined
  const names = columns.slice(0, COLUMNS_SHOWN).map((_, index) => columnName(columns, index))
  const hidden = columns.length - names.length
  return `The file has: ${names.join(', ')}${hidden > 0 ? ` and ${hidden} more` : ''}.`
}

/** The same for programs. */
function detailsOf({ columns }: MappingError): { columns: { number: number; header: string }[] } | undefined {
  if (columns.length === 0) return undefined
  return { columns: columns.map((header, index) => ({ number: index + 1, header })) }
}

/** The service accepted a batch, and its answer does not say what was stored. */
function isUnclear(cause: unknown): boolean {
  return cause instanceof UnclearAnswerError || cause instanceof UnexpectedResponseError
}

type FailureArguments = ConstructorParameters<typeof Failure>[0]

function fail(
  exit: FailureArguments['exit'],
  code: string,
  message: string,
  hint: string | undefined,
  cause: unknown,
  details?: unknown,
): Failure {
  return new Failure({ exit, code, message, cause, details, ...(hint === undefined ? {} : { hint }) })
}

function sentence(text: string | undefined): string | undefined {
  return text && `${text[0]!.toUpperCase()}${text.slice(1)}${/[.?!]$/.test(text) ? '' : '.'}`
}
