import { closeSync, createReadStream, fstatSync, ftruncateSync, openSync, readSync, writeSync } from 'node:fs'
import { findDestination } from '../base/destination.js'
import { LockedError, takeLock } from '../base/lock.js'
import { VERSION } from '../base/version.js'
import type { KnownValues } from './known-values.js'
import { plainText } from './plain-text.js'
import { splitEntries } from './split-entries.js'

const OWN_HEAD = '{"log":{"version":"1.2","creator":{"name":"inpk",'
const HEAD = `${OWN_HEAD}"version":${JSON.stringify(VERSION)}},"comment":"Secrets are removed.","entries":[`
/** What is read at once, and how much of it again, for what is on both sides of a cut. */
const CHUNK_BYTES = 4 * 1024 * 1024
const OVERLAP_BYTES = 64 * 1024
const CLOSING = '\n]}}\n'

/** A HAR file that takes entries and is valid JSON after each. */
export interface HarFile {
  /** The end of a torn file was cut off when it was opened. */
  wasTorn: boolean
  /**
   * Adds an entry, its JSON on one line.
   * @throws if the disk refuses it, or where another program has changed the file; the entries before stay as they are.
   */
  append(entry: string): void
  /** How many bytes of entries were added since it was opened. */
  readonly added: number
  /**
   * Writes over values that are in the last `bytes` of the entries added since it was opened: `x`, as often as they have bytes.
   */
  hide(values: KnownValues, bytes: number): void
  /** A second call does nothing. */
  close(): Promise<void>
}

/** A file that takes no entries: another kind of file, or one that is in use. */
export class NoHarFileError extends Error {
  override name = 'NoHarFileError'

  constructor(
    message: string,
    /** Another process records to it. */
    readonly inUse = false,
  ) {
    super(message)
  }
}

/** What is written where in an open file. */
interface Place {
  /** The byte after the last entry. */
  at: number
  isEmpty: boolean
  /** What follows the last entry. */
  closing: Buffer
  wasTorn: boolean
}

/**
 * Opens a HAR file (absolute path) for more entries; a new one is readable by its owner only. The brackets that close the file are written
 * after each entry and overwritten by the next, in one write: who kills this process leaves valid JSON behind. One process at a time.
 * @throws NoHarFileError
 */
export async function openHarFile(path: string): Promise<HarFile> {
  const destination = await findDestination(path)
  if (destination.kind !== 'file') throw new NoHarFileError('is not a regular file')
  const lock = await takeLock(`${destination.path}.lock`).catch((error: unknown) => {
    if (!(error instanceof LockedError)) throw error
    const who = error.holder ? `process ${error.holder.pid}` : 'another process'
    throw new NoHarFileError(`is being recorded to by ${who}`, true)
  })
  let fd: number | undefined
  try {
    fd = openSync(destination.path, destination.found ? 'r+' : 'wx+', 0o600)
    const place = await findPlace(fd, destination.path)
    return writer(fd, place, lock)
  } catch (error) {
    if (fd !== undefined) closeSync(fd)
    await lock.release()
    throw error
  }
}

async function findPlace(fd: number, path: string): Promise<Place> {
  const { size } = fstatSync(fd)
  if (size === 0) return begin(fd)
  const isOwn = readAt(fd, 0, OWN_HEAD.length).toString() === OWN_HEAD
  const closing = Buffer.from(CLOSING)
  if (isOwn && readAt(fd, size - closing.length, closing.length).equals(closing)) {
    const at = size - closing.length
    return { at, isEmpty: readAt(fd, at - 1, 1).toString() === '[', closing, wasTorn: false }
  }
  const end = await readToEnd(path)
  if (!end.hasEntries) throw new NoHarFileError('is not a HAR file')
  const isEmpty = end.count === 0
  if (end.whole)
    return { at: end.lastEnd, isEmpty, closing: readAt(fd, end.lastEnd, size - end.lastEnd), wasTorn: false }
  if (!isOwn) throw new NoHarFileError(`is cut off at line ${end.line}`)
  ftruncateSync(fd, end.lastEnd)
  writeSync(fd, closing, 0, closing.length, end.lastEnd)
  return { at: end.lastEnd, isEmpty, closing, wasTorn: true }
}

function begin(fd: number): Place {
  const closing = Buffer.from(CLOSING)
  writeSync(fd, Buffer.concat([Buffer.from(HEAD), closing]), 0, null, 0)
  return { at: Buffer.byteLength(HEAD), isEmpty: true, closing, wasTorn: false }
}

async function readToEnd(path: string) {
  const entries = splitEntries(createReadStream(path))
  for (let count = 0; ; count += 1) {
    const { value, done } = await entries.next()
    if (done) return { ...value, count }
  }
}

function readAt(fd: number, position: number, length: number): Buffer {
  const bytes = Buffer.alloc(length)
  return bytes.subarray(0, position < 0 ? 0 : readSync(fd, bytes, 0, length, position))
}

function writer(fd: number, place: Place, lock: { lost: AbortSignal; release(): Promise<void> }): HarFile {
  const { closing, wasTorn } = place
  let { at, isEmpty } = place
  const startedAt = at
  let isOpen = true
  return {
    wasTorn,
    append(entry) {
      if (lock.lost.aborted || fstatSync(fd).size !== at + closing.length) {
        throw new NoHarFileError('was changed by another program')
      }
      const added = Buffer.from(`${isEmpty ? '\n' : ',\n'}${entry}`)
      try {
        writeAll(fd, Buffer.concat([added, closing]), at)
      } catch (error) {
        writeAll(fd, closing, at)
        ftruncateSync(fd, at + closing.length)
        throw error
      }
      at += added.length
      isEmpty = false
    },
    get added() {
      return at - startedAt
    },
    hide(values, bytes) {
      for (let from = Math.max(startedAt, at - bytes); from < at; from += CHUNK_BYTES) {
        const text = readAt(fd, from, Math.min(CHUNK_BYTES + OVERLAP_BYTES, at - from)).toString('latin1')
        for (const [start, end] of values.findIn(plainText(text))) {
          const mask = maskOf(text.slice(start, end))
          if (mask) writeAll(fd, Buffer.from(mask), from + start)
        }
      }
    },
    async close() {
      if (!isOpen) return
      isOpen = false
      closeSync(fd)
      await lock.release()
    },
  }
}

/** As long as what it stands for, and JSON wherever that was; undefined for what holds more than one value of JSON. */
function maskOf(found: string): string | undefined {
  if (/(?<!\\)"/.test(found)) return undefined
  // It may be a number of the file's own.
  return (/^\d+$/.test(found) ? '1' : 'x').repeat(found.length)
}

/** A disk that fills up takes a part first. */
function writeAll(fd: number, bytes: Uint8Array, position: number): void {
  for (let written = 0; written < bytes.length; ) {
    written += writeSync(fd, bytes, written, bytes.length - written, position + written)
  }
}
