import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import * as XLSX from 'xlsx'
import { EXPORT_COLUMNS } from '../../src/contract/items/exported.js'
import { errorOf, Reply, runInpk, scripted } from '../cli/run-inpk.js'
import { scratchFolder } from './scratch.js'
import { type Bench, openBench, type Scene, stageSource } from './with-emulator.js'

const TEXTS = [
  '=1+1',
  '+cmd',
  '-2 stars',
  '@home',
  '\ttab',
  'plain, "quoted"\nsecond line',
  'esc \u001b]52;c;x\u0007 end',
  'Grüße ⭐',
  '＝full',
]
let bench: Bench
let scene: Scene

beforeAll(async () => {
  bench = await openBench()
  const filler = Array.from({ length: 231 }, (_, index) => ({
    text: `item ${index}`,
    external_id: `f${index}`,
    rating: -index,
  }))
  scene = await stageSource(bench, [...TEXTS.map((text, index) => ({ text, external_id: `t${index}` })), ...filler])
})

function parseCsv(text: string): Record<string, string>[] {
  const book = XLSX.read(text, { type: 'string', raw: true })
  return XLSX.utils.sheet_to_json(book.Sheets[book.SheetNames[0]!]!, { raw: true, defval: '' })
}

test('`feedback export` streams every page as CSV; texts a spreadsheet would run get an apostrophe, numbers none', async () => {
  const { code, stdout } = await bench.run(['feedback', 'export', '--source', scene.source])
  expect(code).toBe(0)
  const rows = parseCsv(stdout)
  expect(rows).toHaveLength(240)
  expect(rows.slice(0, 4).map(({ text }) => text)).toEqual(["'=1+1", "'+cmd", "'-2 stars", "'@home"])
  expect(rows[8]?.text).toBe("'＝full")
  expect(stdout).toMatch(/,-230,/)
  expect(stdout).not.toMatch(/[\x00-\x08\x0b-\x1f]/)
})

test('`--raw` keeps every text exactly', async () => {
  const { stdout } = await bench.run(['feedback', 'export', '--raw', '--limit', '9'])
  const texts = parseCsv(stdout).map(({ text }) => text)
  expect(texts).toEqual(TEXTS)
})

test('ndjson is an item a line, in the words of the service, and exact', async () => {
  const { stdout } = await bench.run(['feedback', 'export', '--format', 'ndjson', '--group', 'Support'])
  const items = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(items.map(({ text }) => text).slice(0, 9)).toEqual(TEXTS)
  expect(items[0]).toMatchObject({ source_id: scene.source, external_id: 't0' })
  expect(stdout).not.toContain('\u001b')
})

test('xlsx is a workbook whose texts are text cells, never formulas', async () => {
  const folder = scratchFolder()
  const ran = await bench.run(['feedback', 'export', '--format', 'xlsx', '--raw', '--to', 'out.xlsx'], { cwd: folder })
  expect(ran.stdout).toBe('Exported 240 items to out.xlsx\n')
  const book = XLSX.read(readFileSync(join(folder, 'out.xlsx')), { cellFormula: true })
  const sheet = book.Sheets.feedback!
  const column = XLSX.utils.sheet_to_json<string[]>(sheet, { header: 1 })[0]!.indexOf('text')
  const cells = TEXTS.map((_, index) => sheet[XLSX.utils.encode_cell({ r: index + 1, c: column })])
  expect(cells.map(({ t }) => t)).toEqual(TEXTS.map(() => 's'))
  expect(cells.some(({ f }) => f !== undefined)).toBe(false)
  expect(cells.map(({ v }) => v)).toEqual(TEXTS)
})

test('a file that could not be written whole is not left behind', async () => {
  const folder = scratchFolder()
  let page = 0
  const transport = scripted({
    'GET /feedback': () => {
      page += 1
      if (page > 1) return new Reply(500, errorOf('INTERNAL_ERROR', 'no'))
      return { items: [{ item_id: '1', text: 'a' }], pagination: { limit: 200, next_cursor: 'x', has_more: true } }
    },
  })
  const { code } = await runInpk(['feedback', 'export', '--to', 'out.csv'], { transport, cwd: folder })
  expect(code).toBe(8)
  expect(existsSync(join(folder, 'out.csv'))).toBe(false)
  expect(readdirSync(folder)).toEqual([])
})

test.each([
  [['--format', 'xlsx'], "can't print a workbook to a terminal"],
  [['--raw'], "can't print --raw to a terminal"],
])('%s on a terminal is refused: exit code 2', async (words, message) => {
  const { code, stderr } = await bench.run(['feedback', 'export', ...words], { isTerminal: true })
  expect(code).toBe(2)
  expect(stderr).toContain(message)
})

test('a source nobody knows: exit code 5; a time that is none: 2', async () => {
  expect((await bench.run(['feedback', 'export', '--source', 'Nope'])).code).toBe(5)
  expect((await bench.run(['feedback', 'export', '--since', 'yesterday'])).code).toBe(2)
})

test('text columns that begin with any of twelve characters are inert in a CSV, a rating of -3.5 comes back as it was, and --raw keeps all (B21)', async () => {
  const firsts = ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠', '\t=']
  const items = firsts.map((first, index) => ({
    text: `${first}1+1`,
    external_id: `${first}id${index}`,
    channel: `${first}c`,
    rating: -3.5,
  }))
  const own = await openBench()
  await stageSource(own, items)
  const lines = async (...words: string[]) => parseCsv((await own.run(['feedback', 'export', ...words])).stdout)
  const safe = await lines()
  expect(safe).toHaveLength(12)
  for (const row of safe) {
    for (const column of ['text', 'external_id', 'channel']) expect(row[column]).not.toMatch(/^[=+\-@\t\r\n＝＋－＠]/)
    expect(row.rating).toBe('-3.5')
  }
  const raw = await lines('--raw')
  const plain = raw.map(({ text, external_id, channel, rating }) => ({
    text,
    external_id,
    channel,
    rating: Number(rating),
  }))
  expect(plain).toEqual(items)
})

test.each(['csv', 'xlsx'] as const)(
  'an export as %s has the members that only this service has, which may be what ours are',
  async (format) => {
    const folder = scratchFolder()
    const item = (index: number) => ({
      ...{ item_id: `i${index}`, source_id: '1', text: `Text ${index}`, reference: `T-${index}` },
      sentiment: { label: 'neg' },
      ...(index === 200 && { mood: 'late' }),
    })
    const items = Array.from({ length: 201 }, (_, index) => item(index))
    const pagination = { limit: 201, next_cursor: null, has_more: false }
    const transport = scripted({ 'GET /feedback': () => ({ items, pagination }) })
    const args = ['feedback', 'export', '--to', `out.${format}`]
    const { code, stderr } = await runInpk(args, { transport, cwd: folder })
    expect(code).toBe(10)
    expect(stderr).toContain("can't tell which member of these items is")
    const path = join(folder, `out.${format}`)
    const book =
      format === 'csv'
        ? XLSX.read(readFileSync(path, 'utf8'), { type: 'string', raw: true })
        : XLSX.read(readFileSync(path))
    const rows: Record<string, string>[] = XLSX.utils.sheet_to_json(book.Sheets[book.SheetNames[0]!]!, { raw: true })
    expect(rows).toHaveLength(201)
    expect(rows[3]).toMatchObject({ item_id: 'i3', text: 'Text 3', reference: 'T-3', sentiment: '{"label":"neg"}' })
    if (format === 'csv') expect(stderr).toContain('later items also have mood, which this file has no column for')
    else expect(rows[200]).toMatchObject({ mood: 'late' })
  },
)

test('a column that each item has by name in a list is filled from there', async () => {
  const folder = scratchFolder()
  const items = [
    {
      item_id: '1',
      text: 'a',
      attributes: [
        { key: 'channel', value: 'web' },
        { key: 'rating', value: 4 },
        { key: 'language', value: 'de' },
        { key: 'language', value: 'en' },
        { key: 'team', value: 'x' },
      ],
    },
    { item_id: '2', text: 'b', channel: 'email', attributes: [{ key: 'channel', value: 'web' }] },
  ]
  const pagination = { limit: 200, next_cursor: null, has_more: false }
  const transport = scripted({ 'GET /feedback': () => ({ items, pagination }) })
  const { stderr } = await runInpk(['feedback', 'export', '--to', 'out.csv'], { transport, cwd: folder })
  const rows = parseCsv(readFileSync(join(folder, 'out.csv'), 'utf8'))
  expect(rows[0]).toMatchObject({ channel: 'web', rating: '4', language: '' })
  expect(rows[1]).toMatchObject({ channel: 'email', rating: '' })
  expect(stderr).toContain('language')
  expect(stderr).not.toContain('channel or')
})

test.each([
  [10, 'a member that is none of ours may be it', [{ buyer: { ref: 'C-1' } }, { buyer: { ref: 'C-2' } }]],
  [10, 'a member speaks of a customer', [{ who: { customer: 'C-1' } }]],
  [0, 'no other member has its form', [{ sentiment: 'pos' }, { score: 4 }]],
  [0, 'the items have no other member', [{}, {}]],
  [0, 'another item has it', [{ mood: 'good' }, { customer_id: 'C-2', mood: 'bad' }]],
])('exit code %i where a column stays empty, and %s', async (wanted, _why, items) => {
  const known = Object.fromEntries(EXPORT_COLUMNS.map((key) => [key, key === 'rating' ? 4 : '1']))
  const { customer_id: _, ...others } = known
  const pagination = { limit: 200, next_cursor: null, has_more: false }
  const rows = items.map((each, index) => ({ ...others, item_id: String(index), ...each }))
  const answer = () => ({ items: rows, pagination })
  const { code, stderr } = await runInpk(['feedback', 'export'], { transport: scripted({ 'GET /feedback': answer }) })
  expect([code, stderr.includes('customer_id')]).toEqual([wanted, !items.some((each) => 'customer_id' in each)])
})
