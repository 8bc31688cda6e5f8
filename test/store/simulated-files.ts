import { type FileHandle, type Files, sumOf } from '../../emulator/adapters/files.js'
import { namesIn } from '../../emulator/adapters/files-memory.js'
import {
  afterPowerLoss,
  appendTo,
  createInode,
  type Inode,
  type Random,
  syncInode,
  truncateTo,
} from './simulated-inode.js'

export class PowerCut extends Error {}

/** A disk that counts, fails on demand, and forgets what was not synced when the power goes. */
export interface SimulatedFiles extends Files {
  counts: { syncs: number; reads: string[]; operations: number }
  /** Writing operations that still succeed; the next one and all later ones throw `fault`. */
  budget: number
  fault: Error
  /** Whether only one operation fails, and those after it succeed again. */
  failsOnce: boolean
  /** The disk after the power came back. */
  powerLoss(random: Random): SimulatedFiles
  /** The same bytes on another disk, as a copy of the folder would be. */
  copy(): SimulatedFiles
  paths(): string[]
  bytesOf(path: string): Uint8Array
  put(path: string, bytes: Uint8Array): void
}

interface Disk {
  names: Map<string, Inode>
  syncedNames: Map<string, Inode>
  /** Creations, renames (`from` goes with them, or stays) and removals no folder sync has made durable. */
  unsyncedNames: { path: string; inode: Inode | undefined; from?: string }[]
}

export function createSimulatedFiles(contents: Iterable<[string, Uint8Array]> = []): SimulatedFiles {
  const inodes = [...contents].map(([path, bytes]) => [path, createInode(bytes)] as const)
  const disk: Disk = { names: new Map(inodes), syncedNames: new Map(inodes), unsyncedNames: [] }
  const counts: SimulatedFiles['counts'] = { syncs: 0, reads: [], operations: 0 }
  const spend = async (): Promise<void> => {
    await Promise.resolve()
    if (files.budget <= 0) {
      if (files.failsOnce) files.budget = Number.POSITIVE_INFINITY
      throw files.fault
    }
    files.budget -= 1
    counts.operations += 1
  }
  const files: SimulatedFiles = {
    ...simulatedAccess(disk, counts, spend),
    counts,
    budget: Number.POSITIVE_INFINITY,
    fault: new PowerCut('power cut'),
    failsOnce: false,
    powerLoss: (random) => createSimulatedFiles(survivors(disk, random)),
    copy: () => createSimulatedFiles(files.paths().map((path) => [path, files.bytesOf(path)])),
    paths: () => [...disk.names.keys()].sort(),
    bytesOf: (path) => read(disk, path)!,
    put: (path, bytes) => void disk.names.set(path, createInode(bytes)),
  }
  return files
}

function read({ names }: Disk, path: string): Uint8Array | undefined {
  const inode = names.get(path)
  return inode?.live.slice(0, inode.live.size)
}

function rename(disk: Disk, path: string, inode: Inode | undefined): void {
  if (inode === undefined) disk.names.delete(path)
  else disk.names.set(path, inode)
  disk.unsyncedNames.push({ path, inode })
}

function simulatedAccess(disk: Disk, counts: SimulatedFiles['counts'], spend: () => Promise<void>): Files {
  const syncFolder = async (folder: string): Promise<void> => {
    await spend()
    counts.syncs += 1
    for (const { path, inode, from } of disk.unsyncedNames.filter(({ path }) => isIn(folder, path))) {
      if (from !== undefined) disk.syncedNames.delete(from)
      if (inode === undefined) disk.syncedNames.delete(path)
      else disk.syncedNames.set(path, inode)
    }
    disk.unsyncedNames = disk.unsyncedNames.filter(({ path }) => !isIn(folder, path))
  }
  return {
    async open(path) {
      if (!disk.names.has(path)) {
        await spend()
        rename(disk, path, createInode())
      }
      return simulatedHandle(path, disk.names.get(path)!, counts, spend)
    },
    findSize: async (path) => disk.names.get(path)?.live.size,
    async findAll(path) {
      counts.reads.push(path)
      return read(disk, path)
    },
    findSumSync(path) {
      counts.reads.push(path)
      const bytes = read(disk, path)
      return bytes && sumOf(bytes)
    },
    async writeAtomically(path, bytes) {
      const inode = createInode()
      await spend()
      rename(disk, `${path}.tmp`, inode)
      await spend()
      appendTo(inode, bytes)
      await spend()
      counts.syncs += 1
      syncInode(inode)
      await spend()
      rename(disk, path, inode)
      rename(disk, `${path}.tmp`, undefined)
      await syncFolder(path.slice(0, path.lastIndexOf('/')))
    },
    async rename(from, to) {
      await spend()
      const inode = disk.names.get(from)
      if (inode === undefined) throw new Error(`ENOENT ${from}`)
      disk.names.set(to, inode)
      disk.names.delete(from)
      disk.unsyncedNames.push({ path: to, inode, from })
    },
    async remove(path) {
      if (!disk.names.has(path)) return
      await spend()
      rename(disk, path, undefined)
    },
    async removeFolder(folder) {
      for (const path of [...disk.names.keys()]) if (path.startsWith(`${folder}/`)) rename(disk, path, undefined)
    },
    list: async (folder) => namesIn(folder, disk.names.keys()),
    makeFolder: async () => undefined,
    syncFolder,
  }
}

function isIn(folder: string, path: string): boolean {
  return path.slice(0, path.lastIndexOf('/')) === folder
}

function simulatedHandle(
  path: string,
  inode: Inode,
  counts: SimulatedFiles['counts'],
  spend: () => Promise<void>,
): FileHandle {
  let isOpen = true
  const requireOpen = (): void => {
    if (!isOpen) throw new Error(`EBADF ${path}`)
  }
  return {
    get size() {
      return inode.live.size
    },
    async append(bytes) {
      requireOpen()
      await spend()
      appendTo(inode, bytes)
    },
    async datasync() {
      requireOpen()
      await spend()
      counts.syncs += 1
      syncInode(inode)
    },
    async truncate(size) {
      await spend()
      truncateTo(inode, size)
    },
    async read(offset, length) {
      await Promise.resolve()
      requireOpen()
      counts.reads.push(path)
      return inode.live.slice(offset, length)
    },
    readSync(offset, length) {
      requireOpen()
      counts.reads.push(path)
      return inode.live.slice(offset, length)
    },
    async close() {
      isOpen = false
    },
  }
}

/** Of the unsynced names each keeps any number of its operations; of their contents see the inode. */
function* survivors(disk: Disk, random: Random): Generator<[string, Uint8Array]> {
  const names = new Map(disk.syncedNames)
  const cutAt = new Map<string, boolean>()
  for (const { path, inode, from = path } of disk.unsyncedNames) {
    if (cutAt.get(path) || cutAt.get(from) || random() < 0.5) {
      cutAt.set(path, true).set(from, true)
      continue
    }
    names.delete(from)
    if (inode === undefined) names.delete(path)
    else names.set(path, inode)
  }
  for (const [path, inode] of names) yield [path, afterPowerLoss(inode, random)]
}
