import type { Emulator, EmulatorOptions } from '../../../emulator/index.js'
import { shellWord } from '../../base/escape.js'
import type { Environment } from '../../cli/environment.js'
import { keepRowsYoung } from '../../cli/keep-young.js'
import { omitUndefined } from '../../cli/omit-undefined.js'
import { type PortHolder, portInUse } from '../../cli/port-holder.js'
import { findRunningEmulator } from '../../config/running-emulator.js'
import { Failure } from '../../terminal/failure.js'
import { hintForCommands } from '../../terminal/translate-text.js'

/** Starts an emulator in this process; its package is loaded here. Refuses with what is in the way. */
export async function openEmulator(environment: Environment, options: EmulatorOptions): Promise<Emulator> {
  keepRowsYoung()
  const start = environment.startEmulator ?? (await import('../../../emulator/index.js')).startEmulator
  try {
    return await start(options)
  } catch (error) {
    throw await explain(error, options)
  }
}

const UNWRITABLE = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOENT'])
const NO_FOLDER = new Set(['EEXIST', 'ENOTDIR'])

/** Whether a data directory can't be used: this user, or no one, can write it, or a file is in its place. */
export function isUnwritable(error: unknown): boolean {
  return UNWRITABLE.has(codeOf(error)) || isNoFolder(error)
}

/** Whether a file is where a data directory should be, or above it. */
export function isNoFolder(error: unknown): boolean {
  return NO_FOLDER.has(codeOf(error))
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? ''
}

const ELSEWHERE = 'Name another folder with --data, or keep nothing on disk with --ephemeral.'

/** A data directory that can't be written, with the way out; any other fault as it is. */
export function explainUnwritable(error: unknown, directory: string | null | undefined, hint = ELSEWHERE): unknown {
  if (isNoFolder(error)) {
    const message = `${directory} is a file or inside one; data needs a folder`
    return new Failure({ exit: 'usage', code: 'DATA_NO_FOLDER', message, hint, cause: error })
  }
  if (!isUnwritable(error)) return error
  return new Failure({
    exit: 'failure',
    code: 'DATA_UNWRITABLE',
    message: `${(error as NodeJS.ErrnoException).path ?? directory} can't be written (${codeOf(error)})`,
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

/** How to stop what holds a port: an emulator of a folder with the command for it, another process by its id. */
function stopText(holder: PortHolder | undefined): string {
  if (holder === undefined) return 'Stop the process that uses it'
  const { pid, folder } = holder
  const isOfFolder = folder !== undefined && findRunningEmulator(folder)?.pid === pid
  // The folder also where it is this one: hints name the --data of the command that was refused, and this is another emulator.
  return `Stop it with \`${isOfFolder ? `cd ${shellWord(folder)} && inpk emulator stop` : `kill ${pid}`}\``
}

async function explain(error: unknown, options: EmulatorOptions): Promise<unknown> {
  const { name, code, port, message, hint } = error as NodeJS.ErrnoException & { port?: number; hint?: string }
  if (code === 'EADDRINUSE') {
    const others = 'choose others with --port and --dashboard-port (0 takes a free one)'
    return portInUse(port, error, (holder) => `${stopText(holder)}, or ${others}.`)
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
