import type { Command } from './command.js'

/** What was typed: a command, its arguments in order, and all words. */
export interface Typed {
  command: Command
  args: readonly string[]
  argv: readonly string[]
}

/** Members whose argument has another name. */
const ARGUMENTS: Readonly<Record<string, string>> = { to: 'CHANGE', now: 'TIME', org_id: 'ID' }

/** A longer argument is cut where it is named. */
const LONGEST = 60

/**
 * A refusal that begins with a member of the request, with what was typed for that member instead: `name must …` becomes
 * `NAME "x" must …`, `external_ids[0] must …` becomes `--external-id must …`, and `headers.x must …`, of an option given once for
 * each, becomes `--header x must …`. A member that is missing becomes the option that was not typed. What came from the file of
 * `--from` is named as of that file. Anything else stays as it is.
 */
export function nameTyped(refusal: string, typed: Typed): string {
  return countsAsTyped(switchesAsOptions(subjectAsTyped(refusal, typed), typed.command))
}

/** What options call the records of the service, by the words of its routes. */
const RECORDS: Readonly<Record<string, string>> = {
  survey_series: 'group',
  feedback_group: 'group',
  survey: 'source',
  question: 'field',
}

/** `survey_series 99 not found` as `group 99 not found`: a command says `--group`. Any other text stays as it is. */
export function nameRecords(text: string): string {
  return / not found$/.test(text)
    ? text.replace(
        /\b(survey_series|feedback_group|survey|question) (?=\S+ (?:in|not)\b)/g,
        (_, word: string) => `${RECORDS[word]} `,
      )
    : text
}

/** `with local: true` as `with --local`, where the command has that switch. */
function switchesAsOptions(text: string, { options }: Command): string {
  const flags = new Set(Object.values(options).map(({ flags }) => flags))
  return text.replace(/\b([a-z_]+): true\b/g, (said, member: string) => {
    const flag = `--${member.replaceAll('_', '-')}`
    return flags.has(flag) ? flag : said
  })
}

/** `--option must have at least 2 entries`, of an option that is given once for each. */
function countsAsTyped(text: string): string {
  return text.replace(/^(--[\w-]+ must) have (at (?:least|most)) ([\d,]+) entr(?:y|ies)/, (_, subject, bound, times) =>
    times === '1' ? `${subject} be given ${bound} once` : `${subject} be given ${bound} ${times} times`,
  )
}

/** A member at the start of a refusal; the client puts it in backticks. */
const MEMBER = /^(?<whole>(?<tick>`?)(?<member>[a-z_]+(?:\[\d+\])?(?:\.[\w-]+(?:\[\d+\])?)*)\k<tick>):? /

function subjectAsTyped(refusal: string, typed: Typed): string {
  const { whole = '', member } = MEMBER.exec(refusal)?.groups ?? {}
  if (member === undefined) return refusal
  const said = refusal.slice(whole.length)
  const own = wordOf(member, typed, / is (missing|required)/.test(said))
  if (own !== undefined) return `${own}${typed.args.reduce(withoutValue, said)}`
  const [outer = '', ...inner] = member.split('.')
  const around = inner.length === 0 ? undefined : wordOf(outer, typed)
  if (around !== undefined && around !== `--${outer}`) return `${around} ${inner.join('.')}${said}`
  const file = fileOf(typed)
  return file === undefined ? refusal : `${file}: ${refusal}`
}

/** Some refusals repeat the value that was named already: `kind status is only for …`, `must be an id, not ".."`. */
function withoutValue(said: string, value: string): string {
  const left = said.startsWith(` ${value} `) ? said.slice(value.length + 1) : said
  return left.replace(`, not ${JSON.stringify(value)}`, '')
}

/** The file given with `--from`. */
function fileOf({ command, argv }: Typed): string | undefined {
  if (!Object.values(command.options).some(({ flags }) => flags.startsWith('--from '))) return undefined
  const at = argv.findIndex((word) => word === '--from' || word.startsWith('--from='))
  return at === -1 ? undefined : (argv[at]!.split('=')[1] ?? argv[at + 1])
}

/** The option or argument that was typed for a member; also an option that was not, if one is missing. */
function wordOf(member: string, { command, args, argv }: Typed, isMissing = false): string | undefined {
  const last = member.slice(member.lastIndexOf('.') + 1).replace(/\[\d+\]$/, '')
  const plain = last.replace(/(s|_id)$/, '')
  const names = [last, last.replace(/^survey_(series_)?/, ''), plain, plain.replace(/^feedback_/, '')]
  const wasTyped = (flag: string) => argv.some((word) => word.split('=', 1)[0] === `--${flag}`)
  const option = Object.values(command.options)
    .map(({ flags }) => /--([\w-]+)/.exec(flags)?.[1] ?? '')
    .find((flag) => names.includes(flag.replaceAll('-', '_')) && (isMissing || wasTyped(flag)))
  if (option !== undefined) return `--${option}`
  const at = command.arguments?.findIndex(
    ({ name }, index) => index < args.length && (name === ARGUMENTS[member] || names.includes(name.toLowerCase())),
  )
  // The `id` of a path is what the command is about, by whatever name.
  const found = at === -1 && member === 'id' && args.length > 0 ? 0 : at
  return found === undefined || found === -1 ? undefined : `${command.arguments![found]!.name} ${quoted(args[found]!)}`
}

function quoted(text: string): string {
  return JSON.stringify(text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text)
}
