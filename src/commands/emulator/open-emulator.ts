import { readdir, readFile, readlink } from 'node:fs/promises'
import type { Emulator, EmulatorOptions } from '../../../emulator/index.js'
import type { Environment } from '../../cli/environment.js'
import { omitUndefined } from '../../cli/omit-undefined.js'
import { Failure } from '../../terminal/failure.js'
import { hintForCommands } from '../../terminal/translate-text.js'

const LISTENING = '0A'

/** Starts an emulator in this process; its package is loaded here. Refuses with what is in the way. */
export async function openEmulator(environment: Environment, options: EmulatorOptions): Promise<Emulator> {
  const start = environment.startEmulator ?? (await import('../../../emulator/index.js')).startEmulator
  try {
    return await start(options)
  } catch (error) {
    throw await explain(error, options)
  }
}

const UNWRITABLE = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOENT'])

/** Whether a folder can't be written by this user, or at all. */
export function isUnwritable(error: unknown): boolean {
  return UNWRITABLE.has((error as NodeJS.ErrnoException).code ?? '')
}

const ELSEWHERE = 'Name another folder with --data, or keep nothing on disk with --ephemeral.'

/** A data directory that can't be written, with the way out; any other fault as it is. */
export function explainUnwritable(error: unknown, directory: string | null | undefined, hint = ELSEWHERE): unknown {
  if (!isUnwritable(error)) return error
  return new Failure({
    exit: 'failure',
    code: 'DATA_UNWRITABLE',
    message: `${(error as NodeJS.ErrnoException).path ?? directory} can't be written (${(error as NodeJS.ErrnoException).code})`,
    hint,
    cause: error,
  })
}

/** The fault of an option as the command line names it: `startEmulator: randomSeed …` speaks of `--random-seed …`. */
function inFlags(message: string): string {
  return message.replace(/^startEmulator: (\w+)/, (_, name: string) => {
    return `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
  })
}

async function explain(error: unknown, options: EmulatorOptions): Promise<unknown> {
  const { name, code, port, message, hint } = error as NodeJS.ErrnoException & { port?: number; hint?: string }
  if (code === 'EADDRINUSE') {
    const holder = port === undefined ? undefined : await describeHolder(port)
    return new Failure({
      exit: 'conflict',
      code: 'PORT_IN_USE',
      message: `port ${port} is in use${holder ? ` by ${holder}` : ''}`,
      hint: 'Stop it, or choose others with --port and --dashboard-port (0 takes a free one).',
      cause: error,
    })
  }
  // The built emulator has an `InputError` of its own.
  if (name === 'InputError') {
    const said = { message: inFlags(message), ...omitUndefined({ hint: hintForCommands({ hint }) }) }
    return new Failure({ exit: 'usage', code: 'OPTION_INVALID', ...said, cause: error })
  }
  if (code === 'EACCES' && port !== undefined) {
    return new Failure({
      exit: 'failure',
      code,
      message: `port ${port} can't be opened without more privileges`,
      cause: error,
    })
  }
  if (code === 'EEXIST' || code === 'ENOTDIR') {
    const { dataDirectory } = options
    const message = `${dataDirectory} is a file or inside one; data needs a folder`
    return new Failure({
      exit: 'usage',
      code: 'DATA_NO_FOLDER',
      message,
      hint: 'Name a folder with --data.',
      cause: error,
    })
  }
  if (name === 'DataDirectoryInUseError') {
    return new Failure({
      exit: 'conflict',
      code: 'DATA_DIRECTORY_IN_USE',
      message,
      ...omitUndefined({ hint }),
      cause: error,
    })
  }
  if (name === 'DamagedFileError' || name === 'FormatError') {
    return new Failure({ exit: 'failure', code: 'DATA_DAMAGED', message, cause: error })
  }
  return explainUnwritable(error, options.dataDirectory)
}

/** Who listens on a TCP port of this machine, as `node (pid 12, in /home/ada)`; undefined if the system does not tell (only Linux does). */
async function describeHolder(port: number): Promise<string | undefined> {
  try {
    const inodes = new Set([...(await listeningInodes('tcp', port)), ...(await listeningInodes('tcp6', port))])
    const pid = inodes.size === 0 ? undefined : await findOwner(inodes)
    if (pid === undefined) return undefined
    const command = (await readFile(`/proc/${pid}/cmdline`, 'utf8')).split('\0').slice(0, 4).join(' ').trim()
    const folder = await readlink(`/proc/${pid}/cwd`).catch(() => undefined)
    return `${command === '' ? 'a process' : command} (pid ${pid}${folder === undefined ? '' : `, in ${folder}`})`
  } catch {
    return undefined
  }
}

async function listeningInodes(table: 'tcp' | 'tcp6', port: number): Promise<string[]> {
  const wanted = port.toString(16).toUpperCase().padStart(4, '0')
  const rows = (await readFile(`/proc/net/${table}`, 'utf8')).split('\n').slice(1)
  return rows
    .map((row) => row.trim().split(/\s+/))
    .filter(([, local, , state]) => local?.endsWith(`:${wanted}`) && state === LISTENING)
    .flatMap((columns) => columns[9] ?? [])
}

async function findOwner(inodes: ReadonlySet<string>): Promise<string | undefined> {
  const processes = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  for (const pid of processes) {
    const descriptors = await readdir(`/proc/${pid}/fd`).catch(() => [])
    for (const descriptor of descriptors) {
      const target = await readlink(`/proc/${pid}/fd/${descriptor}`).catch(() => '')
      const inode = /^socket:\[(\d+)\]$/.exec(target)?.[1]
      if (inode && inodes.has(inode)) return pid
    }
  }
  return undefined
}
