import { emulatorOptions, withEnvironmentOf } from '../contract/emulator-lines.js'
import { SettledHint } from '../terminal/failure.js'
import { type Branch, isBranch, type Leaf } from './command-tree.js'
import { describeError } from './describe-error.js'
import type { Factory } from './factory.js'
import { DATA_OPTION } from './find-running.js'

/** A command on an emulator, as texts name it. */
const NAMED = /`inpk ((?:emulator|webhooks) [^`]+)`/g

/** Which emulator, and which of its organisations, the command line named. */
type Meant = Pick<Factory, 'tree' | 'named'>

/**
 * Returns a text whose commands on an emulator work as they are typed: where this command line named its data folder or its organisation,
 * they name them as well. Other texts stay as they are.
 */
export async function nameEmulator(text: string, meant: Meant): Promise<string> {
  if (!isNamed(meant)) return text
  const commands = [...new Set(Array.from(text.matchAll(NAMED), ([, command]) => command!))]
  let named = text
  for (const command of commands) {
    const whole = await wholeCommand(command, meant)
    named = named.replaceAll(`\`inpk ${command}\``, () => `\`${whole}\``)
  }
  return named
}

/** The error with a hint whose commands work as they are typed; the same one where they do already. */
export async function explainWithEmulator(error: unknown, meant: Meant): Promise<unknown> {
  if (!isNamed(meant)) return error
  const { hint } = describeError(error)
  const named = hint && (await nameEmulator(hint, meant))
  return named === hint ? error : new SettledHint(error, named!)
}

function isNamed({ named = {} }: Meant): boolean {
  return named.data !== undefined || named.org !== undefined
}

/** A command with the options that are missing; where it acts on an emulator but takes no data folder, with the environment of that one. */
async function wholeCommand(command: string, { tree, named: { data, org } = {} }: Meant): Promise<string> {
  const words = command.split(' ')
  let node: Leaf | Branch | undefined = tree[words[0]!]
  for (const word of words.slice(1)) if (node && isBranch(node)) node = node.commands[word]
  const line = `inpk ${command}`
  if (!node || isBranch(node) || words.includes('--help')) return line
  const { options } = (await node.load()).COMMAND
  const missing = (name: string, given: string | undefined) => (words.includes(`--${name}`) ? undefined : given)
  const takesOrg = options.org?.flags.startsWith('--org <')
  // Elsewhere, --data has another meaning.
  const takesData = options.data?.flags === DATA_OPTION.data.flags
  const whole = `${line}${emulatorOptions({
    data: takesData ? missing('data', data) : undefined,
    org: takesOrg ? missing('org', org) : undefined,
  })}`
  return takesOrg && !takesData && data !== undefined ? withEnvironmentOf(data, whole) : whole
}
