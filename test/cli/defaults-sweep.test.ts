/** Every option that takes a value says in its help what is so without it, or stands here because nothing is. */
import { expect, test } from 'vitest'
import { GLOBAL_OPTIONS } from '../../src/cli/global-options.js'
import type { OptionSpec } from '../../src/cli/options.js'
import { leavesOf } from './every-command.js'
import { flagOf } from './option-samples.js'

/** Adds something where it is given, and nothing where it is not; by command and flag, or by flag alone. */
const NOTHING_WITHOUT_IT = new Set([
  '--jq',
  '--api-key-file',
  '--record',
  '--description',
  '--from',
  '--confirm',
  '--period',
  '--mapping',
  '--save-mapping',
  '--source-reference',
  '--signature',
  '--body',
  '--request',
  '--others',
  '--framework',
  '--forward-to',
  '--save',
  '--data',
  '--input',
  '--idempotency-key',
  '--check',
  '--seed',
  '--random-seed',
  '--overrides',
  '--smtp',
  '--replay',
  '--ca',
  '--scenario',
  '--watch',
  '--shard',
  '--sample',
  '--max-items',
  '--ms',
  '--bytes',
  '--window',
  'emulator exec --state-command',
  'emulator diff --since',
  'emulator diff --snapshot',
  'feedback export --to',
  'emulator export --to',
  'webhooks trigger --to',
])

/** What is not given to an update stays as it is. */
const UPDATES = /^emulator \w+ update$/
/** Selects among what there is, all of which is meant without it; or the source a command is about. */
const SELECTS = /^only |^occurred |^group |^source |^the same/

function isSaid(command: string, { flags, purpose, required, initial }: OptionSpec): boolean {
  if (/\((?:[^()]*; )?default[^()]*: [^()]+\)/.test(purpose)) return true
  const flag = flagOf({ flags, purpose })
  return (
    required === true ||
    initial !== undefined ||
    UPDATES.test(command) ||
    SELECTS.test(purpose) ||
    NOTHING_WITHOUT_IT.has(flag) ||
    NOTHING_WITHOUT_IT.has(`${command} ${flag}`)
  )
}

test('every option with a value says its default, where it has one', async () => {
  const unsaid: string[] = []
  const named = new Set<string>()
  const check = (command: string, options: Readonly<Record<string, OptionSpec>>) => {
    for (const spec of Object.values(options)) {
      if (spec.hidden || !/[<[]/.test(spec.flags)) continue
      named.add(flagOf(spec)).add(`${command} ${flagOf(spec)}`)
      if (!isSaid(command, spec)) unsaid.push(`${command} ${spec.flags}: ${spec.purpose}`)
    }
  }
  check('', GLOBAL_OPTIONS)
  for (const [name, leaf] of leavesOf()) check(name, (await leaf.load()).COMMAND.options)
  expect(unsaid).toEqual([])
  expect([...NOTHING_WITHOUT_IT].filter((each) => !named.has(each))).toEqual([])
})
