import { relative, resolve, sep } from 'node:path'
import { EXIT, type ExitName } from '../terminal/exit-codes.js'
import { ExplainedError, Failure } from '../terminal/failure.js'
import { printableLine } from '../terminal/printable.js'
import type { Command } from './command.js'
import { GLOBAL_OPTIONS } from './global-options.js'
import type { OptionSpec } from './options.js'
import type { Parsed } from './parse.js'
import { WHY } from './path-faults.js'

/** What to do about a path that can't be written, by the code of the system's error. */
const WRITE_ELSEWHERE: Record<string, string> = {
  ENOENT: 'Create the folder, or choose another path.',
  EISDIR: 'Add the name of a file.',
}
const ELSEWHERE = 'Choose another path.'

/**
 * An error about a file or folder, by the option that named it. What the system refuses of such a path is wrong usage (exit code 2), as
 * a file that can't be read is; other errors stay as they are. `cwd`: what paths are relative to.
 */
export function explainPath(error: unknown, typed: Parsed & { command: Command }, cwd: string): unknown {
  if (error instanceof ExplainedError) {
    const cause = explainPath(error.cause, typed, cwd)
    return cause === error.cause ? error : new ExplainedError(cause, error.hint, error.details)
  }
  if (error instanceof Failure) return namedFailure(error, typed, cwd)
  const { code = '', path, syscall } = error as NodeJS.ErrnoException
  const flag = flagFor(path, typed, cwd)
  if (flag === undefined || path === undefined || WHY[code] === undefined) return error
  return new Failure({
    exit: 'usage',
    code: syscall === 'scandir' ? 'FILE_UNREADABLE' : 'FILE_UNWRITABLE',
    message: `${flag}: ${code === 'ENOENT' ? 'folder not found' : WHY[code]}: ${printableLine(path)}`,
    hint: WRITE_ELSEWHERE[code] ?? ELSEWHERE,
    cause: error,
  })
}

/** A failure whose message speaks of a path, with the option before it. */
function namedFailure(failure: Failure, typed: Parsed & { command: Command }, cwd: string): Failure {
  const { cause, message, hint } = failure
  if (cause instanceof Failure) {
    const inner = namedFailure(cause, typed, cwd)
    return inner === cause ? failure : reworded(failure, message.replace(cause.message, inner.message))
  }
  const flag = flagFor((cause as NodeJS.ErrnoException | undefined)?.path, typed, cwd)
  const isNamed = flag === undefined || `${message} ${hint ?? ''}`.includes(flag)
  return isNamed ? failure : reworded(failure, `${flag}: ${message}`)
}

function reworded(failure: Failure, message: string): Failure {
  const { exitCode, code, hint, details, cause } = failure
  const exit = (Object.keys(EXIT) as ExitName[]).find((name) => EXIT[name] === exitCode)!
  return new Failure({ exit, code, message, details, cause, ...(hint === undefined ? {} : { hint }) })
}

/** The option whose text is a path, lies below it, or holds it. */
function flagFor(
  path: string | undefined,
  { globals, input, command }: Parsed & { command: Command },
  cwd: string,
): string | undefined {
  if (path === undefined) return undefined
  const common = Object.entries(globals).filter((each): each is [string, string] => typeof each[1] === 'string')
  const options: Readonly<Record<string, OptionSpec>> = { ...GLOBAL_OPTIONS, ...command.options }
  const named = [...input.given, ...common].find(([name, text]) => {
    const isPath = /<(file|path|folder)>/.test(options[name]!.flags)
    return isPath && typeof text === 'string' && holds(resolve(cwd, text), resolve(cwd, path))
  })
  return named && /--[\w-]+/.exec(options[named[0]]!.flags)![0]
}

/** Whether one of two paths is the other, or above it. */
function holds(one: string, other: string): boolean {
  return [relative(one, other), relative(other, one)].some((way) => way !== '..' && !way.startsWith(`..${sep}`))
}
