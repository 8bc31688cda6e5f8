import type { FileHandle, Files } from './files.js'

/**
 * A disk that is written to only while a lock is held. `check` rejects once the lock is lost. It is asked before each change, so
 * that a former owner changes nothing, and after each sync, so that nothing counts as written that the next owner may not have seen.
 */
export function guardFiles(files: Files, check: () => Promise<void>): Files {
  const before =
    <Args extends unknown[], T>(work: (...args: Args) => Promise<T>) =>
    async (...args: Args) => {
      await check()
      return work(...args)
    }
  const around = <Args extends unknown[]>(work: (...args: Args) => Promise<void>) =>
    before(async (...args: Args) => {
      await work(...args)
      await check()
    })
  const guardHandle = (handle: FileHandle): FileHandle => ({
    get size() {
      return handle.size
    },
    append: before((bytes) => handle.append(bytes)),
    datasync: around(() => handle.datasync()),
    truncate: before((size) => handle.truncate(size)),
    read: (offset, length, room) => handle.read(offset, length, room),
    readSync: (offset, length) => handle.readSync(offset, length),
    close: () => handle.close(),
  })
  return {
    open: before(async (path) => guardHandle(await files.open(path))),
    findSize: (path) => files.findSize(path),
    findAll: (path) => files.findAll(path),
    findSumSync: (path) => files.findSumSync(path),
    writeAtomically: around((path, bytes) => files.writeAtomically(path, bytes)),
    rename: before((from, to) => files.rename(from, to)),
    remove: before((path) => files.remove(path)),
    removeFolder: around((folder) => files.removeFolder(folder)),
    list: (folder) => files.list(folder),
    makeFolder: around((folder) => files.makeFolder(folder)),
    syncFolder: around((folder) => files.syncFolder(folder)),
  }
}
