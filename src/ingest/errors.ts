import type { PushSummary } from './push/summary.js'

/** The file can't be read in the format it was detected as. `row` counts as a spreadsheet does, the header included. */
export class InputFileError extends Error {
  override name = 'InputFileError'
  constructor(
    message: string,
    readonly hint?: string,
    readonly row?: number,
  ) {
    super(message)
  }
}

/** A file of a type that holds no rows, such as a picture or a program. */
export class FileTypeError extends InputFileError {}

/** A value of an option that cannot be: for no file, or for this one (`NO_SUCH_SHEET`, `NOT_FOR_THIS_FORMAT`). */
export class OptionError extends Error {
  override name = 'OptionError'
  constructor(
    readonly code: 'WRONG_USAGE' | 'NO_SUCH_SHEET' | 'NOT_FOR_THIS_FORMAT',
    message: string,
    readonly hint?: string,
  ) {
    super(message)
  }
}

/** The columns asked for don't exist, or nothing tells which column is the text. */
export class MappingError extends Error {
  override name = 'MappingError'
  constructor(
    message: string,
    readonly columns: readonly string[],
    readonly hint?: string,
    /** The name asked for that none of the columns has. */
    readonly asked?: string,
  ) {
    super(message)
  }
}

/** No column of the file can be taken for the text: a person must look at it, whatever the options. */
export class NoTextError extends MappingError {
  override name = 'NoTextError'
}

/** `--on-invalid stop` met a row that can't be pushed. */
export class InvalidRowsError extends Error {
  override name = 'InvalidRowsError'
  constructor(
    readonly row: number,
    readonly reason: string,
  ) {
    super(`row ${row} can't be pushed: ${reason}`)
  }
}

/** The file is not the one the plan was made of. */
export class FileChangedError extends Error {
  override name = 'FileChangedError'
}

/** Rows of the file that were sent before are other ones now, and without ids it cannot be told which are new. */
export class RowsChangedError extends Error {
  override name = 'RowsChangedError'
  constructor(readonly rows: readonly [number, number]) {
    super(
      `rows ${rows[0]} to ${rows[1]} were sent before and have changed since; rows without ids can't be told apart, so nothing was sent`,
    )
  }
}

/** Another process pushes this very run. */
export class RunLockedError extends Error {
  override name = 'RunLockedError'
  constructor(
    readonly runId: string,
    readonly pid: number | undefined,
    /** The machine or container it runs on, where that is another one. */
    readonly host?: string,
  ) {
    const process = pid === undefined ? '' : ` (process ${pid}${host === undefined ? '' : ` on "${host}"`})`
    super(`this push is already running${process}`)
  }
}

/** The journal of the run is damaged elsewhere than at its torn end. */
export class JournalError extends Error {
  override name = 'JournalError'
}

/** The folder of journals can't be made: the place of a push could not be kept, so nothing is sent. */
export class JournalFolderError extends Error {
  override name = 'JournalFolderError'
  constructor(
    readonly folder: string,
    override readonly cause: unknown,
  ) {
    super(`can't save push progress in ${folder} (${(cause as NodeJS.ErrnoException).code ?? cause})`)
  }
}

/** Batches whose answer was lost more than a day ago and whose items carry no ids: only a person can tell (threats A6). */
export class BatchInDoubtError extends Error {
  override name = 'InDoubtError'
  constructor(
    readonly runId: string,
    /** First and last row of each batch in doubt. */
    readonly rows: readonly (readonly [number, number])[],
  ) {
    super(`unknown whether rows ${rows.map(([first, last]) => `${first} to ${last}`).join(', ')} were stored`)
  }
}

/** The run stopped on a failure (`cause`); its place is kept, and the same push resumes from there. */
export class PushStoppedError extends Error {
  override name = 'PushStoppedError'
  constructor(
    readonly summary: PushSummary,
    override readonly cause: unknown,
  ) {
    super(cause instanceof Error ? cause.message : String(cause))
  }
}

/** The answer of the service does not account for every item; the batch counts as in doubt. */
export class UnclearAnswerError extends Error {
  override name = 'UnclearAnswerError'
  constructor(
    message: string,
    /** What the answer accounts for, by text column. */
    readonly known?: { inserted: readonly number[]; duplicates: readonly number[] },
  ) {
    super(message)
  }
}

/** A bulk task of the service ended in failure; nothing of it was stored. */
export class TaskFailedError extends Error {
  override name = 'TaskFailedError'
  constructor(
    readonly code: string,
    message: string,
    readonly details?: unknown,
  ) {
    super(message)
  }
}

/** The service refuses to say how a bulk task ended, so whether it stored its rows is not known. */
export class TaskLostError extends Error {
  override name = 'TaskLostError'
  /** The service does not know the task, or not any more. */
  readonly isUnknown: boolean

  constructor(
    taskId: string,
    /** First and last row of the batch. */
    readonly rows: readonly [number, number],
    { status, meant }: { status: number; meant: number },
    override readonly cause: unknown,
  ) {
    super(
      `unknown whether rows ${rows[0]} to ${rows[1]} were stored: the service answered the request for task ${taskId} with status ${status}`,
    )
    this.isUnknown = meant === 404 || meant === 410
  }
}
