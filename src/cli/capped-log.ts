import { copyFileSync, fstatSync, statSync, truncateSync } from 'node:fs'
import { CAPS } from '../contract/caps.js'
import type { OutputStream } from '../terminal/streams.js'

/** Set for an emulator in the background: the path of the file that stdout and stderr were sent to. */
export const BACKGROUND_LOG = 'INPK_IN_BACKGROUND'

/**
 * A stream into a file that was opened to append, which never holds more than `most` bytes: what it held before is kept beside it
 * as `PATH.1`, instead of what was kept there.
 */
export function cappedLog(stream: OutputStream, path: string, most: number = CAPS.logBytes.most): OutputStream {
  let bytes = statSync(path).size
  return {
    ...stream,
    async write(text) {
      const more = Buffer.byteLength(text)
      if (bytes > 0 && bytes + more > most) {
        // Other writers hold the file open as well, so it is emptied and not renamed.
        copyFileSync(path, `${path}.1`)
        truncateSync(path)
        bytes = 0
      }
      bytes += more
      await stream.write(text)
    },
  }
}

/** Whether the file descriptor is open on the file of this path. */
export function isOpenOn(fd: number, path: string): boolean {
  try {
    const [open, named] = [fstatSync(fd), statSync(path)]
    return named.isFile() && open.ino === named.ino && open.dev === named.dev
  } catch {
    return false
  }
}
