import { describe, expect, it } from 'vitest'
import { planPush, runPush } from '../../src/ingest/index.js'
import { createDraw } from '../draw.js'
import { createMemoryDisk, portsOf, runOptions } from './model/memory.js'
import { createService } from './model/service.js'

const ROWS = 15_000

/** An export of posts that went through Excel: CRLF, quotes, line breaks and emoji in cells, ids cut to six digits, local dates. */
function postsThroughExcel(): { csv: string; texts: string[] } {
  const random = createDraw(2015)
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)]!
  const openings = ['@larkspoon', 'thanks', 'seriously,', 'hey @larkspoon', 'so']
  const middles = [
    'my parcel is late',
    'the lid is "cracked" again',
    'nobody answers the phone',
    'lovely service',
    'refund, please',
    '8 days; no news',
  ]
  const endings = [
    '',
    '!',
    ' 😡',
    ' 👍🏽',
    '\r\n\r\nsort it out',
    '\nplease',
    ' https://t.example/a?b=c,d',
    ' – “really”',
  ]
  const texts: string[] = []
  const lines = ['tweet_id,airline_sentiment,name,text,tweet_created,user_timezone']
  for (let row = 0; row < ROWS; row += 1) {
    const text =
      row % 500 === 499 ? '' : `${pick(openings)} ${pick(middles)}${pick(endings)}${row % 40 === 0 ? '' : ` #${row}`}`
    texts.push(text)
    const two = (value: number) => String(value).padStart(2, '0')
    const date = `${two(16 + Math.floor(random() * 9))}-02-2015 ${two(Math.floor(random() * 24))}:${two(Math.floor(random() * 60))}`
    const id =
      row % 10 === 0 ? `57030${600_000 + row}` : `5.70${two(Math.floor(random() * 31))}${Math.floor(random() * 9)}E+17`
    const cells = [
      id,
      pick(['negative', 'neutral', 'positive']),
      `user${row % 900}`,
      text,
      date,
      pick(['Eastern Time (US & Canada)', '']),
    ]
    lines.push(cells.map((cell) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(','))
  }
  return { csv: `${lines.join('\r\n')}\r\n`, texts }
}

describe('15,000 posts that went through Excel', () => {
  const { csv, texts } = postsThroughExcel()

  it('go in with one command; damaged ids are reported before the first request', async () => {
    const [service, disk] = [createService(), createMemoryDisk({ 'posts.csv': csv })]
    const plan = await planPush({ path: 'posts.csv' }, portsOf(disk))
    expect(service.pushes).toEqual([])
    expect(plan.check.warnings.find(({ kind }) => kind === 'damaged_ids')).toMatchObject({
      count: 13_500,
      rows: expect.arrayContaining([3, 4]),
    })
    expect(plan.mapping).toMatchObject({ dates: 'dmy', datesAmbiguous: false, texts: [{ header: 'text' }] })
    expect(plan.mapping.members.map(({ member, header }) => [member, header])).toEqual([
      ['external_id', 'tweet_id'],
      ['occurred_at', 'tweet_created'],
    ])
    expect(plan.check).toMatchObject({ complete: true, rows: ROWS, items: 14_970, rejected: 30, requests: 15 })

    const summary = await runPush(plan, runOptions(disk, service))
    expect(summary).toMatchObject({ rows: ROWS, inserted: 14_970, duplicates: 0, rejected: 30, batches: 15 })
    expect(summary.rows).toBe(summary.inserted + summary.duplicates + summary.rejected)
    expect(service.stored.map(({ text }) => text).sort()).toEqual(texts.filter(Boolean).sort())
    expect(
      service.stored.every(({ occurred_at }) => /^2015-02-(1[6-9]|2[0-4])T\d\d:\d\d:00\.000Z$/.test(occurred_at!)),
    ).toBe(true)
    expect(disk.rejects.get('posts.csv.rejects.csv')!.split('\n')[1]).toMatch(/^501,text must not be blank/)
  })

  it('with onInvalid stop are refused for their damaged ids', async () => {
    const [service, disk] = [createService(), createMemoryDisk({ 'posts.csv': csv.replaceAll(/,,(?=\d\d-)/g, ',x,') })]
    const plan = await planPush({ path: 'posts.csv', onInvalid: 'stop' }, portsOf(disk))
    await expect(runPush(plan, runOptions(disk, service))).rejects.toMatchObject({ name: 'InvalidRowsError', row: 3 })
    expect(service.pushes).toEqual([])
  })
})
