import type { Command } from './command.js'

/** What was typed: a command, its arguments in order, and all words. */
export interface Typed {
  command: Command
  args: readonly string[]
  argv: readonly string[]
}

/** Members whose argument has another name. */
const ARGUMENTS: Readonly<Record<string, string>> = { to: 'SEQ', now: 'TIME' }

/**
 * A refusal that begins with a member of the request, with what was typed for that member instead: `name must …` becomes `NAME must …`, and
 * `external_ids[0] must …` becomes `--external-id must …`. It stays as it is where nothing that was typed became that member.
 */
export function nameTyped(refusal: string, { command, args, argv }: Typed): string {
  const member = /^([a-z_]+(?:\[\d+\])?(?:\.[a-z_]+(?:\[\d+\])?)*):? /.exec(refusal)?.[1]
  if (member === undefined) return refusal
  const last = member.slice(member.lastIndexOf('.') + 1).replace(/\[\d+\]$/, '')
  const names = [last, last.replace(/^survey_(series_)?/, ''), last.replace(/(s|_id)$/, '')]
  const option = Object.values(command.options)
    .map(({ flags }) => /--([\w-]+)/.exec(flags)?.[1] ?? '')
    .find(
      (flag) => names.includes(flag.replaceAll('-', '_')) && argv.some((word) => word.split('=', 1)[0] === `--${flag}`),
    )
  const argument = command.arguments
    ?.slice(0, args.length)
    .find(({ name }) => name === ARGUMENTS[member] || names.includes(name.toLowerCase()))
  const typed = option === undefined ? argument?.name : `--${option}`
  return typed === undefined ? refusal : `${typed}${refusal.slice(member.length)}`
}
