import type { Emulator, EmulatorOptions } from '../../../emulator/index.js'
import { defined } from '../../cli/defined.js'
import type { World } from '../../cli/world.js'
import { Failure } from '../../terminal/failure.js'
import { describeHolder } from './port-holder.js'

/** Starts an emulator in this process; its package is loaded here. Refuses with what is in the way. */
export async function openEmulator(world: World, options: EmulatorOptions): Promise<Emulator> {
  const start = world.startEmulator ?? (await import('../../../emulator/index.js')).startEmulator
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

/** A data directory that can't be written, with the way out; any other fault as it is. */
export function explainUnwritable(error: unknown, directory: string | null | undefined): unknown {
  if (!isUnwritable(error)) return error
  return new Failure({
    exit: 'failure',
    code: 'DATA_UNWRITABLE',
    message: `${(error as NodeJS.ErrnoException).path ?? directory} can't be written (${(error as NodeJS.ErrnoException).code})`,
    hint: 'Name another folder with --data, or keep nothing on disk with --ephemeral.',
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
  const { name, code, port, message } = error as NodeJS.ErrnoException & { port?: number }
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
  if (code === 'OPTION_INVALID') return new Failure({ exit: 'usage', code, message: inFlags(message), cause: error })
  if (code === 'EACCES' && port !== undefined) {
    return new Failure({ exit: 'failure', code, message: `port ${port} may not be opened by this user`, cause: error })
  }
  if (code === 'EEXIST' || code === 'ENOTDIR') {
    const { dataDirectory } = options
    const message = `${dataDirectory} is a file, or lies below one; the data need a folder`
    return new Failure({
      exit: 'usage',
      code: 'DATA_NO_FOLDER',
      message,
      hint: 'Name a folder with --data.',
      cause: error,
    })
  }
  if (name === 'DataDirectoryInUseError') {
    const { hint } = error as { hint?: string }
    return new Failure({ exit: 'conflict', code: 'DATA_DIRECTORY_IN_USE', message, ...defined({ hint }), cause: error })
  }
  if (name === 'DamagedFileError' || name === 'FormatError') {
    return new Failure({ exit: 'failure', code: 'DATA_DAMAGED', message, cause: error })
  }
  return explainUnwritable(error, options.dataDirectory)
}
