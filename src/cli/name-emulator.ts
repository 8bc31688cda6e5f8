import { SettledHint } from '../terminal/failure.js'
import { type Branch, isBranch, type Leaf } from './command-tree.js'
import { describeError } from './describe-error.js'
import type { Factory } from './factory.js'
import { DATA_OPTION } from './find-running.js'

/** A command on an emulator, as texts name it. */
const NAMED = /`inpk (emulator [^`]+)`/g

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
    const whole = `${command}${await missingOptions(command, meant)}`
    named = named.replaceAll(`\`inpk ${command}\``, () => `\`inpk ${whole}\``)
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

/** A path as a shell takes it. */
export function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
}

async function missingOptions(command: string, { tree, named: { data, org } = {} }: Meant): Promise<string> {
  const words = command.split(' ')
  let node: Leaf | Branch | undefined = tree[words[0]!]
  for (const word of words.slice(1)) if (node && isBranch(node)) node = node.commands[word]
  if (!node || isBranch(node) || words.includes('--help')) return ''
  const { options } = (await node.load()).COMMAND
  const takes = (name: string, given: string | undefined) =>
    given !== undefined && options[name]?.flags.startsWith(`--${name} <`) && !words.includes(`--${name}`)
  // A command with a --data of another meaning has no --org either.
  const isOfEmulator = options.data?.flags === DATA_OPTION.data.flags
  return [
    ...(isOfEmulator && takes('data', data) ? [` --data ${shellWord(data!)}`] : []),
    ...(takes('org', org) ? [` --org ${shellWord(org!)}`] : []),
  ].join('')
}
