import { describe, expect, it } from 'vitest'
import { type PushOptions, planPush } from '../../src/ingest/index.js'
import { createMemoryDisk, portsOf } from './model/memory.js'

const planOf = (text: string, options: Partial<PushOptions> = {}) => {
  const path = options.path ?? 'a.csv'
  return planPush({ path, ...options }, portsOf(createMemoryDisk({ [path]: text })))
}
const warningsOf = async (text: string, options: Partial<PushOptions> = {}) =>
  (await planOf(text, options)).check.warnings.map(({ kind, rows, about }) => ({ kind, rows, about }))

describe('a delimiter that separates nothing is refused, for each line would be pushed as one text', () => {
  const rows = 'Feedback,Date\nGood and fine,2026-01-02\n"Bad, slow",2026-01-03\n'

  it.each([
    [rows, { delimiter: ';' }, 'the delimiter ";" separates no columns: the headers look separated by ","'],
    [rows, { path: 'a.tsv' }, 'the delimiter tab separates no columns: the headers look separated by ","'],
    [
      rows.replaceAll(',', '\t'),
      { delimiter: ',' },
      'the delimiter "," separates no columns: the headers look separated by tab',
    ],
    [
      'Feedback;Date\nGood;2026-01-02\nBad, slow;2026-01-03\nOK;2026-01-03\n',
      { delimiter: ',' },
      'the delimiter "," separates no columns: the headers look separated by ";"',
    ],
  ])('%j %o', async (text, options, message) => {
    await expect(planOf(text, options)).rejects.toMatchObject({ code: 'WRONG_USAGE', message })
  })

  it.each([
    ['Feedback\nGood, and fine\nBad, slow\n', { delimiter: ';' }],
    ['What did you like, and why?\nThe food\nThe staff, of course\n', { delimiter: ';' }],
    ['"Comment, please"\n"Good, really"\n"Bad, slow"\n', { delimiter: ';' }],
    ['"Comment, please"\n"Good, really"\n"Bad, slow"\n', { path: 'a.tsv' }],
    ['Comment, please\nGood\n', { delimiter: ';' }],
    [rows, { delimiter: ',' }],
    ['Comment, please\nGood, really\nBad, slow\n', { delimiter: ';', map: ['text=Comment, please'] }],
    ['Comment, please\nGood, really\nBad, slow\n', { delimiter: ';', fields: ['Comment, please=1'] }],
  ])('one column of texts with commas is not one: %j %o', async (text, options) => {
    expect((await planOf(text, options)).check.rejected).toBe(0)
  })
})

describe('an id column that holds texts is a warning', () => {
  const rows = 'text,who,why\nGood,The food was very good,a b\nBad,The queue was too long,c d\n'

  it.each([['external_id'], ['customer_id']])('as %s', async (member) => {
    expect(await warningsOf(rows, { map: ['text=text', `${member}=who`] })).toContainEqual({
      kind: 'text_ids',
      rows: [],
      about: `"who" (${member})`,
    })
  })

  it('ids of a few words are none', async () => {
    expect(await warningsOf(rows, { map: ['text=text', 'external_id=why'] })).not.toContainEqual(
      expect.objectContaining({ kind: 'text_ids' }),
    )
  })
})

it('a date before 1980 is a warning with its row, however it is written', async () => {
  const dates = ['1026-01-03', '2026-01-03', '03/01/1926', '1970-01-01T00:00:00Z', '1980-01-01']
  const warnings = await warningsOf(`text,occurred_at\n${dates.map((date) => `fine,${date}`).join('\n')}\n`)
  expect(warnings).toContainEqual({ kind: 'unlikely_dates', rows: [2, 4, 5], about: undefined })
})

describe('a repeated id is counted as the service counts it', () => {
  it('where the row that had it first is pushed', async () => {
    const { check } = await planOf('id,text\n1,\n1,good\n1,good\n2,fine\n2,\n')
    expect(check).toMatchObject({ rows: 5, items: 3, rejected: 2, repeated: 1 })
    expect(check.warnings).toContainEqual({ kind: 'duplicate_ids', count: 1, rows: [4] })
  })

  it('in each field', async () => {
    const fields = ['Good=1', 'Bad=2']
    const { check } = await planOf('id,Good,Bad\n1,food,\n1,,queue\n2,staff,price\n2,staff,\n', { fields })
    expect(check).toMatchObject({ rows: 4, items: 5, repeated: 1 })
    expect(check.warnings).toContainEqual({ kind: 'duplicate_ids', count: 1, rows: [5] })
  })

  it('among the rows that are pushed', async () => {
    const { check } = await planOf('id,text\n1,a\n1,b\n', { shard: { index: 2, count: 2 } })
    expect(check).toMatchObject({ rows: 1, repeated: 0 })
  })
})
