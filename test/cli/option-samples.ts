import type { OptionSpec } from '../../src/cli/options.js'

/** Values of options, where none of the plain ones does; by command and flag, or by flag alone. */
const SAMPLES: Record<string, string> = {
  '--tz': 'Europe/Berlin',
  '--map': 'text=id',
  '--encoding': 'windows-1250',
  '--since': '2026-03-01',
  '--sunset': '2026-12-31',
  '--header': 'X-Trace: 1',
  '--status': '503',
  'push --field': 'comment=1',
  'push --format': 'text',
  'push --on-invalid': 'stop',
}

const PLAIN = ['2', '3s', '1/2', '127.0.0.1:1025', 'frozen@2026-03-01T00:00:00Z', 'x']

/** Lines on which an option can be seen to work, where it changes nothing of the plain line of its command. */
export const LINES: Record<string, string> = {
  'emulator start': 'emulator start',
  'emulator exec': 'emulator exec -- true',
  'emulator monitors update --threshold': 'emulator monitors update 1 --name Later',
}

const RARE = 'has an effect only where an earlier push was left unfinished; test/commands/push-doubt.test.ts'
const PATIENCE = 'says how long something may take that is over at once here'
const NO_CHOICE = 'says what is so here without it'

/** Options whose effect cannot be seen on these lines, and why. */
export const UNSEEN: Record<string, string> = {
  'push --source': NO_CHOICE,
  'push --preset': NO_CHOICE,
  'push --dates': 'the dates of the file can be read in one way only',
  'push --encoding': NO_CHOICE,
  'push --on-invalid': 'all rows can be pushed; test/commands/push-rejects.test.ts',
  'push --rejects': 'no row is rejected; test/commands/push-rejects.test.ts',
  'push --concurrency': 'all is one request',
  'push --restart': RARE,
  'push --assume-sent': RARE,
  'push --assume-lost': RARE,
  'upload --within': PATIENCE,
  'feedback export --raw': 'no text begins like a formula; test/commands/feedback-export.test.ts',
  'tasks wait --within': PATIENCE,
  'analysis wait --within': PATIENCE,
  'analysis show --periods': 'the group does not track feedback over time; test/commands/reads.test.ts',
  'webhooks verify --framework': 'advice for a delivery that is not valid; test/commands/webhooks',
  'webhooks replay --resign': 'stands on the line already; test/commands/webhooks/replay.test.ts',
  'webhooks prove --state-command': 'stands on the line already; test/commands/webhooks/prove.test.ts',
  'webhooks prove --reset-command': 'stands on the line already; test/commands/webhooks/prove.test.ts',
  'webhooks prove --budget': `${PATIENCE}; test/commands/webhooks/prove.test.ts`,
  'webhooks prove --seed': 'two events are played in every order; test/commands/webhooks/prove.test.ts',
  'emulator logs --follow': 'has no end; test/commands/emulator/logs.test.ts',
  'conformance --read-only': 'the rules of the line write nothing',
  'conformance --write': 'the rules of the line store nothing; test/truth/conformance',
  'emulator exec --rate-limits': NO_CHOICE,
  'emulator exec --ephemeral': NO_CHOICE,
  'emulator exec --explore': 'runs for minutes; test/commands/emulator/explore.test.ts',
  'emulator exec --budget': 'is only for --explore; test/commands/emulator/explore.test.ts',
  'emulator exec --state-command': 'is only for --explore; test/commands/emulator/explore.test.ts',
  'emulator exec --report': 'follows what the command did; test/commands/emulator/exec.test.ts',
}

/** The long flag of an option. */
export function flagOf(spec: OptionSpec): string {
  return /--[\w-]+/.exec(spec.flags)![0]
}

/** An option as it is typed, with a value its reader takes. */
export function typed(command: string, spec: OptionSpec): string[] {
  const flag = flagOf(spec)
  if (!spec.read) return [flag]
  const own = SAMPLES[`${command} ${flag}`] ?? SAMPLES[flag]
  const candidates = [...(own === undefined ? [] : [own]), ...(spec.choices?.slice(-1) ?? []), ...PLAIN]
  const value = candidates.find((candidate) => isTaken(spec, candidate))
  if (value === undefined) throw new Error(`no sample for ${command} ${flag}`)
  return [flag, value]
}

function isTaken(spec: OptionSpec, value: string): boolean {
  try {
    spec.read!(value, undefined)
    return true
  } catch {
    return false
  }
}
