/** Members of JSON are named in snake_case, by every command. */
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { scratchFolder, writeFile } from '../commands/scratch.js'
import { runInpk } from './run-inpk.js'

const RECORDED = new URL('../transcripts/recorded/', import.meta.url)
/** What is written by others or for them: the tools of a protocol, and rows as the emulator stores them. */
const AS_THEY_ARE = new Set(['mcp-tools.txt', 'emulator-diff.txt'])

const MIXED = /"([a-z_]+[A-Z]\w*)":/g

test.each(readdirSync(RECORDED).filter((name) => !AS_THEY_ARE.has(name)))('%s', (name) => {
  const text = readFileSync(new URL(name, RECORDED), 'utf8')
  expect([...text.matchAll(MIXED)].map(([, member]) => member)).toEqual([])
})

test.each([
  [['a.csv']],
  [['a.csv', 'b.csv', '--sample', '1']],
  [['--preset', 'none', '--tz', 'Europe/Berlin', 'b.csv']],
])('push --check of %j', async (words) => {
  const cwd = scratchFolder()
  writeFile(cwd, 'a.csv', 'text,id\nGood,1\n')
  writeFile(cwd, 'b.csv', 'comment,when\nBad,01/02/2026\n"",02/03/2026\n')
  const { stdout } = await runInpk(['push', ...words, '--check', '--json'], { cwd })
  expect(JSON.stringify(JSON.parse(stdout))).toContain('"encoding_guessed":')
  expect([...stdout.matchAll(MIXED)].map(([, member]) => member)).toEqual([])
  expect(stdout).not.toMatch(/"minutes": \d+\./)
})
