const FIRST_BYTES = 256 * 1024

/** The beginning of a row, kept until the chunk with the rest of it comes; one buffer for all of a file. */
export interface Carry {
  /** Keeps these bytes; gives them where they now lie. */
  keep(bytes: Buffer): Buffer
  /** What is kept and these bytes, in one. */
  before(bytes: Buffer): Buffer
}

/** Nothing is kept yet. */
export function createCarry(): Carry {
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
      // What is kept may lie here already, further on.
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
