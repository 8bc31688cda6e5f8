import { orNearest } from '../../src/base/nearest.js'
import { ERRORS, type ErrorCode, type ErrorEnvelope, type FieldMap } from '../../src/contract/errors.js'
import { InpkError } from '../../src/contract/inpk-error.js'
import { DamagedFileError, FormatError, StoreClosedError } from '../store/index.js'

/** A request that is answered with an error; whoever throws it has changed nothing. */
export class Refusal extends InpkError {
  override readonly name = 'Refusal'
  readonly hint = undefined
  readonly status: number
  /** Whether its details name members as the wire does. */
  isOnWire = false

  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly details?: unknown,
    readonly headers: Record<string, string> = {},
  ) {
    super(message)
    // A fault may dictate a code that no table knows.
    this.status = (ERRORS as Partial<typeof ERRORS>)[code]?.status ?? 500
  }

  envelope(): ErrorEnvelope {
    const details = this.details === undefined ? {} : { details: this.details }
    return { error: { code: this.code, message: this.message, ...details } }
  }
}

/** Refuses a request because of single members; the message repeats the first of them (ERR-4). */
export function invalid(fields: FieldMap): Refusal {
  const [path, messages] = Object.entries(fields)[0] ?? ['', ['is not valid']]
  const more = Object.keys(fields).length - 1
  const tail = more > 0 ? ` (and ${more} more, see details)` : ''
  return new Refusal('VALIDATION_ERROR', `${path === '' ? 'the request' : path} ${messages[0]}${tail}`, fields)
}

/** Refuses an identifier this organisation does not have, or not under the parent named. `names`: those it may be meant for. */
export function notFound(what: string, id: string, names: readonly string[] = []): Refusal {
  return new Refusal('NOT_FOUND', `${what} ${id} not found${orNearest(id.replaceAll('"', ''), names)}`)
}

/** The refusal for any error that is not one; `cause` keeps the error for whoever runs the emulator. */
export function asRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  const refusal = new Refusal('INTERNAL_ERROR', explain(error))
  refusal.cause = error
  return refusal
}

/** What went wrong, and what to do about it where anything can be done. */
function explain(error: unknown): string {
  const damage = findDamage(error)
  if (damage)
    return `the data directory is damaged: ${damage.place}: ${damage.why}. Fix the file from a backup and start the emulator again, or move the data directory aside to start empty`
  const fault = findDiskFault(error)
  if (fault)
    return `the data directory can't be used (${fault}); fix the cause (free space if the disk is full) and send the request again; no restart needed`
  if (isPartMissing(error))
    return 'a file of the emulator is missing, perhaps because inpk was upgraded while it ran; stop and start the emulator'
  return 'internal error; this is a bug in inpk'
}

/** Whether a file of the program could not be loaded when it was first used. */
function isPartMissing(error: unknown): boolean {
  const { code } = (error ?? {}) as { code?: unknown }
  return code === 'ERR_MODULE_NOT_FOUND' || code === 'MODULE_NOT_FOUND'
}

/** The damaged file from the data directory on; where that is stays out of an answer. */
function findDamage(error: unknown): DamagedFileError | undefined {
  const cause = error instanceof StoreClosedError ? error.cause : error
  return cause instanceof DamagedFileError ? cause : undefined
}

/** The first line of an error of the disk, such as ENOSPC; the folder's name stays out of it. */
function findDiskFault(error: unknown): string | undefined {
  const cause = error instanceof StoreClosedError ? error.cause : error
  if (cause instanceof FormatError) return cause.name
  const { code } = (cause ?? {}) as { code?: unknown }
  return typeof code === 'string' && /^E[A-Z]+$/.test(code) ? code : undefined
}
