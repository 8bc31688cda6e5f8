/** Bytes that grow at their end in amortised constant time. */
export interface GrowingBytes {
  readonly size: number
  append(bytes: Uint8Array): void
  /** Grows with zeros or cuts. */
  resize(size: number): void
  /** A copy of up to `length` bytes from `offset`. */
  slice(offset: number, length: number): Uint8Array
}

/** Starts with a copy of `initial`. */
export function growingBytes(initial: Uint8Array = new Uint8Array()): GrowingBytes {
  let room = Uint8Array.from(initial)
  let size = initial.length
  const makeRoom = (needed: number): void => {
    if (needed <= room.length) return
    const larger = new Uint8Array(Math.max(needed, room.length * 2, 256))
    larger.set(room.subarray(0, size))
    room = larger
  }
  return {
    get size() {
      return size
    },
    append(bytes) {
      makeRoom(size + bytes.length)
      room.set(bytes, size)
      size += bytes.length
    },
    resize(to) {
      makeRoom(to)
      room.fill(0, Math.min(size, to), room.length)
      size = to
    },
    slice: (offset, length) => room.slice(offset, Math.min(size, offset + length)),
  }
}
