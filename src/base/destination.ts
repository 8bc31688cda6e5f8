import type { Stats } from 'node:fs'
import { readlink, realpath, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'

/** What a path that is to be written to stands for. */
export type Destination =
  /** A descriptor of this process, as /dev/stdout and process substitution are. */
  | { kind: 'descriptor'; descriptor: number }
  /** A pipe, a device, or a descriptor of another process: it is opened and written to, and stays what it is. */
  | { kind: 'through'; path: string }
  /** A regular file, or none yet, at the end of all links; `found` if it is there. */
  | { kind: 'file'; path: string; found: Stats | undefined }

const OWN_DESCRIPTOR = new RegExp(`^/(?:dev|proc/(?:self|${process.pid}))/fd/(\\d+)$`)
const ANY_DESCRIPTOR = /^\/proc\/[^/]+\/fd\/\d+$/
const MOST_LINKS = 40

/** Follows an absolute path to what is written to. Rejects as the system does: a folder (EISDIR), links in a circle (ELOOP), no such folder (ENOENT). */
export async function findDestination(path: string, links = 0): Promise<Destination> {
  const descriptor = OWN_DESCRIPTOR.exec(path)?.[1]
  if (descriptor !== undefined) return { kind: 'descriptor', descriptor: Number(descriptor) }
  if (ANY_DESCRIPTOR.test(path)) return { kind: 'through', path }
  if (links > MOST_LINKS) throw fault('ELOOP', path)
  const folder = await realpath(dirname(path))
  const link = await readlink(path).catch(() => undefined)
  if (link !== undefined) return findDestination(resolve(folder, link), links + 1)
  const target = join(folder, basename(path))
  const found = await stat(target).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })
  if (found?.isDirectory()) throw fault('EISDIR', path)
  return found === undefined || found.isFile()
    ? { kind: 'file', path: target, found: found ?? undefined }
    : { kind: 'through', path: target }
}

function fault(code: 'ELOOP' | 'EISDIR', path: string): Error {
  return Object.assign(new Error(`${code}: ${path}`), { code, path })
}
