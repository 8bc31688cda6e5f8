import type { Files } from '../adapters/files.js'
import { storePaths } from './paths.js'

/** What the files of a closed folder were, by their paths within it: of items the size, as at a start; of all else the bytes. */
export type Fingerprint = Record<string, { size: number; crc?: number }>

/** The files of a folder that a start reads, as they are now. */
export async function fingerprintFolder(files: Files, folder: string): Promise<Fingerprint> {
  const { snapshot, journal, log, secrets, items } = storePaths(folder)
  const found: Fingerprint = {}
  for (const path of [snapshot, journal, log, secrets]) {
    const sum = files.findSumSync(path)
    if (sum) found[path.slice(folder.length + 1)] = sum
  }
  for (const name of await files.list(items)) {
    const path = `${items}/${name}`
    found[path.slice(folder.length + 1)] = { size: (await files.findSize(path))! }
  }
  return found
}

/** Whether the files are still what they were: then there is nothing to repair or to report, and the state is that of then. */
export async function hasFingerprint(files: Files, folder: string, fingerprint: Fingerprint): Promise<boolean> {
  for (const [name, { size, crc }] of Object.entries(fingerprint)) {
    const path = `${folder}/${name}`
    if (crc === undefined) {
      if ((await files.findSize(path)) !== size) return false
      continue
    }
    const sum = files.findSumSync(path)
    if (sum?.size !== size || sum.crc !== crc) return false
  }
  return true
}
