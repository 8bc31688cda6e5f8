import type { InputFile } from '../ports.js'

/** The file, and how many of its bytes were read through it. */
export function createMeter(file: InputFile): { file: InputFile; bytesRead(): number } {
  let bytes = 0
  const counted: InputFile = {
    ...file,
    async *stream() {
      for await (const chunk of file.stream()) {
        bytes += chunk.length
        yield chunk
      }
    },
    async readRange(start, length) {
      const range = await file.readRange(start, length)
      bytes += range.length
      return range
    },
  }
  return { file: counted, bytesRead: () => bytes }
}
