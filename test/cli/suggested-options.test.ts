import { describe, expect, it, test } from 'vitest'
import { distance } from '../../src/base/nearest.js'
import { GLOBAL_OPTIONS } from '../../src/cli/global-options.js'
import type { OptionSpec } from '../../src/cli/options.js'
import { suggestOption } from '../../src/cli/parser-words.js'
import { leavesOf } from './every-command.js'
import { runInpk } from './run-inpk.js'

const nameOf = ({ flags }: OptionSpec) => /--([\w-]+)/.exec(flags)![1]!
const COMMANDS = await Promise.all(leavesOf().map(async ([name, leaf]) => [name, (await leaf.load()).COMMAND] as const))
const optionsOf = (table: object) => Object.values(table) as OptionSpec[]
const ALL = [
  ...new Set(COMMANDS.flatMap(([, { options }]) => optionsOf({ ...options, ...GLOBAL_OPTIONS }).map(nameOf))),
]

describe('an unknown option (newcomer 1b-2)', () => {
  it('is never answered with one that skips a confirmation, unless that is what was all but typed', () => {
    const found: string[] = []
    for (const [name, command] of COMMANDS) {
      const waivers = optionsOf({ ...GLOBAL_OPTIONS, ...command.options }).filter(({ waives }) => waives)
      for (const word of [...ALL, 'resource', 'sources', 'fore', 'yet', 'dyes', 'confine', 'aging']) {
        const hint = suggestOption(`--${word}`, command) ?? ''
        for (const waiver of waivers.map(nameOf)) {
          const isNear = distance(word, waiver) <= 1 || waiver.startsWith(word)
          if (!isNear && hint.includes(`\`--${waiver}\``)) found.push(`${name} --${word}: ${hint}`)
        }
      }
    }
    expect(found).toEqual([])
  })

  it.each([
    [['invites', 'send', 'p.csv', '--source', '1'], 'SOURCE is an argument: write it without `--source`.'],
    [['me', '--forse'], 'Did you mean `--force`?'],
    [['upload', 'a.csv', '--sorce', '1'], 'Did you mean `--source`?'],
    [['--versoin'], 'Did you mean `--version`?'],
  ])('%j: the suggestion is in the hint, and the first line names the option as it was typed', async (argv, hint) => {
    const { code, stderr } = await runInpk(argv)
    const [first = '', second = ''] = stderr.split('\n')
    expect([code, first]).toEqual([2, expect.stringMatching(/^error: unknown option --[a-z]+$/)])
    expect(second.startsWith(hint), second).toBe(true)
  })
})

test('no option that skips a question or a guard is suggested as freely as others', () => {
  const words =
    /instead of a prompt|answer yes|send a key even|in doubt|already (invited|uploaded|written)|even if it was|unescaped/
  for (const [name, command] of COMMANDS) {
    for (const spec of optionsOf({ ...GLOBAL_OPTIONS, ...command.options })) {
      if (words.test(spec.purpose)) expect(spec.waives, `${name} ${spec.flags}`).toBe(true)
    }
  }
})
