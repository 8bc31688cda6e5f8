import { render } from '../output/render.js'
import { layoutWidth } from '../output/style.js'
import { requireExistingCommand } from './choose.js'
import type { Command } from './command.js'
import { EXIT, signalExitCode } from './exit-codes.js'
import { createFactory, type Factory } from './factory.js'
import { Interrupted, OutputClosed } from './failure.js'
import { GLOBAL_OPTIONS, type Globals } from './global-options.js'
import { listenForSignals } from './interrupts.js'
import { locateCommand } from './locate.js'
import { asksForHelp, type Parsed, parseCommandLine } from './parse.js'
import { reportError } from './report-error.js'
import { openScreen, type Screen, styleOf } from './screen.js'
import { TREE } from './tree.js'
import type { World } from './world.js'

/** Runs one command line in a world and gives its exit code. Never throws, never ends the process. */
export async function runCommandLine(argv: readonly string[], world: World): Promise<number> {
  let globals = peekGlobals(argv)
  let screen: Screen = await openScreen(world, globals)
  try {
    const chosen = await chooseCommand(argv, world)
    if (typeof chosen === 'number') return chosen
    const { command, parsed } = chosen
    globals = parsed.globals
    screen = await openScreen(world, globals)
    return await runCommand(command, parsed, { argv, world, globals, screen })
  } catch (error) {
    if (error instanceof OutputClosed) return EXIT.done
    return reportSafely(error, globals, screen)
  }
}

/** The command and its input; or the exit code, where help or the version was all that was asked for. */
async function chooseCommand(
  argv: readonly string[],
  world: World,
): Promise<{ command: Command; parsed: Parsed } | number> {
  const located = locateCommand(TREE, argv)
  if (located.path.length === 0 && (located.rest[0] === '--version' || located.rest[0] === '-V')) {
    const { VERSION } = await import('./version.js')
    await world.stdout.write(`${VERSION}\n`)
    return EXIT.done
  }
  const leaf = requireExistingCommand(located)
  if (!leaf || asksForHelp(located.rest)) {
    const { helpFor } = await import('./help.js')
    const { lines, exitCode } = await helpFor(located, helpWidth(world))
    await (exitCode === EXIT.done ? world.stdout : world.stderr).write(`${lines.join('\n')}\n`)
    return exitCode
  }
  const { COMMAND: command } = await leaf.load()
  return { command, parsed: parseCommandLine(located.path, command, located.rest) }
}

type Place = Pick<Factory, 'argv' | 'world' | 'globals' | 'screen'>

async function runCommand(command: Command, { input }: Parsed, place: Place): Promise<number> {
  const interrupts = listenForSignals(place.world, command.finishesAfterInterrupt === true)
  const factory = createFactory({ ...place, signal: interrupts.signal })
  try {
    const outcome = await command.run(input, factory)
    await render(outcome, place.globals, await openPrinter(factory))
    const { received } = interrupts
    return outcome.exitCode ?? (received ? signalExitCode(received) : EXIT.done)
  } catch (error) {
    throw interrupts.received && !(error instanceof OutputClosed) ? new Interrupted(interrupts.received) : error
  } finally {
    interrupts.stop()
  }
}

async function openPrinter({ world, globals, screen }: Factory) {
  const style = await styleOf(world, globals, world.stdout)
  return {
    style,
    write: (text: string | Uint8Array) => world.stdout.write(text),
    note: (text: string) => screen.note(text),
  }
}

async function reportSafely(error: unknown, globals: Globals, screen: Screen): Promise<number> {
  try {
    return await reportError(error, globals, screen)
  } catch {
    return EXIT.failure
  }
}

/** What can be known of the global options before the command line is understood: how errors are to be told. */
function peekGlobals(argv: readonly string[]): Globals {
  const machine = argv.includes('--json') || argv.includes('--output=json')
  const blank = Object.fromEntries(Object.keys(GLOBAL_OPTIONS).map((name) => [name, undefined])) as unknown as Globals
  return { ...blank, json: machine, noColor: argv.includes('--no-color'), debug: argv.includes('--debug') }
}

function helpWidth(world: World): number {
  return layoutWidth(world.stdout.columns(), world.env)
}
