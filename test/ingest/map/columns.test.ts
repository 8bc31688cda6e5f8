import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { PushOptions } from '../../../src/ingest/index.js'
import { planPush } from '../../../src/ingest/index.js'
import { createMemoryDisk, portsOf } from '../model/memory.js'
import { inline, workbook } from '../model/workbook.js'

const planOf = (csv: string | Uint8Array, options: Partial<PushOptions> = {}) =>
  planPush({ path: 'a.csv', ...options }, portsOf(createMemoryDisk({ [options.path ?? 'a.csv']: csv })))
const chosen = async (csv: string | Uint8Array, options: Partial<PushOptions> = {}) => {
  const { mapping } = await planOf(csv, options)
  return Object.fromEntries([
    ...mapping.texts.map(({ header, chosenBy }) => ['text', `${header} (${chosenBy})`]),
    ...mapping.members.map(({ member, header, chosenBy }) => [member, `${header} (${chosenBy})`]),
  ])
}

describe('columns', () => {
  const cases: [string, Record<string, string>][] = [
    ['text,external_id\nx,1\n', { text: 'text (name)', external_id: 'external_id (name)' }],
    [
      'ID,Review Text,Star Rating\n1,good,5\n',
      { text: 'Review Text (synonym)', external_id: 'ID (synonym)', rating: 'Star Rating (synonym)' },
    ],
    [
      'Kommentar;Sterne;Datum\ngut;5;24.2.2015\n',
      { text: 'Kommentar (synonym)', rating: 'Sterne (synonym)', occurred_at: 'Datum (synonym)' },
    ],
    [
      'avis,Langue,date_de_création\nbon,fr,2015-02-24\n',
      { text: 'avis (synonym)', language: 'Langue (synonym)', occurred_at: 'date_de_création (synonym)' },
    ],
    ['評価,コメント\n5,とても良い\n', { rating: '評価 (synonym)', text: 'コメント (synonym)' }],
    [
      'createdAt,customerId,body\n2015-02-24,c1,hello\n',
      { occurred_at: 'createdAt (synonym)', customer_id: 'customerId (synonym)', text: 'body (synonym)' },
    ],
    ['a,b,c\nx,"a long sentence, with words",1\n', { text: 'b (content)' }],
    [
      'tweet_created,full_text\n24-02-2015 11:35,hello\n',
      { occurred_at: 'tweet_created (synonym)', text: 'full_text (synonym)' },
    ],
    ['Bewertungs-ID,Kommentar\n7,gut\n', { external_id: 'Bewertungs-ID (synonym)', text: 'Kommentar (synonym)' }],
    ['csat_score,comment\n4,hello\n', { rating: 'csat_score (synonym)', text: 'comment (synonym)' }],
    // A header alone does not make a member of it: the cells make no sense as one.
    ['note,data,comment\nsee below,seven,hello\n', { text: 'comment (synonym)' }],
    ['Response time,comment\n12,hello\n', { text: 'comment (synonym)' }],
    ['email,text\na@b.example,hello\n', { text: 'text (name)' }],
    ['rejected_row,rejected_reason,text\n1,why not\n,hello\n', { text: 'text (name)' }],
  ]
  it.each(cases)('of %j', async (csv, expected) => expect(await chosen(csv)).toEqual(expected))

  it('of dates: a zone in the header is theirs, --tz is stronger, and one that cannot be told is refused', async () => {
    const csv = (zone: string) => `Message,Created at (${zone})\nhello there,2026-07-05 09:30:00\n`
    expect((await planOf(csv('America/New_York'))).mapping.timeZone).toBe('America/New_York')
    expect((await planOf(csv('GMT'))).mapping.timeZone).toBe('UTC')
    expect((await planOf(csv('CST'), { timeZone: 'Asia/Shanghai' })).mapping.timeZone).toBe('Asia/Shanghai')
    await expect(planOf(csv('CST'))).rejects.toThrow('the time zone of "Created at (CST)" is unclear (CST)')
  })

  it('a title above the headers is refused, and data in place of headers is told', async () => {
    await expect(planOf('Export of reviews 2026\n\nid,comment\n1,nice\n2,bad\n')).rejects.toThrow(
      "it can't be the headers",
    )
    for (const csv of ['Report 2025,\n,\nid,text\n1,nice\n', 'Reviews,,\nid,text,x\n1,nice,\n'])
      await expect(planOf(csv)).rejects.toThrow("it can't be the headers")
    for (const csv of [',verdict\n0,so nice\n1,so bad\n', 'text,\nnice,x\nbad,y\n', 'verdict,\nso nice,\nso bad,\n'])
      expect((await planOf(csv)).check.rows).toBe(2)
    const { check } = await planOf('1,This was great,5\n2,This was bad,1\n')
    expect(check.warnings.map(({ kind }) => kind)).toEqual(['data_as_headers'])
    expect((await planOf('id,comment\n1,nice\n')).check.warnings).toEqual([])
  })

  it('a title above the headers: where the columns can be named by their place instead, that is told', async () => {
    const csv = 'Reviews,,\nid,text,x\n1,nice,\n'
    await expect(planOf(csv)).rejects.toMatchObject({ hint: expect.stringContaining('--map text=#2') })
    expect((await planOf(csv, { map: ['text=#2'] })).mapping.texts[0]).toMatchObject({ index: 1 })
    const narrow = planOf('Export of reviews 2026\n\nid,comment\n1,nice\n2,bad\n')
    await expect(narrow).rejects.toMatchObject({ hint: expect.not.stringContaining('--map') })
  })

  it('of JSON items are found by their synonyms too, where no item names the member itself', async () => {
    const lines = '{"id":"t-1","comment":"so nice","stars":5}\n{"id":"t-2","comment":"so bad","stars":1}\n'
    expect(await chosen(lines, { path: 'a.ndjson' })).toMatchObject({
      text: 'comment (synonym)',
      external_id: 'id (synonym)',
      rating: 'stars (synonym)',
    })
    const both = '{"id":"t-1","text":"so nice","external_id":"x-1"}\n'
    expect(await chosen(both, { path: 'a.ndjson' })).toMatchObject({ external_id: 'external_id (name)' })
  })

  it('of a workbook: a title above the headers is refused too', async () => {
    const line = (...texts: string[]) => `<row>${texts.map(inline).join('')}</row>`
    const rows = line('Report 2025') + line('id', 'text') + line('1', 'so nice') + line('2')
    const path = 'a.xlsx'
    await expect(planOf(workbook({ sheets: { S: rows } }), { path })).rejects.toThrow("it can't be the headers")
    const merged = line('Report', '') + rows.slice(rows.indexOf('</row>') + 6)
    await expect(planOf(workbook({ sheets: { S: merged } }), { path })).rejects.toThrow("it can't be the headers")
  })

  it('that are asked for come first, by header, by a header that compares equal, or by number', async () => {
    const csv = 'id,text,other text,id\n1,a,b,2\n'
    expect(await chosen(csv, { map: ['text=Other-Text', 'external_id=#4'] })).toEqual({
      text: 'other text (option)',
      external_id: 'id (option)',
    })
    expect((await planOf(csv, { map: ['external_id=#4'] })).mapping.members[0]!.index).toBe(3)
  })

  it.each([
    [['text=Nope'], 'no column named "Nope"'],
    [['title=text'], 'unknown member "title"'],
    [['text'], 'expected member=Column, got "text"'],
    [['text=#9'], 'no column named "#9"'],
  ])('%j are refused, the columns of the file named', async (map, message) => {
    const error = await planOf('id,text\n1,a\n', { map }).catch((caught) => caught)
    expect(error).toMatchObject({ name: 'MappingError', columns: ['id', 'text'] })
    expect(error.message).toContain(message)
  })

  it('without a text among them are refused with the way out', async () => {
    await expect(planOf('a,b\n1,2\n')).rejects.toMatchObject({ hint: 'name the right one with --map text=Column' })
  })

  it('by its very name a column comes before any other, be it empty; a member that no item names does not', async () => {
    expect(await chosen('id,text,occurred_at,created_at\n1,Warm pool,,2026-01-05\n')).toMatchObject({
      occurred_at: 'occurred_at (name)',
    })
    const item = { id: '1', text: 'Warm pool', created_at: '2026-01-05' }
    expect(await chosen(`${JSON.stringify(item)}\n`, { path: 'a.ndjson' })).toMatchObject({
      occurred_at: 'created_at (synonym)',
    })
  })

  it('of the fixtures are found without options', async () => {
    const of = (path: string) => chosen(readFileSync(new URL(`../../../fixtures/${path}`, import.meta.url)), { path })
    expect(await of('support-tickets.csv')).toMatchObject({
      text: 'Description (synonym)',
      external_id: 'Id (synonym)',
      occurred_at: 'Created at (synonym)',
    })
    expect(await of('app-reviews.csv')).toMatchObject({
      text: 'Review (synonym)',
      external_id: 'Review Id (synonym)',
      rating: 'Star Rating (synonym)',
    })
    expect(await of('chat-log.ndjson')).toMatchObject({
      text: 'text (name)',
      external_id: 'external_id (name)',
      customer_id: 'customer_id (name)',
    })
    expect(await of('customer-survey.xlsx')).toMatchObject({
      external_id: 'Respondent ID (synonym)',
      occurred_at: 'Submitted (synonym)',
    })
  })
})
