import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { CONTROL_IDS } from '../../src/contract/control/index.js'
import { EVENT_NAMES } from '../../src/contract/events.js'
import { OPERATIONS } from '../../src/contract/operations/index.js'
import { readSources } from './sources.js'

const ROOT = resolve(import.meta.dirname, '../..')
const sources = readSources('src', 'emulator')

test.each([
  ['operations', 'operation', Object.keys(OPERATIONS)],
  ['control', 'controlRow', CONTROL_IDS],
])(
  'every row of %s is in the ROWS of its file, every such file in the table, and ids are names',
  (place, make, ids) => {
    const folder = join(ROOT, 'src/contract', place)
    const row = new RegExp(`^(?:export )?const (\\w+) = ${make}\\(\\{\\n  id: '(\\w+)'`, 'gm')
    const rows = readdirSync(folder).flatMap((name) => [...readFileSync(join(folder, name), 'utf8').matchAll(row)])
    expect(rows.map(([, name]) => name).sort()).toEqual(ids.toSorted())
    expect(rows.map(([, , id]) => id)).toEqual(rows.map(([, name]) => name))
  },
)

test('the version of the package stands in package.json alone', () => {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string }
  expect(sources.filter(({ text }) => text.includes(`'${version}'`)).map(({ path }) => path)).toEqual([])
})

test('every operation is called by a command, or by the push behind one', () => {
  const commands = sources.filter(({ path }) => /^src\/(commands|ingest)\//.test(path)).map(({ text }) => text)
  const called = (id: string) => commands.some((text) => new RegExp(`\\.${id}\\(|['"]${id}['"]`).test(text))
  expect(Object.keys(OPERATIONS).filter((id) => !called(id))).toEqual([])
})

test('every event is emitted by an operation or a job', () => {
  const emitters = sources.filter(({ path }) => /^emulator\/(operations|jobs)\//.test(path)).map(({ text }) => text)
  expect(EVENT_NAMES.filter((name) => !emitters.some((text) => text.includes(`event: '${name}'`)))).toEqual([])
})

test('a fact about an operation or event stands in its row: no code asks for one by its id', () => {
  const asking = /\b(id|event)\)? (===|!==) '(\w+\.\w+|[a-z]+[A-Z]\w+|mcp)'/
  const facts = sources.filter(({ path, text }) => !path.startsWith('src/truth/') && asking.test(text))
  expect(facts.map(({ path, text }) => `${path}: ${asking.exec(text)![0]}`)).toEqual([])
})
