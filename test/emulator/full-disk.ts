import type { FileHandle, Files } from '../../emulator/adapters/files.js'
import { createMemoryFiles } from '../../emulator/adapters/files-memory.js'

/** A disk in memory that refuses writes once its room is used up, as a full one does. */
export interface FullDisk extends Files {
  /** Writes that still succeed; Infinity: there is room. */
  room: number
  /** Writes asked for so far. */
  writes: number
}

/** An empty disk with room for everything. */
export function createFullDisk(under: Files = createMemoryFiles()): FullDisk {
  const write = async <T>(work: () => Promise<T>): Promise<T> => {
    // As on a disk, the answer comes in a later turn.
    await new Promise((resolve) => setImmediate(resolve))
    disk.writes += 1
    if (disk.room <= 0) throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
    disk.room -= 1
    return work()
  }
  const disk: FullDisk = {
    ...under,
    room: Number.POSITIVE_INFINITY,
    writes: 0,
    open: async (path) => refusing(await under.open(path), write),
    writeAtomically: (path, bytes) => write(() => under.writeAtomically(path, bytes)),
    makeFolder: (folder) => write(() => under.makeFolder(folder)),
  }
  return disk
}

function refusing(handle: FileHandle, write: <T>(work: () => Promise<T>) => Promise<T>): FileHandle {
  return {
    get size() {
      return handle.size
    },
    async append(bytes) {
      // A part of it may reach the disk before there is no more room.
      await write(() => handle.append(bytes)).catch(async (error: unknown) => {
        await handle.append(bytes.subarray(0, bytes.length >> 1))
        throw error
      })
    },
    datasync: () => write(() => handle.datasync()),
    truncate: (size) => handle.truncate(size),
    read: (offset, length) => handle.read(offset, length),
    readSync: (offset, length) => handle.readSync(offset, length),
    close: () => handle.close(),
  }
}
