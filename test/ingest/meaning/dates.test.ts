import { describe, expect, it } from 'vitest'
import { type PushOptions, planPush, runPush } from '../../../src/ingest/index.js'
import { createMemoryDisk, portsOf, runOptions } from '../model/memory.js'
import { createService } from '../model/service.js'
import { meaningOf, sweep, table } from './case.js'

/** The dates that arrive, of a file with these in one column. */
async function datesOf(dates: readonly string[], header = 'created at', options: Partial<PushOptions> = {}) {
  const [service, disk] = [
    createService(),
    createMemoryDisk({ 'a.csv': table(['text', header], dates.length, (row) => [`t${row}`, dates[row]]) }),
  ]
  const plan = await planPush({ path: 'a.csv', ...options }, portsOf(disk))
  await runPush(plan, runOptions(disk, service))
  return { dates: service.stored.map(({ occurred_at }) => occurred_at), warnings: plan.check.warnings }
}

describe('dates as programs write them (E6)', () => {
  it.each([
    ['31-Jan-24', '2024-01-31'],
    ['31/Jan/24 2:05 PM', '2024-01-31T14:05:00.000Z'],
    ['31 Jan 2024, 14:05', '2024-01-31T14:05:00.000Z'],
    ['1706709909', '2024-01-31T14:05:09.000Z'],
    ['1706709909123', '2024-01-31T14:05:09.123Z'],
    ['1706709909.5', '2024-01-31T14:05:09.500Z'],
    ['45322', '2024-01-31'],
    ['45322.5868', '2024-01-31T14:05:00.000Z'],
    ['Wed Jan 31 14:05:09 +0000 2024', '2024-01-31T14:05:09.000Z'],
    ['Wed Jan 31 14:05:09 UTC 2024', '2024-01-31T14:05:09.000Z'],
    ['Wed Jan 31 14:05:09 2024', '2024-01-31T14:05:09.000Z'],
    ['Wed Jan 31 2024 14:05:09 GMT+0100 (Central European Standard Time)', '2024-01-31T13:05:09.000Z'],
    ['2024年1月31日', '2024-01-31'],
    ['2024年1月31日 14時05分', '2024-01-31T14:05:00.000Z'],
    ['2024년 1월 31일', '2024-01-31'],
    ['20240131140509', '2024-01-31T14:05:09.000Z'],
  ])('%s', async (text, time) => expect(await datesOf([text])).toEqual({ dates: [time], warnings: [] }))

  it.each(['rated_at', 'at', 'Completion time', 'Date/Time Opened', 'RecordedDate', 'Date Submitted', 'commented_at'])(
    'a column called %s is taken',
    async (header) => expect((await datesOf(['2024-01-31'], header)).dates).toEqual(['2024-01-31']),
  )

  it('years of two digits stand where they differ least, and nobody is left to guess', async () => {
    expect(await datesOf(['24-01-30', '24-01-31', '24-02-01'])).toEqual({
      dates: ['2024-01-30', '2024-01-31', '2024-02-01'],
      warnings: [],
    })
    expect((await datesOf(['30-01-24', '31-01-24', '01-02-24'])).dates).toEqual([
      '2024-01-30',
      '2024-01-31',
      '2024-02-01',
    ])
    expect((await datesOf(['97-01-30'])).dates).toEqual(['1997-01-30'])
    expect((await datesOf(['24-03-12'])).warnings.map(({ kind }) => kind)).toEqual(['ambiguous_dates'])
  })

  it('dates that can be read two ways are counted, with their rows (C9)', async () => {
    const { warnings } = await datesOf(['2024-01-01', '03/04/2024', '2024-01-02', '05/06/2024', '07/07/2024'])
    expect(warnings).toEqual([
      {
        kind: 'ambiguous_dates',
        count: 2,
        rows: [3, 5],
        about: 'day first, 03/04/2024 as 2024-04-03; to read it as 2024-03-04, use --dates mdy',
      },
    ])
    const [years] = (await datesOf(['24-03-12'])).warnings
    expect(years?.about).toBe('day first, 24-03-12 as 2012-03-24; to read it as 2024-03-12, use --dates ymd')
  })

  it('a column that should hold dates and holds none is named (B1)', async () => {
    const { warnings } = await datesOf(['not a date', '2026-13-45'])
    const values = [
      { row: 2, value: 'not a date' },
      { row: 3, value: '2026-13-45' },
    ]
    expect(warnings).toEqual([
      { kind: 'unread_dates', count: 1, rows: [], about: '"created at" (occurred_at)', values, all: true },
    ])
    expect(await meaningOf('text,stars\nnice,many\nbad,few\n')).toMatchObject({ warns: ['unread_member'] })
  })

  it('names a column of dates that cannot be read, under any header', async () => {
    const file = (dates: readonly string[], header = 'Stand') =>
      meaningOf(`text,${header}\n${dates.map((each, at) => `The room was cold ${at},"${each}"\n`).join('')}`)
    expect(await file(['12. Januar 2026', '1. Februar 2026'])).toMatchObject({ warns: ['other_dates'] })
    expect(await file(['12. tammikuuta 2026', '1. helmikuuta 2026'])).toMatchObject({ warns: ['unread_dates'] })
    expect(await file(['Room 12', '3'])).toMatchObject({ warns: [] })
  })

  it.each([
    ['2026-01-31T10:00:00Z', '2026-02-01T11:30:00Z'],
    ['2026-01-31 10:00', '2026-02-01 11:30'],
    ['31/01/2026', '01/02/2026'],
    ['Sat, 31 Jan 2026 10:00:00 GMT', 'Sun, 01 Feb 2026 11:30:00 GMT'],
    ['January 31, 2026 at 10:00 AM', 'February 1, 2026 at 11:30 AM'],
    ['Saturday, 31 January 2026', 'Sunday, 1 February 2026'],
  ])('dates under an unknown header are named as dates, and never pushed as the text: %s', async (...dates) => {
    const rows = (others: readonly string[]) => dates.map((each, at) => `"${each}",${others[at]}\n`).join('')
    const beside = await meaningOf(`When,Comment\n${rows(['The room was cold', 'The bed was hard'])}`)
    expect(beside).toMatchObject({ text: 'Comment', warns: [expect.stringMatching(/^(other|unread)_dates$/)] })
    await expect(meaningOf(`When,Where\n${rows(['1', '2'])}`)).rejects.toThrow('no column looks like feedback text')
  })

  sweep([
    [
      'counts are no dates',
      table(['text', 'Created'], 3, (row) => [`t${row}`, 12_000 + row]),
      { text: 'text', warns: ['unread_dates'] },
    ],
    ['notes are no ratings, and need no warning', 'note,data,comment\nsee below,seven,hello\n', { text: 'comment' }],
  ])
})
