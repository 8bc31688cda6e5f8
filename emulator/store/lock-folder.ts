import { type Lock, SILENT_MS } from '../../src/base/lock.js'
import { lockDataDirectory } from './index.js'

/** Takes the data directory, and says so when it takes a while because the last owner can't be seen from here. */
export function lockFolder(folder: string, { onNotice }: { onNotice?(text: string): void }): Promise<Lock> {
  return lockDataDirectory(folder, {
    onWatch(holder, { file, isDamaged }) {
      const watching = `watching for up to ${SILENT_MS / 1_000} s whether`
      if (isDamaged) return onNotice?.(`${file} is damaged; ${watching} a process still uses ${folder}`)
      const whose = holder ? `process ${holder.pid} on "${holder.host}"` : 'a process of another user'
      onNotice?.(`${folder} was last in use by ${whose}; ${watching} it still is`)
    },
  })
}
