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

test('every operation is called by a command, by the push behind one, or by a listing that commands go through', () => {
  const rooms = /^src\/(commands|ingest|listings|client\/each)/
  const commands = sources.filter(({ path }) => rooms.test(path)).map(({ text }) => text)
  const called = (id: string) => commands.some((text) => new RegExp(`\\.${id}\\(|['"]${id}['"]`).test(text))
  expect(Object.keys(OPERATIONS).filter((id) => !called(id))).toEqual([])
})

test('every command that is written is in the tree', () => {
  const loaded = sources.filter(({ path }) => /^src\/commands\/tree/.test(path)).map(({ text }) => text)
  const commands = sources.filter(({ text }) => /^export const COMMAND\b/m.test(text)).map(({ path }) => path)
  const inTree = (path: string) =>
    loaded.some((text) => text.includes(`'./${path.slice('src/commands/'.length).replace(/tsx?$/, 'js')}'`))
  expect(commands.filter((path) => !inTree(path))).toEqual([])
})

test('every event is emitted by an operation or a job', () => {
  const emitters = sources.filter(({ path }) => /^emulator\/(operations|jobs)\//.test(path)).map(({ text }) => text)
  expect(EVENT_NAMES.filter((name) => !emitters.some((text) => text.includes(`event: '${name}'`)))).toEqual([])
})

const IDS = [...Object.keys(OPERATIONS), ...CONTROL_IDS, ...EVENT_NAMES].map((id) => id.replace('.', '\\.'))
const ID = `'(?:${IDS.join('|')})'`
/** An id that is compared, or part of the id of an assumption. */
const ASKED_BY_ID = [`(?:[!=]== |case )${ID}`, `'(?:query|body|result|event):(?:${IDS.join('|')})'`, `'route:[A-Z]+ /`]
/** A list of ids, or a fact read from one row by its name. */
const CHOSEN_BY_ID = [`\\[\\s*(?:${ID},\\s*)+${ID},?\\s*\\]`, `\\bOPERATIONS\\.\\w+`]

test('a fact about an operation or event stands in its row: no code asks for one by its id', () => {
  const find = (patterns: string[], exempt: RegExp) =>
    sources
      .filter(({ path }) => !exempt.test(path))
      .flatMap(({ path, text }) =>
        patterns.flatMap((each) => new RegExp(each).exec(text)?.map((found) => `${path}: ${found}`) ?? []),
      )
  // A rule of the interface is about the operation it names.
  expect(find(ASKED_BY_ID, /^src\/truth\//)).toEqual([])
  // A row names the events it leads to, and a command the operations it is for.
  expect(find(CHOSEN_BY_ID, /^src\/(truth|contract\/operations|commands)\//)).toEqual([])
})
