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
 * A refusal that begins with a member of the request, with what was typed for that member instead: `name must …` becomes `NAME must …`,
 * `external_ids[0] must …` becomes `--external-id must …`, and `headers.x must …`, of an option given once for each, becomes
 * `--header x must …`. A member that is required becomes the option that was not typed. It stays as it is where nothing that was
 * typed became that member.
 */
export function nameTyped(refusal: string, typed: Typed): string {
  const member = /^([a-z_]+(?:\[\d+\])?(?:\.[\w-]+(?:\[\d+\])?)*):? /.exec(refusal)?.[1]
  if (member === undefined) return refusal
  const said = refusal.slice(member.length)
  const own = wordOf(member, typed, / is required/.test(said))
  if (own !== undefined) return `${own}${said}`
  const [outer = '', ...inner] = member.split('.')
  const around = inner.length === 0 ? undefined : wordOf(outer, typed)
  return around === undefined || around === `--${outer}` ? refusal : `${around} ${inner.join('.')}${said}`
}

/** The option or argument that was typed for a member; also an option that was not, if one is missing. */
function wordOf(member: string, { command, args, argv }: Typed, isMissing = false): string | undefined {
  const last = member.slice(member.lastIndexOf('.') + 1).replace(/\[\d+\]$/, '')
  const names = [last, last.replace(/^survey_(series_)?/, ''), last.replace(/(s|_id)$/, '')]
  const wasTyped = (flag: string) => argv.some((word) => word.split('=', 1)[0] === `--${flag}`)
  const option = Object.values(command.options)
    .map(({ flags }) => /--([\w-]+)/.exec(flags)?.[1] ?? '')
    .find((flag) => names.includes(flag.replaceAll('-', '_')) && (isMissing || wasTyped(flag)))
  if (option !== undefined) return `--${option}`
  return command.arguments
    ?.slice(0, args.length)
    .find(({ name }) => name === ARGUMENTS[member] || names.includes(name.toLowerCase()))?.name
}
