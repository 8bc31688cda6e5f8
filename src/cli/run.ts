import { OUTPUT_FORMATS } from '../output/format.js'
import { EXIT } from '../terminal/exit-codes.js'
import { OutputClosed } from '../terminal/failure.js'
import { layoutWidth } from '../terminal/style.js'
import type { Command } from './command.js'
import type { Tree } from './command-tree.js'
import type { Environment } from './environment.js'
import { GLOBAL_OPTIONS, type Globals } from './global-options.js'
import { asksForHelp, type Located, locateCommand } from './locate.js'
import type { Parsed } from './parse.js'
import { requireExistingCommand } from './require-command.js'
import { runCommand } from './run-command.js'
import { openScreen } from './screen.js'
import type { Typed } from './typed-members.js'

/** Runs one command line, of the commands of a tree, in an environment and gives its exit code. Never throws, never ends the process. */
export async function runCommandLine(tree: Tree, argv: readonly string[], environment: Environment): Promise<number> {
  let globals = peekGlobals(argv)
  let typed: Typed | undefined
  let understood: (Parsed & { command: Command }) | undefined
  try {
    const located = locateCommand(tree, argv)
    if (located.path.length === 0 && (located.rest[0] === '--version' || located.rest[0] === '-V')) {
      return await printVersion(environment)
    }
    const leaf = requireExistingCommand(located)
    if (!leaf || asksForHelp(located.rest)) return await printHelp(located, environment)
    const { COMMAND: command } = await leaf.load()
    return await runCommand({ tree, argv, path: located.path, rest: located.rest, command }, environment, (parsed) => {
      globals = parsed.globals
      typed = { command, args: parsed.input.args, argv }
      understood = { ...parsed, command }
    })
  } catch (error) {
    if (error instanceof OutputClosed) return EXIT.done
    return report(understood ? await aboutPath(error, understood, environment) : error, { globals, typed }, environment)
  }
}

/** The error as one about a path that was typed, if it is one; as it is where the working folder is gone as well. */
async function aboutPath(
  error: unknown,
  typed: Parsed & { command: Command },
  environment: Environment,
): Promise<unknown> {
  try {
    return (await import('./explain-path.js')).explainPath(error, typed, environment.cwd)
  } catch {
    return error
  }
}

async function printVersion({ stdout }: Environment): Promise<number> {
  const { VERSION } = await import('../base/version.js')
  await stdout.write(`${VERSION}\n`)
  return EXIT.done
}

async function printHelp(located: Located, { stdout, env }: Environment): Promise<number> {
  const { helpFor } = await import('./help.js')
  const lines = await helpFor(located, layoutWidth(stdout.columns(), env))
  await stdout.write(`${lines.join('\n')}\n`)
  return EXIT.done
}

async function report(
  error: unknown,
  { globals, typed }: { globals: Globals; typed: Typed | undefined },
  environment: Environment,
): Promise<number> {
  try {
    const { reportError } = await import('./report-error.js')
    return await reportError(error, { globals, typed }, await openScreen(environment, globals))
  } catch {
    return EXIT.failure
  }
}

/** What can be known of the global options before the command line is understood: how errors are to be printed. */
function peekGlobals(argv: readonly string[]): Globals {
  const place = argv.findIndex((word) => /^(--output|-o)(=|$)/.test(word))
  const [flag = '', next] = place < 0 ? [] : argv.slice(place)
  const format = flag.includes('=') ? flag.slice(flag.indexOf('=') + 1) : next
  const output = OUTPUT_FORMATS.find((each) => each === format)
  const blank = Object.fromEntries(Object.keys(GLOBAL_OPTIONS).map((name) => [name, undefined])) as unknown as Globals
  return {
    ...blank,
    output,
    json: argv.includes('--json'),
    noColor: argv.includes('--no-color'),
    debug: argv.includes('--debug'),
  }
}
