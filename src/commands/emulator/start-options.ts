import type { EmulatorOptions } from '../../../emulator/index.js'
import type { CommandInput } from '../../cli/command.js'
import { omitUndefined } from '../../cli/omit-undefined.js'
import { choice, flag, integer, type OptionSpec, text, texts, waiver } from '../../cli/options.js'
import { parseTime } from '../../contract/times.js'
import { wrongUsage } from '../../terminal/failure.js'

type SmtpPlace = NonNullable<EmulatorOptions['smtp']>
type ClockOptions = NonNullable<EmulatorOptions['clock']>

/** How the clock of an organisation runs. */
export const CLOCK: OptionSpec<ClockOptions | undefined> = {
  flags: '--clock <mode>',
  purpose: 'real or frozen@TIME (default: real)',
  read: readClock,
}

/** The ports a host may have; 0 takes a free one. */
export const PORT = { min: 0, max: 65_535 }

/** What `emulator start` and `emulator exec` share. */
export const BEHAVIOUR_OPTIONS = {
  host: text('--host <address>', 'address to listen on (default: 127.0.0.1)'),
  https: flag('--https', 'serve HTTPS, with a certificate made at start'),
  allowHost: waiver(texts('--allow-host <name>', 'extra host name to accept in the Host header')),
  randomSeed: integer('--random-seed <n>', 'make ids and keys reproducible'),
  randomKeys: flag('--random-keys', 'use random keys instead of the well-known ones'),
  rateLimits: choice('--rate-limits <on|off>', 'enforce rate limits (default: on for new data)', ['on', 'off']),
  envelope: choice('--envelope <form>', 'wrap responses in `data` (default: auto)', ['auto', 'bare', 'data']),
  sunset: text('--sunset <date>', 'when --envelope auto starts to wrap (default: after a year)'),
  strict: flag('--strict', 'reject unknown members in requests'),
  clock: CLOCK,
  overrides: text('--overrides <file>', 'older name for --facts'),
  seed: text('--seed <file>', 'seed file for a new organisation (YAML or JSON)'),
  smtp: smtpPlace('--smtp <host:port>', 'also send invite emails to a local SMTP server'),
  allowPrivateWebhooks: waiver(flag('--allow-private-webhooks', 'allow webhooks to private and http addresses')),
}

/** How help groups them. */
export const BEHAVIOUR_GROUPS = {
  Address: ['host', 'allowHost', 'https'],
  Data: ['seed', 'randomSeed', 'randomKeys'],
  'Behaviour of the service': [
    ...(['clock', 'rateLimits', 'strict', 'envelope', 'sunset', 'overrides', 'smtp', 'allowPrivateWebhooks'] as const),
  ],
} as const

/** The emulator's options, from those of the command line. */
export function behaviourOptions(input: Omit<CommandInput<typeof BEHAVIOUR_OPTIONS>, 'seed'>): EmulatorOptions {
  const { host, https, allowHost, randomSeed, randomKeys, rateLimits, envelope, sunset, strict, clock, smtp } = input
  if (sunset !== undefined && parseTime(sunset) === undefined) {
    throw wrongUsage(`invalid --sunset date: ${sunset}`, 'Write 2026-12-31, or a time with Z or an offset.')
  }
  return omitUndefined({
    host,
    https,
    allowHosts: allowHost,
    randomSeed,
    randomKeys,
    rateLimits: rateLimits === undefined ? undefined : rateLimits === 'on',
    envelope,
    sunset,
    strict,
    clock,
    smtp,
    allowPrivateWebhooks: input.allowPrivateWebhooks,
  })
}

/** `127.0.0.1:1025`, `localhost:1025` or `[::1]:1025`. */
function smtpPlace(flags: string, purpose: string): OptionSpec<SmtpPlace | undefined> {
  const read = (value: string): SmtpPlace => {
    const [, host, port] = /^(\[[\da-f:]+\]|[^:\s/]+):(\d{1,5})$/i.exec(value) ?? []
    if (!host || Number(port) < 1 || Number(port) > 65_535)
      throw wrongUsage('must be a host and a port, such as 127.0.0.1:1025')
    return { host: host.replace(/^\[|\]$/g, ''), port: Number(port) }
  }
  return { flags, purpose, read }
}

function readClock(value: string): ClockOptions {
  if (value === 'real') return { mode: 'real' }
  const now = value.startsWith('frozen@') ? parseTime(value.slice('frozen@'.length)) : undefined
  if (now === undefined) throw wrongUsage('must be real, or frozen@ and a time such as 2026-03-01T00:00:00Z')
  return { mode: 'frozen', now }
}
