import { VERSION } from './base/version.js'
import { rootHelp } from './cli/help.js'
import { isTerminal } from './terminal/streams.js'
import { layoutWidth } from './terminal/style.js'

/**
 * An entry of its own, built as CommonJS, which node starts sooner than modules. Prints the version or the help of the whole program where that is all a command
 * line asks for, without streams, environment or parser. Returns whether it was printed; where not, nothing was, and the ordinary way prints it
 * or says why it cannot.
 */
export function printFast(argv: readonly string[]): boolean {
  if (argv.length !== 1 || process.platform === 'win32') return false
  if (argv[0] === '--version' || argv[0] === '-V') return writeFast(`${VERSION}\n`)
  if (argv[0] !== '--help' && argv[0] !== '-h') return false
  const lines = rootHelp(layoutWidth(stdoutColumns(), process.env))
  return writeFast(`${lines.join('\n')}\n`)
}

function stdoutColumns(): number | undefined {
  return isTerminal(1) ? process.stdout.columns : undefined
}

/** Whether anything was written; what a pipe that is nearly full leaves then follows by the ordinary stream. */
function writeFast(text: string): boolean {
  const bytes = Buffer.from(text)
  let written = 0
  try {
    written = process.getBuiltinModule('node:fs').writeSync(1, bytes)
  } catch {
    return false
  }
  if (written < bytes.length) {
    process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => {
      if (code !== 'EPIPE') process.exitCode = 1
    })
    process.stdout.write(bytes.subarray(written))
  }
  return written > 0
}
