import type { CommandOutcome } from '../output/outcome.js'
import type { Printer } from '../output/printer.js'
import { render } from '../output/render.js'
import { EXIT, signalExitCode } from '../terminal/exit-codes.js'
import { ExplainedError, Interrupted, OutputClosed } from '../terminal/failure.js'
import { withoutCommands } from '../terminal/printable.js'
import type { Command } from './command.js'
import type { Tree } from './command-tree.js'
import type { Environment } from './environment.js'
import { createFactory, type Factory } from './factory.js'
import { DATA_OPTION } from './find-running.js'
import { listenForSignals } from './interrupts.js'
import { type Parsed, parseCommandLine } from './parse.js'
import type { CommandRecording } from './recording.js'
import { canDraw, openScreen, type Screen, styleOf } from './screen.js'

export interface Called {
  tree: Tree
  argv: readonly string[]
  path: readonly string[]
  rest: readonly string[]
  command: Command
}

/** Parses what is left of a command line, runs its command and prints the outcome; gives the exit code. `onParsed` hears what was typed. */
export async function runCommand(
  { tree, argv, path, rest, command }: Called,
  environment: Environment,
  onParsed: (parsed: Parsed) => void,
): Promise<number> {
  const parsed = parseCommandLine(path, command, rest)
  const { globals, input } = parsed
  onParsed(parsed)
  const screen = advising(await openScreen(environment, globals), () => factory)
  const recording = await openRecordingOf(environment, globals, screen)
  const interrupts = listenForSignals(environment)
  const factory: Factory = createFactory({
    tree,
    argv,
    environment,
    globals,
    screen,
    data: dataOf(command, input),
    named: namedOf(command, input),
    signal: interrupts.signal,
    finishing: interrupts.finishing,
    recording,
  })
  try {
    const outcome = await interrupts.untilAbandoned(runAndRender(command, input, factory))
    const { received } = interrupts
    return outcome.exitCode ?? (received ? signalExitCode(received) : EXIT.done)
  } catch (error) {
    if (error instanceof OutputClosed) throw error
    if (error instanceof UnwrittenResult) throw error.cause
    if (!interrupts.received) {
      const { explainAddress, explainRoute, explainUncarried, explainUnreached } = await import('./explain-error.js')
      const told = explainUncarried(explainUnreached(error, factory), command)
      const addressed = await explainRoute(await explainAddress(told, factory), factory)
      const learned = await (await import('./after-learning.js')).explainLearned(addressed, factory)
      throw await (await import('./name-emulator.js')).explainWithEmulator(learned, factory)
    }
    // What an error says of the work that was stopped holds for an interrupted one as well.
    throw new Interrupted(interrupts.received, error instanceof ExplainedError ? error.hint : undefined, error)
  } finally {
    await recording?.end()
    interrupts.stop()
  }
}

const NAMES_EMULATOR = /`inpk (?:emulator|webhooks) /

/** A screen of which notes and warnings advise to learn only where that can help, and name the emulator that is meant. */
function advising(screen: Screen, factory: () => Factory): Screen {
  const advised = async (text: string) => {
    if (NAMES_EMULATOR.test(text)) return named(text, factory())
    if (!text.includes('`inpk learn`')) return text
    return (await import('./after-learning.js')).adviseLearned(text, factory())
  }
  return {
    ...screen,
    note: async (text) => screen.note(await advised(text)),
    warn: async (text) => screen.warn(await advised(text)),
    caution: async (text) => screen.caution(await advised(text)),
  }
}

/** What `--record` asks for. Its code is loaded for it alone. */
async function openRecordingOf(
  environment: Environment,
  globals: Parsed['globals'],
  screen: Screen,
): Promise<CommandRecording | undefined> {
  if (globals.record === undefined) return undefined
  return (await import('./recording.js')).openCommandRecording(globals.record, { environment, screen })
}

async function runAndRender(command: Command, input: Parsed['input'], factory: Factory): Promise<CommandOutcome> {
  const outcome = await command.run(input, factory)
  const rendered = render(outcome, factory.globals, await openPrinter(factory))
  // A command that continues until Ctrl-C has done its work when that comes: what fails from here on is not an interruption.
  await (outcome.exitCode === EXIT.done
    ? rendered.catch((cause) => Promise.reject(new UnwrittenResult(cause)))
    : rendered)
  return outcome
}

/** The result of work that was done could not be written. */
class UnwrittenResult extends Error {
  constructor(override readonly cause: unknown) {
    super('the result could not be written')
  }
}

/** A text for a person, with the emulator named in its commands where the command line names one. */
async function named(text: string, factory: Factory): Promise<string> {
  if (!NAMES_EMULATOR.test(text)) return text
  return (await import('./name-emulator.js')).nameEmulator(text, factory)
}

/** What `--data` says, if it names an emulator; other commands have options of that name. */
function dataOf({ options }: Command, input: Parsed['input']): string | undefined {
  const isEmulator = Object.values(options).includes(DATA_OPTION.data)
  return isEmulator ? (input as { data?: string }).data : undefined
}

/** What `--data` and `--org` say of an emulator, be it one that this command starts. */
function namedOf({ options }: Command, input: Parsed['input']): NonNullable<Factory['named']> {
  const { data, org } = input as { data?: string; org?: string }
  const takesData = options.data?.flags === DATA_OPTION.data.flags
  return { data: takesData ? data : undefined, org: options.org?.flags.startsWith('--org <') ? org : undefined }
}

async function openPrinter(factory: Factory): Promise<Printer> {
  const { environment, globals, screen, signal } = factory
  const style = await styleOf(environment, globals, environment.stdout)
  return {
    style,
    draws: canDraw(environment, globals, environment.stdout),
    isTerminal: environment.stdout.isTerminal,
    signal,
    write: (text: string | Uint8Array) => environment.stdout.write(text),
    writeLines: async (text: string) =>
      environment.stdout.write(withoutCommands(await named(text, factory), environment.env)),
    note: (text: string) => screen.note(text),
    caution: (text: string) => screen.caution(text),
    tell: screen.line,
  }
}
