import type { Environment } from '../../cli/environment.js'
import { omitUndefined } from '../../cli/omit-undefined.js'
import { integer, name, text, texts, type ValuesOf } from '../../cli/options.js'
import { readTextOf } from '../../cli/read-file.js'
import { refuseFaultMember } from '../../contract/control/fault-members.js'
import { FAULT_NEEDS, type FaultMatch, type FaultSetting, MEMBER_PATH } from '../../contract/control/faults.js'
import { wrongUsage } from '../../terminal/failure.js'
import { readHeaders } from '../header-lines.js'

/** The options of a new fault: what it is aimed at, and what it does. */
export const ADD_OPTIONS = {
  path: text('--path <pattern>', 'only this path; * stands for any text'),
  key: text('--key <id>', 'only requests with this key'),
  source: name('--source <source>', 'only requests about this source (id or name)', 'sources'),
  member: texts('--member <path=value>', 'only bodies with this member'),
  times: integer('--times <n>', 'how often (default: 1)', { min: 1 }),
  after: integer('--after <n>', 'skip the first n (default: 0)'),
  status: integer('--status <status>', 'status to answer with (kinds status, limit; default for limit: 429)', {
    min: 200,
    max: 599,
  }),
  code: text('--code <code>', 'error code (kind status; default: the one of the status)'),
  retryAfter: integer('--retry-after <seconds>', 'Retry-After header (kinds status, limit; default for status: 1)', {
    min: 1,
  }),
  body: text('--body <text>', 'own body, or @file (kind status)'),
  contentType: text('--content-type <type>', 'of --body (default: JSON or text)'),
  header: texts('--header <header>', 'own `Name: value` (kind status)'),
  ms: integer('--ms <n>', 'milliseconds (kinds latency, delay, slow_task, clock_jump)'),
  bytes: integer('--bytes <n>', 'bytes to send before the cut (kind truncate)'),
  window: integer('--window <n>', 'deliveries to reorder (kind reorder)', { min: 2 }),
}

/** What a fault is aimed at, where `sourceId` is the source that was named; undefined if at every request. */
export function matchOf(
  { path, key, member }: ValuesOf<typeof ADD_OPTIONS>,
  sourceId: string | undefined,
): FaultMatch | undefined {
  if (path !== undefined && !/^[/*]/.test(path)) {
    const hint = 'Write it as the log shows it, such as /content/push, or by its end, such as *push.'
    throw wrongUsage(`--path must start with / or *, got "${path}"`, hint)
  }
  const body = member.length > 0 ? readMembers(member) : undefined
  const match = omitUndefined({ path, key_id: key, source_id: sourceId, body })
  return Object.keys(match).length > 0 ? match : undefined
}

function readMembers(words: readonly string[]): Record<string, string> {
  const members = words.map(readMember)
  const twice = members.find(([path], index) => members.findIndex(([other]) => other === path) < index)
  if (twice) throw wrongUsage(`--member ${twice[0]} is given twice`, 'A fault hits only what has all of its members.')
  return Object.fromEntries(members)
}

function readMember(word: string): [path: string, value: string] {
  const equals = word.indexOf('=')
  const path = word.slice(0, Math.max(equals, 0))
  if (MEMBER_PATH.test(path)) return [path, word.slice(equals + 1)]
  throw wrongUsage(`expected --member path=value, got "${word}"`, 'Write for example questions[*].question_id=7.')
}

/** The member of a fault that each option sets; the others are for every kind. */
const SETS = {
  status: 'status',
  code: 'code',
  retryAfter: 'retry_after',
  body: 'body',
  contentType: 'headers',
  header: 'headers',
  ms: 'ms',
  bytes: 'bytes',
  window: 'window',
} as const satisfies Partial<Record<keyof typeof ADD_OPTIONS, keyof FaultSetting>>

/** Refuses an option that does nothing for this kind of fault. */
export function requireUsed(input: ValuesOf<typeof ADD_OPTIONS>, kind: FaultSetting['kind']): void {
  for (const [option, member] of Object.entries(SETS) as [keyof typeof SETS, string][]) {
    const value = input[option]
    if (value === undefined || (Array.isArray(value) && value.length === 0)) continue
    const refusal = refuseFaultMember(member, kind)
    if (refusal !== undefined) throw wrongUsage(`${ADD_OPTIONS[option].flags.split(' ')[0]} ${refusal}`)
  }
}

/** Refuses a kind of fault without the option it can't do without. */
export function requireNeeded(input: ValuesOf<typeof ADD_OPTIONS>, kind: FaultSetting['kind']): void {
  const needed = (FAULT_NEEDS as Partial<Record<typeof kind, string>>)[kind]
  const option = Object.keys(SETS).find((name) => SETS[name as keyof typeof SETS] === needed) as keyof typeof SETS
  if (needed === undefined || input[option] !== undefined) return
  const [flag, value] = ADD_OPTIONS[option].flags.split(' ')
  throw wrongUsage(
    `a ${kind} fault needs ${flag} ${value}`,
    `Add ${flag}; \`inpk emulator faults add --help\` describes it.`,
  )
}

/** The body and headers that a fault brings. */
export async function ownAnswerOf(
  { body, contentType, header }: ValuesOf<typeof ADD_OPTIONS>,
  environment: Environment,
): Promise<Pick<FaultSetting, 'body' | 'headers'>> {
  if (contentType !== undefined && body === undefined) {
    throw wrongUsage('--content-type needs --body', 'Give the body, or use --header.')
  }
  const headers = { ...readHeaders(header), ...omitUndefined({ 'content-type': contentType }) }
  return omitUndefined({
    body: body?.startsWith('@') ? await readTextOf(environment, body.slice(1)) : body,
    headers: Object.keys(headers).length > 0 ? headers : undefined,
  })
}
