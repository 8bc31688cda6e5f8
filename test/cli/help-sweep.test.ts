import { expect, test } from 'vitest'
import { continuedLines } from '../../src/cli/help.js'
import { asksForHelp, locateCommand } from '../../src/cli/locate.js'
import { parseCommandLine } from '../../src/cli/parse.js'
import { TREE } from '../../src/commands/tree.js'
import { displayWidth } from '../../src/terminal/width.js'
import { scratchFolder, writeFile } from '../commands/scratch.js'
import { openBench } from '../commands/with-emulator.js'
import { leavesOf } from './every-command.js'
import { runInpk } from './run-inpk.js'

/** Words of a shell line, as far as the examples need: quotes, and an end at a pipe or redirection. */
function wordsOf(line: string): string[] {
  const words = [...line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(([, a, b, c]) => a ?? b ?? c!)
  const end = words.findIndex((word) => /^([|>]{1,2}|&&|2>)$/.test(word))
  return end === -1 ? words : words.slice(0, end)
}

const LEAVES = leavesOf()

test.each(LEAVES)('the examples of `%s` are command lines it understands', async (name, leaf) => {
  const { COMMAND } = await leaf.load()
  const own = COMMAND.examples.map(([line]) => line).filter((line) => line.startsWith(name))
  expect(own.length, 'at least one example is about the command itself').toBeGreaterThan(0)
  for (const line of own) {
    const { path, rest } = locateCommand(TREE, wordsOf(line))
    expect(path.join(' ')).toBe(name)
    if (!asksForHelp(rest)) expect(() => parseCommandLine(path, COMMAND, rest), line).not.toThrow()
  }
})

test.each(LEAVES)('the help of `%s` fits 80 columns, and its examples can be pasted (B13)', async (name) => {
  const { stdout } = await runInpk([...name.split(' '), '--help'], { columns: 80, isTerminal: true })
  const lines = stdout.split('\n')
  expect(lines.filter((line) => displayWidth(line) > 80)).toEqual([])
  for (const [at, line] of lines.entries()) if (line.endsWith(' \\')) expect(lines[at + 1]).toMatch(/^ {4}\S/)
})

test('a long example is continued by backslashes, its quotes whole, and is the same when pasted', () => {
  const line = 'inpk emulator monitors create Refunds --query "money back, at once please" --threshold 5'
  const lines = continuedLines(line, 40)
  expect(lines).toEqual([
    'inpk emulator monitors create Refunds \\',
    '  --query "money back, at once please" \\',
    '  --threshold 5',
  ])
  expect(lines.join('\n').replaceAll(/ \\\n +/g, ' ')).toBe(line)
})

test('on a terminal what is said is wrapped between words, and what has columns is not (B13)', async () => {
  const bench = await openBench()
  await bench.json(['groups', 'create', 'Support'])
  const seed = writeFile(scratchFolder(), 'shop.seed.yaml', 'organization: { name: Shop }\n')
  const ran = await bench.run(['emulator', 'seed', seed, '--yes'], { isTerminal: true, columns: 40 })
  const said = ran.stdout + ran.stderr
  expect([ran.code, said.replaceAll(/\s+/g, ' ')]).toEqual([
    0,
    expect.stringContaining('`inpk emulator reset` returns here.'),
  ])
  expect(said.split('\n').filter((line) => displayWidth(line) > 40 && !line.includes('/'))).toEqual([])
})
