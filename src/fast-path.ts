import { VERSION } from './base/version.js'
import { rootHelp } from './cli/help.js'
import { TREE } from './commands/tree.js'
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
  const lines = rootHelp(TREE, layoutWidth(stdoutColumns(), process.env))
  return writeFast(`${lines.join('\n')}\n`)
}

function stdoutColumns(): number | undefined {
  return mayBeTerminal() && process.getBuiltinModule('node:tty').isatty(1) ? process.stdout.columns : undefined
}

/** Whether stdout is worth asking, for that loads streams and sockets: a pipe, a file or nothing at all is not. */
function mayBeTerminal(): boolean {
  try {
    return process.getBuiltinModule('node:fs').fstatSync(1).isCharacterDevice()
  } catch {
    return false
  }
}

/** Whether the text, which a pipe or a page of a disk takes whole, was written. */
function writeFast(text: string): boolean {
  try {
    return process.getBuiltinModule('node:fs').writeSync(1, text) > 0
  } catch {
    return false
  }
}
