import type { InputFile } from '../../../src/ingest/index.js'
import type { FileHandle } from '../../adapters/files.js'

const STEP_BYTES = 128 * 1024

/** A stored upload as the ingest reads files. It never changes. */
export function storedFile(handle: FileHandle, name: string): InputFile {
  return {
    name,
    size: handle.size,
    async *stream() {
      for (let at = 0; at < handle.size; at += STEP_BYTES) yield await handle.read(at, STEP_BYTES)
    },
    readRange: (start, length) => handle.read(start, length),
    identity: async () => String(handle.size),
    close: async () => undefined,
  }
}
