const FIRST_BYTES = 256 * 1024
/** Small pieces are read again after a broken row, so that each costs little, however many there are. */
const PIECE_BYTES = 4 * 1024

/** The bytes of a file that can be put back to be read again. */
export interface CsvSource {
  /** All that was put back, else the next chunk; undefined at the end. Valid until the next call. */
  next(): Promise<Buffer | undefined>
  /** A small piece of what was put back, else the next chunk, to be kept; undefined at the end. */
  nextPiece(): Promise<Buffer | undefined>
  /** To be read again; a copy is. */
  putBack(bytes: Buffer): void
  close(): Promise<void>
}

/** Reads chunks; what was put back comes first. */
export function createCsvSource(chunks: AsyncIterable<Buffer>): CsvSource {
  const source = chunks[Symbol.asyncIterator]()
  let waiting: Buffer = Buffer.alloc(0)
  const read = async (mostBytes: number) => {
    if (waiting.length > 0) {
      const piece = waiting.subarray(0, mostBytes)
      waiting = waiting.subarray(mostBytes)
      return piece
    }
    const { value, done } = await source.next()
    return done ? undefined : value
  }
  return {
    next: () => read(Number.POSITIVE_INFINITY),
    async nextPiece() {
      const piece = await read(PIECE_BYTES)
      return piece && Buffer.from(piece)
    },
    putBack(bytes) {
      waiting = Buffer.concat([bytes, waiting])
    },
    async close() {
      await source.return?.()
    },
  }
}

/** The first part of a row, kept until the chunk with its rest comes; one buffer for the whole file. */
export interface LeftoverBuffer {
  /** Keeps a copy of these bytes, and returns it. */
  keep(bytes: Buffer): Buffer
  /** What is kept and these bytes, in one. */
  before(bytes: Buffer): Buffer
}

/** Nothing is kept yet. */
export function createLeftoverBuffer(): LeftoverBuffer {
  let room = Buffer.alloc(0)
  let length = 0
  const reserve = (bytes: number) => {
    if (bytes <= room.length) return
    const larger = Buffer.allocUnsafeSlow(Math.max(FIRST_BYTES, bytes, room.length * 2))
    room.copy(larger, 0, 0, length)
    room = larger
  }
  return {
    keep(bytes) {
      // These bytes may be part of the buffer already, further on.
      if (bytes.length > room.length) length = 0
      reserve(bytes.length)
      bytes.copy(room)
      length = bytes.length
      return room.subarray(0, length)
    },
    before(bytes) {
      if (length === 0) return bytes
      reserve(length + bytes.length)
      bytes.copy(room, length)
      return room.subarray(0, length + bytes.length)
    },
  }
}
