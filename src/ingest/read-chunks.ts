import type { FileHandle } from 'node:fs/promises'

const CHUNK_BYTES = 128 * 1024

/**
 * The first bytes of a file, at most so many, through two buffers: one is read into while the other is used, so a chunk holds only until the
 * next one is asked for. A buffer for every chunk would leave the memory of a long push in pieces (threats B20).
 */
export async function* readChunks(handle: FileHandle, mostBytes: number): AsyncGenerator<Uint8Array> {
  const buffers = [Buffer.allocUnsafeSlow(CHUNK_BYTES), Buffer.allocUnsafeSlow(CHUNK_BYTES)] as const
  let place = 0
  const readInto = async (buffer: Buffer) => {
    const wished = Math.min(CHUNK_BYTES, mostBytes - place)
    if (wished === 0) return buffer.subarray(0, 0)
    const { bytesRead } = await handle.read(buffer, 0, wished, place)
    place += bytesRead
    return buffer.subarray(0, bytesRead)
  }
  let next = readInto(buffers[0])
  try {
    for (let turn = 1; ; turn += 1) {
      const chunk = await next
      if (chunk.length === 0) return
      next = readInto(buffers[turn % 2]!)
      // Told where it is awaited.
      next.catch(() => undefined)
      yield chunk
    }
  } finally {
    await next.catch(() => undefined)
  }
}
