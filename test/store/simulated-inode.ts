import { type GrowingBytes, growingBytes } from '../../emulator/adapters/growing-bytes.js'

/** A number from 0 (inclusive) to 1 (exclusive). */
export type Random = () => number

type Operation = { kind: 'write'; offset: number; bytes: Uint8Array } | { kind: 'truncate'; size: number }

/** What a file holds, what of it is on the medium, and what is still on its way there. */
export interface Inode {
  live: GrowingBytes
  synced: Uint8Array
  unsynced: Operation[]
}

const SECTOR = 64

export function createInode(bytes: Uint8Array = new Uint8Array()): Inode {
  return { live: growingBytes(bytes), synced: bytes, unsynced: [] }
}

export function appendTo(inode: Inode, bytes: Uint8Array): void {
  inode.unsynced.push({ kind: 'write', offset: inode.live.size, bytes: Uint8Array.from(bytes) })
  inode.live.append(bytes)
}

export function truncateTo(inode: Inode, size: number): void {
  inode.unsynced.push({ kind: 'truncate', size })
  inode.live.resize(size)
}

export function syncInode(inode: Inode): void {
  if (inode.unsynced.length === 0) return
  inode.synced = inode.live.slice(0, inode.live.size)
  inode.unsynced = []
}

/** What a power cut leaves: of the unsynced operations any part, in any order, sector by sector, torn within one. */
export function afterPowerLoss(inode: Inode, random: Random): Uint8Array {
  const left = growingBytes(inode.synced)
  for (const operation of inode.unsynced) {
    if (operation.kind === 'truncate') {
      if (random() < 0.5) left.resize(operation.size)
    } else if (random() < 0.3) overwrite(left, operation.offset, operation.bytes)
    else for (const [offset, bytes] of sectors(operation)) if (random() < 0.5) overwrite(left, offset, bytes)
  }
  return left.slice(0, Math.floor(left.size - (random() < 0.2 ? random() * unsyncedTail(inode, left.size) : 0)))
}

function unsyncedTail(inode: Inode, size: number): number {
  return Math.max(0, size - inode.synced.length)
}

function* sectors({ offset, bytes }: { offset: number; bytes: Uint8Array }): Generator<[number, Uint8Array]> {
  for (let from = 0; from < bytes.length; from += SECTOR) yield [offset + from, bytes.subarray(from, from + SECTOR)]
}

/** Sectors that were skipped read as zeros. */
function overwrite(target: GrowingBytes, offset: number, bytes: Uint8Array): void {
  const before = target.slice(0, target.size)
  const end = Math.max(before.length, offset + bytes.length)
  const after = new Uint8Array(end)
  after.set(before)
  after.set(bytes, offset)
  target.resize(0)
  target.append(after)
}
