import { basename, dirname, resolve } from 'node:path'
import { didYouMean } from '../base/nearest.js'
import { Failure, wrongUsage } from '../terminal/failure.js'
import type { Environment } from './environment.js'
import { WHY } from './path-faults.js'

/** Said of a file that isn't there, where those of `inpk examples` would do. */
export const TRY_EXAMPLES = '`inpk examples` writes files to try.'

/** The text of a file, or of stdin for `-`. Refuses one that cannot be read. */
export async function readTextOf(environment: Environment, path: string): Promise<string> {
  return Buffer.from(await readBytesOf(environment, path)).toString('utf8')
}

/** The bytes of a file, or of stdin for `-`. Refuses one that cannot be read; `orElse`: another way, as a sentence. */
export async function readBytesOf(environment: Environment, path: string, orElse?: string): Promise<Uint8Array> {
  if (path === '-') return readAll(environment.stdin)
  const full = resolve(environment.cwd, path)
  return process
    .getBuiltinModule('node:fs/promises')
    .readFile(full)
    .catch(async (error: NodeJS.ErrnoException) => {
      throw await unreadableFile({ full, path, orElse }, error)
    })
}

/** The API key in a file, or on stdin for `-`. Refuses an empty one. */
export async function readKeyFile(environment: Environment, path: string): Promise<string> {
  const key = (await readTextOf(environment, path)).trim()
  if (key === '') throw wrongUsage(`--api-key-file ${path} is empty`)
  return key
}

async function readAll(stream: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  for await (const part of stream) parts.push(part)
  return Buffer.concat(parts)
}

/** A file that was to be read. */
interface WantedFile {
  full: string
  /** As it was typed. */
  path: string
  /** What else can be done where it isn't there, as a sentence. */
  orElse?: string | undefined
}

/** The failure for a file that can't be read, from the system's error. Names it as it was typed. */
export async function unreadableFile(
  { full, path, orElse }: WantedFile,
  error: NodeJS.ErrnoException,
): Promise<Failure> {
  // Node names no file where it can be opened and not read, as a folder is.
  Object.assign(error, { path: full })
  return new Failure({
    exit: 'usage',
    code: 'FILE_UNREADABLE',
    message: whyUnreadable(path, error.code),
    hint: await howToRead(full, error.code, orElse),
    cause: error,
  })
}

/** Why a file can't be read, from the code of the system's error. */
export function whyUnreadable(path: string, code: string | undefined): string {
  if (code === 'ENOENT') return `file not found: ${path}`
  return code === 'EISDIR' ? `${path} is a folder, not a file` : `can't read ${path}: ${WHY[code ?? ''] ?? code}`
}

/** What to do about a file that can't be read: the nearest name of its folder, if that is what is wrong. */
async function howToRead(path: string, code: string | undefined, orElse: string | undefined): Promise<string> {
  if (code === 'EISDIR') return 'Give a file.'
  if (code === 'EACCES') return 'Check its permissions.'
  if (code !== 'ENOENT') return 'Check the path.'
  return (await nearFile(path)) ?? ['Check the path.', orElse].filter(Boolean).join(' ')
}

/** `Did you mean …?`, with the names of the folder that are nearest to a file that isn't there. */
async function nearFile(path: string): Promise<string | undefined> {
  const names = await process
    .getBuiltinModule('node:fs/promises')
    .readdir(dirname(path))
    .catch(() => [])
  return didYouMean(basename(path), names)
}
