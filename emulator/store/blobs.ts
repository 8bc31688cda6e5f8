import type { Files } from '../adapters/files.js'
import { DamagedFileError, RefusedSetError } from './errors.js'
import type { BlobEntry, DiskImage } from './image.js'
import { checksum } from './line.js'
import type { LiveBlob, PendingSet } from './store-state.js'
import type { ChangeSet } from './types.js'

const NAME = /^[A-Za-z0-9_-]{1,100}$/

/** Blobs of a change-set; each gets a file of its own, so the one it replaces lives until the set is on disk. */
export function prepareBlobs(seq: number, { put = {}, remove = [] }: NonNullable<ChangeSet<unknown>['blobs']>) {
  const entries = Object.entries(put).map(([name, bytes]) => {
    if (!NAME.test(name)) throw new RefusedSetError(`${JSON.stringify(name)} can't name a blob`)
    const copy = Uint8Array.from(bytes)
    const blob: LiveBlob = { file: `${name}.${seq}`, length: copy.length, crc: checksum(copy), bytes: copy }
    return [name, blob] as const
  })
  return { put: Object.fromEntries(entries), remove }
}

/** Writes the new blobs of some sets. */
export async function flushBlobs(files: Files, folder: string, sets: readonly PendingSet[]): Promise<void> {
  for (const set of sets) {
    for (const blob of Object.values(set.blobs?.put ?? {})) {
      await files.writeAtomically(`${folder}/${blob.file}`, blob.bytes!)
      delete blob.bytes
    }
  }
}

/** Files the image no longer needs once the sets are in it. */
export function outdatedBlobs(image: DiskImage, sets: readonly PendingSet[]): string[] {
  const files: string[] = []
  const names = new Map(Object.entries(image.blobs).map(([name, { file }]) => [name, file]))
  for (const { blobs } of sets) {
    for (const name of [...(blobs?.remove ?? []), ...Object.keys(blobs?.put ?? {})]) {
      const file = names.get(name)
      if (file !== undefined) files.push(file)
      names.delete(name)
    }
    for (const [name, { file }] of Object.entries(blobs?.put ?? {})) names.set(name, file)
  }
  return files
}

/** The bytes of a blob; nothing if it no longer exists, or goes while it is read. Throws DamagedFileError. */
export async function findBlob(files: Files, folder: string, blobs: ReadonlyMap<string, LiveBlob>, name: string) {
  for (;;) {
    const blob = blobs.get(name)
    if (blob === undefined || blob.bytes !== undefined) return blob?.bytes
    const path = `${folder}/${blob.file}`
    const bytes = await files.findAll(path)
    if (bytes?.length === blob.length && checksum(bytes) === blob.crc) return bytes
    if (blobs.get(name) !== blob) continue
    throw new DamagedFileError(
      path,
      bytes === undefined ? 'the file is missing' : 'the file does not match its checksum',
    )
  }
}

/** What the journal keeps of a blob. */
export function blobEntry({ file, length, crc }: LiveBlob): BlobEntry {
  return { file, length, crc }
}
