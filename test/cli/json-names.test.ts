/** Members of JSON are named in snake_case, by every command. */
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { differenceOnWire } from '../../emulator/control/difference-on-wire.js'
import { ROW_SCHEMAS } from '../../emulator/state/row-schemas.js'
import type { State } from '../../emulator/state/state.js'
import { SINGLE_SCHEMAS } from '../../emulator/state/value-schemas.js'
import { isObject } from '../../src/base/is-object.js'
import { CONTROL_OPERATIONS } from '../../src/contract/control/index.js'
import { scratchFolder, writeFile } from '../commands/scratch.js'
import { runInpk } from './run-inpk.js'

const RECORDED = new URL('../transcripts/recorded/', import.meta.url)
/** What is written by others: the tools of a protocol. */
const AS_THEY_ARE = new Set(['mcp-tools.txt'])

const MIXED = /"([a-z_]+[A-Z]\w*)":/g

test.each(readdirSync(RECORDED).filter((name) => !AS_THEY_ARE.has(name)))('%s', (name) => {
  const text = readFileSync(new URL(name, RECORDED), 'utf8')
  expect([...text.matchAll(MIXED)].map(([, member]) => member)).toEqual([])
})

test.each(Object.entries(CONTROL_OPERATIONS))('what the control operation %s returns', (_, { result }) => {
  expect(mixedIn(fullExample(result as Schema))).toEqual([])
})

test.each(Object.entries({ ...ROW_SCHEMAS, ...SINGLE_SCHEMAS }))('a difference of %s', (table, schema) => {
  const after = table === 'counters' ? { reportSubscription: 1 } : fullExample(schema as Schema)
  const difference = differenceOnWire({ table: table as keyof State, id: '1', before: undefined, after })
  expect(difference.table).toMatch(/^[a-z_]+$/)
  expect(mixedIn(difference)).toEqual([])
})

test('names that are data stay as they are in a difference', () => {
  const after = { externalId: 'c1', variables: { firstName: 'Ada' } }
  expect(differenceOnWire({ table: 'recipients', id: '1', before: undefined, after }).after).toEqual({
    external_id: 'c1',
    variables: { firstName: 'Ada' },
  })
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

interface Schema {
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
}

/** A value with every member that a schema names, those of its alternatives in one. */
function fullExample({ properties, items, anyOf }: Schema): unknown {
  if (anyOf) {
    const examples = anyOf.map(fullExample)
    return examples.find(Array.isArray) ?? Object.assign({}, ...examples.filter(isObject))
  }
  if (items) return [fullExample(items)]
  if (!properties) return null
  return Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, fullExample(each)]))
}

function mixedIn(value: unknown): string[] {
  return [...JSON.stringify(value).matchAll(MIXED)].map(([, member]) => member!)
}
