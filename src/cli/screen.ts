import { hideValues } from '../client/redact.js'
import { isForMachines } from '../output/format.js'
import { OutputClosed } from '../terminal/failure.js'
import { printable, withoutCommands } from '../terminal/printable.js'
import type { OutputStream } from '../terminal/streams.js'
import { colourStyle, layoutWidth, plainStyle, type Style } from '../terminal/style.js'
import { wrapMessage } from '../terminal/width.js'
import { BACKGROUND_LOG } from './capped-log.js'
import { type Environment, isInCi } from './environment.js'
import { ownSecrets } from './environment-secrets.js'
import type { Globals } from './global-options.js'

/** stderr, where a person is spoken to. */
export interface Screen {
  style: Style
  /** Whether something may move: a terminal that is not dumb, and no CI. */
  isLive: boolean
  isTerminal: boolean
  /** It is the log of an emulator in the background, of which the process that started it reads the failure. */
  isLogged: boolean
  /** Whether it may move and be in colour. */
  draws: boolean
  /** Printed unless `--quiet`, and unless a program reads both streams. */
  note(text: string): Promise<void>
  warn(text: string): Promise<void>
  /** A warning that a program must not miss either: what it reads may not be all. Printed unless `--quiet`. */
  caution(text: string): Promise<void>
  /** A sentence that is always printed. */
  say(text: string): Promise<void>
  /** Always printed; the text may carry paint and has been made printable by the caller. */
  line(text: string): Promise<void>
}

/** Opens stderr for a command. */
export async function openScreen(environment: Environment, globals: Globals): Promise<Screen> {
  const style = await styleOf(environment, globals, environment.stderr)
  const hide = hideValues(ownSecrets(environment.env))
  const line = (text: string) => writeQuietly(environment.stderr, `${withoutCommands(hide(text), environment.env)}\n`)
  const warning = (text: string) =>
    line(wrapMessage(`${style.yellow('warning:')} ${printable(text)}`, style.tableWidth))
  const silent = globals.quiet || (isForMachines(globals) && !environment.stderr.isTerminal && !globals.verbose)
  const isLive = environment.stderr.isTerminal && environment.env.TERM !== 'dumb' && !isInCi(environment.env) && !silent
  return {
    style,
    isLive,
    isTerminal: environment.stderr.isTerminal,
    isLogged: environment.env[BACKGROUND_LOG] !== undefined,
    draws: isLive && canDraw(environment, globals, environment.stderr),
    note: async (text) => (silent ? undefined : line(wrapMessage(printable(text), style.tableWidth))),
    warn: async (text) => (silent ? undefined : warning(text)),
    caution: async (text) => (globals.quiet ? undefined : warning(text)),
    say: (text) => line(wrapMessage(printable(text), style.tableWidth)),
    line,
  }
}

/** The style of a stream: colour only on a terminal, never with NO_COLOR, `--no-color` or TERM=dumb. */
export async function styleOf(environment: Environment, globals: Globals, stream: OutputStream): Promise<Style> {
  const width = layoutWidth(stream.columns(), environment.env)
  if (hasColour(environment, globals, stream)) return colourStyle(width)
  const isSeen = stream.isTerminal || Boolean(environment.env.COLUMNS)
  return plainStyle(width, isSeen ? width : Number.POSITIVE_INFINITY)
}

/** Whether pictures may be drawn on a stream: where there is colour, no CI, and a size: one of 0 × 0 would be cleared for each. */
export function canDraw(environment: Environment, globals: Globals, stream: OutputStream): boolean {
  return hasColour(environment, globals, stream) && !isInCi(environment.env) && stream.columns() !== 0
}

function hasColour({ env }: Environment, { noColor }: Globals, { isTerminal }: OutputStream): boolean {
  return isTerminal && !noColor && !env.NO_COLOR && env.TERM !== 'dumb'
}

/** Writes where a reader that has gone away is no reason to fail. */
async function writeQuietly(stream: OutputStream, text: string): Promise<void> {
  try {
    await stream.write(text)
  } catch (error) {
    if (!(error instanceof OutputClosed)) throw error
  }
}
