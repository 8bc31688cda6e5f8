import { InpkError } from '../../src/contract/inpk-error.js'

/** A file of the data directory is damaged. Nothing was changed; `line` counts from 1, `offset` from 0 in bytes. */
export class DamagedFileError extends InpkError {
  override readonly name = 'DamagedFileError'
  readonly code = 'DATA_DAMAGED'
  readonly hint = undefined
  constructor(
    readonly file: string,
    readonly why: string,
    readonly line?: number,
    readonly offset?: number,
  ) {
    super(
      `${file}${placeIn(line, offset)}: ${why}. Nothing was changed. Restore the folder from a backup, or move it aside to start empty.`,
    )
  }

  /** File and line, without the folder of the data directory. */
  get place(): string {
    return `${this.file.replace(/^.*[\\/](?=orgs[\\/])/, '')}${placeIn(this.line, this.offset)}`
  }
}

function placeIn(line: number | undefined, offset: number | undefined): string {
  if (line !== undefined) return `, line ${line} (byte ${offset ?? 0})`
  return offset === undefined ? '' : `, byte ${offset}`
}

/** Written by a newer version of this program, or by an older one whose files no one can migrate. */
export class FormatError extends InpkError {
  override readonly name = 'FormatError'
  readonly code = 'DATA_DAMAGED'
  readonly hint = undefined
  constructor(
    readonly file: string,
    readonly found: number,
    readonly known: number,
  ) {
    const way = found > known ? 'Use the newer version that wrote it' : 'Open it with the version that wrote it'
    super(`${file} has format ${found}, this version knows format ${known}. ${way}. Nothing was changed.`)
  }
}

/** The store accepts no more writes, because it was closed or because a write failed (`cause`). */
export class StoreClosedError extends Error {
  override readonly name = 'StoreClosedError'
  constructor(folder: string, cause?: Error) {
    super(
      cause === undefined
        ? `The store in ${folder} is closed.`
        : `The store in ${folder} accepts no more writes: ${cause.message}`,
      { cause },
    )
  }
}

/** A change-set the store can't take: ids that do not grow, a name no blob can have. Nothing was changed. */
export class RefusedSetError extends Error {
  override readonly name = 'RefusedSetError'
}

/** Another living process owns the data directory, or may. */
export class DataDirectoryInUseError extends InpkError {
  override readonly name = 'DataDirectoryInUseError'
  readonly code = 'DATA_DIRECTORY_IN_USE'
  constructor(
    message: string,
    readonly folder: string,
    /** Missing if the owner can't be determined. */
    readonly pid: number | undefined,
    /** What to do about it. */
    readonly hint: string,
  ) {
    super(message)
  }
}
