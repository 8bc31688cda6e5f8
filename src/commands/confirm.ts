import { ask, askYesNo, canAsk } from '../cli/ask.js'
import type { Factory } from '../cli/factory.js'
import { text, waiver } from '../cli/options.js'
import { EMULATOR_KEY_PREFIX, parseApiKey } from '../contract/api-key.js'
import { Failure, wrongUsage } from '../terminal/failure.js'

/** The option that confirms an irreversible command with a live key. */
export const CONFIRM_OPTION = {
  confirm: waiver(text('--confirm <name>', 'with a live key: the name of what this changes, instead of a prompt')),
}

interface Irreversible {
  /** `Erase the feedback with one of 3 ids`. */
  what: string
  /** What it touches. */
  name: string
  /** What `--confirm` gave. */
  confirm: string | undefined
}

/**
 * Asks before something that cannot be undone, first whether the service is the one that is meant. With a live key that is not the
 * emulator's the name of what is touched must be given (cli.md section 1 "Interlock"), else a yes will do. Refuses if no one is there to
 * answer.
 */
export async function requireConfirmation(factory: Factory, action: Irreversible): Promise<void> {
  requireGivenName(action)
  await factory.confirmService()
  if (action.confirm !== undefined) return
  if (await isLive(factory)) return requireTypedName(factory, action)
  if (factory.globals.yes) return
  if (!canAsk(factory)) throw unanswered(action, '--yes')
  if (!(await askYesNo(factory, `${action.what}? This can't be undone.`))) throw declined()
}

/** With a live key that is not the emulator's the name of what is touched must be given; with any other key nothing is asked. */
export async function requireNameWhenLive(factory: Factory, action: Irreversible): Promise<void> {
  requireGivenName(action)
  await factory.confirmService()
  if (action.confirm === undefined && (await isLive(factory))) await requireTypedName(factory, action)
}

/** Refuses a `--confirm` with another name than that of what is touched, also where none is needed: something else was meant. */
export function requireGivenName({ name, confirm }: Pick<Irreversible, 'name' | 'confirm'>): void {
  if (confirm === undefined || confirm === name) return
  throw wrongUsage(`--confirm ${JSON.stringify(confirm)} does not match: the name is ${JSON.stringify(name)}`)
}

async function requireTypedName(factory: Factory, { what, name }: Irreversible): Promise<void> {
  const shown = JSON.stringify(name)
  if (!canAsk(factory)) throw unanswered({ what }, `--confirm ${shown}`)
  const answer = await ask(factory, `${what}? This can't be undone. Type ${shown} to continue:`)
  if (answer !== name) throw declined()
}

async function isLive(factory: Factory): Promise<boolean> {
  const key = parseApiKey((await factory.settings()).apiKey?.value ?? '')
  return key?.environment === 'live' && !key.id.startsWith(EMULATOR_KEY_PREFIX)
}

/** Refuses what can't be undone where no one can answer, with the option that confirms it. */
export function unanswered({ what }: Pick<Irreversible, 'what'>, option: string): Failure {
  return new Failure({
    exit: 'usage',
    code: 'CONFIRMATION_NEEDED',
    message: "confirmation needed: this can't be undone",
    hint: `Pass \`${option}\` to ${what[0]?.toLowerCase()}${what.slice(1)}.`,
  })
}

/** A person said no. */
export function declined(): Failure {
  return new Failure({ exit: 'failure', code: 'DECLINED', message: 'cancelled; nothing was changed' })
}
