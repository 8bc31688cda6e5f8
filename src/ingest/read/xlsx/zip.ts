import { PassThrough, pipeline, Readable } from 'node:stream'
import { createInflateRaw } from 'node:zlib'
import yauzl, { type Entry, type ZipFile } from 'yauzl'
import { InputFileError } from '../../errors.js'

const MOST_ENTRIES = 10_000
const LARGEST_ENTRY = 2 * 1024 ** 3
const LARGEST_TOTAL = 4 * 1024 ** 3
/** Sheets of repeated values reach about 60; only what is made to explode goes beyond (threats B14). */
const LARGEST_RATIO = 200
const RATIO_COUNTS_FROM = 32 * 1024 ** 2
/** Each inflated piece costs a turn between threads; yauzl's own are a sixteenth of this. */
const INFLATED_PIECE = 256 * 1024

/** Bytes of a workbook by place. */
export interface RandomAccess {
  size: number
  readRange(start: number, length: number): Promise<Uint8Array>
}

/** The parts of a workbook, opened by name. */
export interface Package {
  has(path: string): boolean
  open(path: string): Promise<AsyncIterable<Buffer>>
  close(): void
}

class RangeReader extends yauzl.RandomAccessReader {
  constructor(private readonly source: RandomAccess) {
    super()
  }
  /** The directory is read entry by entry: without a stream for each. */
  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null) => void,
  ) {
    this.source.readRange(position, length).then((bytes) => {
      buffer.set(bytes, offset)
      callback(bytes.length < length ? new Error('unexpected EOF') : null)
    }, callback)
  }
  override _readStreamForRange(start: number, end: number): Readable {
    const { source } = this
    const step = 256 * 1024
    async function* ranges() {
      for (let at = start; at < end; at += step) yield Buffer.from(await source.readRange(at, Math.min(step, end - at)))
    }
    return start >= end ? new PassThrough().end() : Readable.from(ranges(), { objectMode: false })
  }
}

/** Opens a ZIP package after a look at its directory alone: sizes are judged before anything is inflated. */
export async function openPackage(source: RandomAccess, mostBytes = LARGEST_TOTAL): Promise<Package> {
  const zip = await openZip(source)
  const entries = await readDirectory(zip, mostBytes)
  return {
    has: (path) => entries.has(path),
    open: (path) => openEntry(zip, entries, path),
    close: () => zip.close(),
  }
}

function openZip(source: RandomAccess): Promise<ZipFile> {
  return new Promise((resolve, reject) => {
    const options = { lazyEntries: true, autoClose: false, validateEntrySizes: true }
    yauzl.fromRandomAccessReader(new RangeReader(source), source.size, options, (error, zip) => {
      if (error) reject(new InputFileError(`not a valid workbook (${error.message})`))
      else resolve(zip)
    })
  })
}

function readDirectory(zip: ZipFile, mostBytes: number): Promise<Map<string, Entry>> {
  return new Promise((resolve, reject) => {
    const entries = new Map<string, Entry>()
    let total = 0
    const refuse = (why: string) => {
      zip.close()
      reject(new InputFileError(`the workbook is not read: ${why}`))
    }
    zip.on('entry', (entry: Entry) => {
      total += entry.uncompressedSize
      const fault = findEntryFault(entry, entries) ?? (total > mostBytes ? 'it inflates to too many bytes' : undefined)
      if (fault) return refuse(fault)
      entries.set(entry.fileName, entry)
      zip.readEntry()
    })
    zip.on('end', () => resolve(entries))
    zip.on('error', (error: Error) => refuse(error.message))
    zip.readEntry()
  })
}

function findEntryFault(entry: Entry, entries: Map<string, Entry>): string | undefined {
  const { uncompressedSize, compressedSize, fileName } = entry
  if (entry.isEncrypted()) return 'it is encrypted'
  if (entries.has(fileName)) return 'two of its parts have one name'
  if (entries.size >= MOST_ENTRIES) return `it has more than ${MOST_ENTRIES} parts`
  if (uncompressedSize > LARGEST_ENTRY) return 'it inflates to several gigabytes'
  const bomb = uncompressedSize > RATIO_COUNTS_FROM && uncompressedSize > compressedSize * LARGEST_RATIO
  return bomb ? 'it inflates to far more than a workbook ever does' : undefined
}

function openEntry(zip: ZipFile, entries: Map<string, Entry>, path: string): Promise<AsyncIterable<Buffer>> {
  return new Promise((resolve, reject) => {
    const entry = entries.get(path)
    if (!entry) return reject(new InputFileError(`the workbook lacks its part ${path}`))
    if (!entry.canDecodeFileData())
      return reject(new InputFileError('the workbook is compressed in a way that is not known'))
    zip.openReadStream(entry, { decodeFileData: false }, (error, stream) => {
      if (error) reject(new InputFileError(`the workbook is damaged (${error.message})`))
      else resolve(inflated(stream, entry))
    })
  })
}

/** Rejects if a part is not as large as the directory says: what was judged must be what is read. */
async function* inflated(raw: Readable, { compressionMethod, uncompressedSize }: Entry): AsyncGenerator<Buffer> {
  const inflate = () => pipeline(raw, createInflateRaw({ chunkSize: INFLATED_PIECE }), () => undefined)
  let left = uncompressedSize
  for await (const piece of compressionMethod === 0 ? raw : inflate()) {
    left -= piece.length
    if (left < 0) break
    yield piece
  }
  if (left !== 0) throw new InputFileError('the workbook is damaged (a part is not as large as it says)')
}
