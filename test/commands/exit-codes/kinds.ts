import { EXIT } from '../../../src/terminal/exit-codes.js'

/** What a command asks decides which exit codes it can end with (cli.md section 1). */
export type Kind = 'service' | 'control' | 'apart' | 'local'

/**
 * The kind of every command, by its words or the first of them; the longest that fits counts. A new command needs a line here, unless its
 * noun has one. `service` and `control` commands are then run with every status, without a connection, with a wrong host and with every
 * signal; whatever else a command can end with stands in `own-ways.ts`, and why it cannot in `NEVER`.
 */
const KINDS: Readonly<Record<string, Kind>> = {
  demo: 'service',
  me: 'service',
  groups: 'service',
  sources: 'service',
  tasks: 'service',
  feedback: 'service',
  analysis: 'service',
  push: 'service',
  upload: 'service',
  invites: 'service',
  login: 'service',
  api: 'service',
  mcp: 'service',
  'mcp serve': 'local',
  openapi: 'service',
  conformance: 'service',
  learn: 'service',
  emulator: 'control',
  webhooks: 'control',
  doctor: 'apart',
  record: 'apart',
  'emulator start': 'apart',
  'emulator stop': 'apart',
  'emulator wait': 'apart',
  'emulator exec': 'apart',
  'emulator open': 'apart',
  'webhooks test': 'apart',
  'webhooks prove': 'apart',
  logout: 'local',
  profiles: 'local',
  config: 'local',
  'webhooks sign': 'local',
  'webhooks verify': 'local',
  examples: 'local',
  commands: 'local',
  completion: 'local',
  help: 'local',
}

/** The kind of a command; undefined where no line is about it. */
export function kindOf(name: string): Kind | undefined {
  const words = name.split(' ')
  for (let count = words.length; count > 0; count -= 1) {
    const kind = KINDS[words.slice(0, count).join(' ')]
    if (kind) return kind
  }
  return undefined
}

/** Every code a command could end with: those of cli.md section 1, and 128 + signal. */
export const ALL_CODES: readonly number[] = [...Object.values(EXIT), 129, 130, 143]

/** Why some commands never end with some codes. Who can end with one after all has a way in `own-ways.ts`, which counts first. */
export const NEVER: readonly (readonly [names: RegExp, codes: readonly number[], because: string])[] = [
  [/^(?!push)/, [10], 'only rows of a file can be done in part'],
  [/^push$/, [11], 'what it finds wrong in a file is 6 or 10'],
  [/./, [11], 'it checks nothing'],
  [/./, [12], 'it waits for nothing'],
  [/./, [13], 'it writes nothing whose answer could be lost'],
  [/./, [125], 'only exec runs somebody else under an emulator'],
  [/^doctor$/, [3, 4, 5, 6, 7, 8, 9], 'whatever it meets is a check, and a check that fails is 11'],
  [/^webhooks test$/, [3, 4, 5, 6, 7, 8, 9], 'whatever a receiver does is a case, and a case that fails is 11'],
  [/^emulator start$/, [3, 4, 5, 6, 8, 9], 'it asks nobody but the one it starts'],
  [/^record$/, [3, 4, 5, 8, 9], 'what the service answers, or that it does not, is passed on'],
  [/^record$/, [129, 130, 143], 'a signal is how it ends when all is well'],
  [/^emulator stop$/, [3, 4, 5, 6, 7, 8, 9], 'that none runs is what was wanted'],
  [/^emulator open$/, [3, 4, 5, 6, 7, 8], 'the file in the folder says it all'],
  [/^emulator wait$/, [3, 4, 5, 6, 7, 8, 9], 'no answer, or a wrong one, is one to wait for: 12 in the end'],
  [/^emulator (stop|open)$/, [129, 130, 143], 'it is over before a signal is seen, or waits for nothing long'],
  [/^(examples|commands|completion|help|config)$/, [3, 4, 5, 6, 7, 8, 9], 'it asks nobody'],
  [/^mcp serve$/, [3, 4, 5, 6, 7, 8, 9], 'what goes wrong is told to the assistant, in its protocol'],
  [/^profiles list$/, [5], 'a list may be empty'],
  [/^(logout|profiles .*)$/, [3, 4, 6, 7, 8, 9], 'it reads and writes one file'],
  [/^webhooks sign$/, [3, 4, 5, 6, 7, 8, 9], 'any bytes have a signature'],
  [/^webhooks verify$/, [3, 4, 5, 7, 8, 9], 'it asks nobody'],
  [
    /^(examples|commands|completion|help|config|logout|profiles .*|webhooks (sign|verify))$/,
    [129, 130, 143],
    'it waits for nothing that a signal could end',
  ],
]
