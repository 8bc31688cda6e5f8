import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isBranch } from '../../src/cli/command-tree.js'
import { locateCommand } from '../../src/cli/locate.js'
import type { OptionSpec } from '../../src/cli/options.js'
import { TREE } from '../../src/commands/tree.js'
import { scratchFolder, writeFile } from '../commands/scratch.js'
import { openBench, stageSource } from '../commands/with-emulator.js'
import { commandNames } from './every-command.js'
import { flagOf } from './option-samples.js'
import { runInpk } from './run-inpk.js'

/** A word with its middle letter left out: no word of any list. */
function mistyped(word: string): string {
  return word.slice(0, word.length / 2) + word.slice(word.length / 2 + 1)
}

/** Every option and argument that takes a word of a list, as a line with one of them mistyped. */
async function linesOfLists(): Promise<{ line: string[]; meant: string }[]> {
  const found = commandNames().map(async (name) => {
    const { node } = locateCommand(TREE, name.split(' '))
    if (!node || isBranch(node)) throw new Error(`no command ${name}`)
    const { COMMAND } = await node.load()
    const taken = COMMAND.arguments ?? []
    const sample = (at: number) => taken.slice(0, at).map(({ choices }) => choices?.[0] ?? '1')
    const options = Object.values<OptionSpec>(COMMAND.options).flatMap((spec) => {
      const words = spec.choices ?? []
      // The rules of the interface are hundreds, and all alike.
      const tried = words.length > 50 ? words.slice(0, 1) : words
      const line = [...name.split(' '), ...sample(taken.length), flagOf(spec)]
      return tried.flatMap((meant) =>
        [mistyped(meant), mistyped(/^[^-_]+/.exec(meant)![0])]
          .filter((typo) => typo.length > 2 && !words.includes(typo))
          .map((typo) => ({ line: [...line, typo], meant })),
      )
    })
    const words = taken.flatMap(({ choices = [] }, at) =>
      choices
        .filter((word) => word.length > 3)
        .slice(0, 3)
        .map((meant) => ({
          line: [...name.split(' '), ...sample(at), mistyped(meant), ...sample(taken.length).slice(at + 1)],
          meant,
        })),
    )
    return [...options, ...words]
  })
  return (await Promise.all(found)).flat()
}

/** Whether a hint suggests a word, be it beside others that are as near. */
function isSuggested(stderr: string, meant: string): boolean {
  const [, suggested = ''] = /Did you mean ([^?]*)\?/.exec(stderr.replace(/\s+/g, ' ')) ?? []
  return suggested.includes(`\`${meant}\``)
}

test('a word that is in no list is refused by every command, with the nearest of the list', async () => {
  const lines = await linesOfLists()
  const bad: string[] = []
  for (const { line, meant } of lines) {
    const { code, stderr } = await runInpk(line)
    if (code !== 2 || !isSuggested(stderr, meant)) bad.push(`${line.join(' ')}: ${stderr}`)
  }
  expect(bad).toEqual([])
  expect(lines.length).toBeGreaterThan(150)
})

test.each([
  [['webhooks', 'listen', '--subscribe', 'content.pushd'], 'unknown event content.pushd', '`content.pushed`'],
  [['upload', 'a.csv', '--source', 'Tickets', '--map', 'txt=id'], 'unknown member txt', '`text`'],
  [['emulator', 'snapshot', 'restore', 'befor'], 'snapshot "befor" not found', 'did you mean "before"?'],
  [['emulator', 'snapshot', 'delete', 'befor'], 'snapshot "befor" not found', 'did you mean "before"?'],
  [['emulator', 'diff', 'befor'], 'snapshot "befor" not found', 'did you mean "before"?'],
  [['push', 'a.csv', '--source', 'Tickets', '--tz', 'Europ/Zurich'], '--tz "Europ/Zurich": unknown', '`Europe/Zurich`'],
  [
    ['push', 'a.csv', '--source', 'Tickets', '--encoding', 'windws-1250'],
    '--encoding "windws-1250": unknown',
    '`windows-1250`',
  ],
  [['emulator', 'seed', 'named.yaml'], 'sources[0].name is not a known member', 'did you mean title?'],
  [['emulator', 'seed', 'asked.yaml'], 'sources[0].questions is not a known member', 'did you mean fields?'],
  [['emulator', 'seed', 'titled.yaml'], 'fields[0].title is not a known member', 'did you mean text?'],
])('%j: the error names what was typed, and what is nearest', async (argv, message, meant) => {
  const bench = await openBench()
  await stageSource(bench)
  await bench.json(['emulator', 'snapshot', 'save', 'before'])
  const cwd = scratchFolder()
  writeFile(cwd, 'a.csv', 'text,id,date\nslow,1,2026-03-01\n')
  const seed = (source: string) => `groups:\n  - name: Gym\n    sources:\n      - ${source}\n`
  writeFile(cwd, 'named.yaml', seed('name: Poll'))
  writeFile(cwd, 'asked.yaml', seed('title: Poll\n        questions: [{ text: Why? }]'))
  writeFile(cwd, 'titled.yaml', seed('title: Poll\n        fields: [{ title: Why? }]'))
  const { code, stderr } = await bench.run(argv, { cwd, env: { INPK_CONFIG_DIR: join(cwd, 'config') } })
  expect(code).toBeGreaterThan(0)
  const said = stderr.replace(/\s+/g, ' ')
  expect(said).toContain(message)
  expect(said).toContain(meant)
})
