import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { PushOptions, RunOptions, RunStart } from '../../../src/ingest/index.js'
import { createMemoryDisk, type MemoryDisk, push } from '../model/memory.js'
import { createService, type ServiceModel } from '../model/service.js'

/** The long runs take minutes. */
const SOAK_TIMEOUT_MS = 3_600_000
const RUNS = process.env.INPK_SOAK ? 3_000 : 50
const CASES = process.env.INPK_SOAK ? 100 : 8
const OPTIONS = { path: 'a.csv', batchItems: 10, externalId: 'none' } as const
const csv = (rows: readonly string[]) => `text,n\n${rows.map((text, index) => `${text},${index}\n`).join('')}`
const rowsOf = (count: number, from = 0) => Array.from({ length: count }, (_, index) => `text ${from + index}`)
const origin = (watched = false, id = '1') => ({ path: '/in/a.csv', id, watched })
const textsOf = ({ stored }: ServiceModel) => stored.map(({ text }) => text)

async function take(
  disk: MemoryDisk,
  service: ServiceModel,
  content: string,
  more: Partial<RunOptions> = {},
  options: Partial<PushOptions> = {},
) {
  disk.files.set('a.csv', Buffer.from(content))
  const starts: RunStart[] = []
  const result = await push(
    disk,
    service,
    { ...OPTIONS, ...options },
    {
      ...{ origin: origin(), onStart: (start) => starts.push(start), concurrency: 1 },
      ...more,
    },
  ).catch((error) => error)
  return { result, kind: starts[0]?.kind }
}

describe('a file whose rows carry no ids, pushed again after it has grown', () => {
  it('sends only what came after it, and counts the whole', async () => {
    const [disk, service] = [createMemoryDisk(), createService()]
    await take(disk, service, csv(rowsOf(25)))
    const { result, kind } = await take(disk, service, csv(rowsOf(40)))
    expect([kind, result]).toMatchObject([
      'grown',
      { rows: 40, inserted: 40, duplicates: 0, requests: 2, resumed: true },
    ])
    expect(textsOf(service)).toEqual(rowsOf(40))
    expect(await take(disk, service, csv(rowsOf(40)))).toMatchObject({ kind: 'finished', result: { requests: 0 } })
  })

  it('goes on where it stopped, also when it has grown in between, and again', async () => {
    let lose = true
    const disk = createMemoryDisk()
    const service = createService({
      after: (at) => {
        if (lose && at === 1) throw new Error('answer lost')
      },
    })
    expect((await take(disk, service, csv(rowsOf(35)))).result).toMatchObject({ name: 'PushStoppedError' })
    lose = false
    for (const count of [37, 38, 61]) await take(disk, service, csv(rowsOf(count)))
    expect(textsOf(service)).toEqual(rowsOf(61))
    expect(service.pushes[1]!.key).toBe(service.pushes[2]!.key)
  })

  it('is refused where its beginning has changed while it is watched, and nothing is sent', async () => {
    const [disk, service] = [createMemoryDisk(), createService()]
    await take(disk, service, csv(rowsOf(25)), { origin: origin(true) })
    const edited = csv(['another', ...rowsOf(30, 1)])
    expect((await take(disk, service, edited, { origin: origin(true) })).result).toMatchObject({
      ...{ name: 'RowsChangedError', rows: [2, 11] },
    })
    expect(textsOf(service)).toEqual(rowsOf(25))
    // A file that is shorter now is another one, too.
    expect((await take(disk, service, csv(rowsOf(24)), { origin: origin(true) })).result.name).toBe('RowsChangedError')
    const { result } = await take(disk, service, edited, { origin: origin(true), restart: true })
    expect(result).toMatchObject({ inserted: 31 })
  })

  it('that was pushed whole and has other content is a new run, and says so; one that was not is refused', async () => {
    const [disk, service] = [createMemoryDisk(), createService()]
    await take(disk, service, csv(rowsOf(20)))
    const again = await take(disk, service, csv(rowsOf(20, 500)))
    expect(again).toMatchObject({ kind: 'changed', result: { inserted: 20 } })
    let refuse = true
    const half = createService({
      before: (at) => {
        if (refuse && at === 1) throw new Error('gone')
      },
    })
    await take(disk, half, csv(rowsOf(30, 1_000)))
    refuse = false
    expect((await take(disk, half, csv(rowsOf(30, 2_000)))).result.name).toBe('RowsChangedError')
    expect(textsOf(half)).toEqual(rowsOf(10, 1_000))
  })

  it('that grew and whose later rows then changed is not gone on with from what it held before those', async () => {
    const edited = csv([...rowsOf(21), 'another', ...rowsOf(8, 22)])
    const [disk, service] = [createMemoryDisk(), createService()]
    for (const count of [20, 25]) await take(disk, service, csv(rowsOf(count)))
    expect(await take(disk, service, edited)).toMatchObject({ kind: 'changed', result: { inserted: 30 } })
    const [watching, watched] = [createMemoryDisk(), createService()]
    for (const count of [20, 25]) await take(watching, watched, csv(rowsOf(count)), { origin: origin(true) })
    expect((await take(watching, watched, edited, { origin: origin(true) })).result.name).toBe('RowsChangedError')
    expect(textsOf(watched)).toEqual(rowsOf(25))
  })

  it('whose last row was half written when it was taken is refused once that row is whole', async () => {
    const [disk, service] = [createMemoryDisk(), createService()]
    const whole = csv(rowsOf(12))
    for (const content of [csv(rowsOf(11)), whole.slice(0, -5)]) await take(disk, service, content)
    expect((await take(disk, service, whole)).result).toMatchObject({ name: 'RowsChangedError' })
    expect(service.stored).toHaveLength(12)
  })

  it('the same rows under another mapping are another run; grown, and read otherwise, they are refused', async () => {
    const [disk, service] = [createMemoryDisk(), createService()]
    const dated = (...dates: string[]) =>
      `text,occurred_at\n${dates.map((date, row) => `text ${row},${date}\n`).join('')}`
    await take(disk, service, dated('03/04/2025', '05/06/2025'))
    expect((await take(disk, service, dated('03/04/2025', '05/06/2025'), {}, { dates: 'dmy' })).result.rows).toBe(2)
    const other = createService()
    const fresh = createMemoryDisk()
    await take(fresh, other, dated('03/04/2025', '05/06/2025'), {}, { dates: 'mdy' })
    const grown = await take(fresh, other, dated('03/04/2025', '05/06/2025', '25/12/2025'), {}, { dates: 'dmy' })
    expect(grown.result.name).toBe('RowsChangedError')
    expect(other.stored).toHaveLength(2)
  })

  it('dates of rows sent before are judged as they were then, those of new rows now', async () => {
    const [disk, service] = [createMemoryDisk(), createService()]
    const hour = 3_600_000
    const at = (ms: number) => new Date(disk.now + ms).toISOString()
    const first = `text,occurred_at\ntoo far,${at(30 * hour)}\n`
    const later = `new,${at(70 * hour)}\n`
    await take(disk, service, first)
    disk.now += 50 * hour
    service.now += 50 * hour
    const { kind } = await take(disk, service, first + later)
    expect(kind).toBe('grown')
    expect(service.stored.map(({ text, occurred_at }) => [text, occurred_at !== undefined])).toEqual([
      ['too far', false],
      ['new', true],
    ])
  })

  it('another file at the place of one that was moved is a new one, whatever it begins with', async () => {
    const { writeMoved } = await import('../../../src/ingest/push/journal/sent-progress.js')
    const { journalOf } = await import('../model/memory.js')
    const [disk, service] = [createMemoryDisk(), createService()]
    await take(disk, service, csv(rowsOf(3)), { origin: origin(true) })
    await writeMoved(journalOf(disk), '/in/a.csv', '1')
    expect(await take(disk, service, csv(rowsOf(5)), { origin: origin(true, '2') })).toMatchObject({
      result: { inserted: 5 },
    })
    expect(service.stored).toHaveLength(8)
    await writeMoved(journalOf(disk), '/in/a.csv', '2')
    expect(await take(disk, service, csv(rowsOf(9)), { origin: origin(true, '2') })).toMatchObject({ kind: 'grown' })
    expect(service.stored).toHaveLength(12)
  })

  it('whose note is damaged is refused, and --restart begins anew', async () => {
    const [disk, service] = [createMemoryDisk(), createService()]
    await take(disk, service, csv(rowsOf(5)))
    const note = [...disk.journals.keys()].find((name) => name.startsWith('taken-'))!
    disk.journals.set(note, '{"runs":')
    expect((await take(disk, service, csv(rowsOf(6)))).result).toMatchObject({
      ...{ name: 'JournalError', message: 'the record of what was sent of this file is damaged' },
    })
    expect((await take(disk, service, csv(rowsOf(6)), { restart: true })).result).toMatchObject({ inserted: 6 })
    expect(await take(disk, service, csv(rowsOf(7)))).toMatchObject({ kind: 'grown' })
  })

  it(
    'grows and crashes at any point, any number of times, and each row is stored once',
    async () => {
      const step = fc.record({
        more: fc.array(fc.constantFrom('good', 'bad', '"two\nlines"', '', '"comma, too"'), { maxLength: 15 }),
        crashAt: fc.integer({ min: 1, max: 30 }),
        loses: fc.boolean(),
        watched: fc.boolean(),
      })
      await fc.assert(
        fc.asyncProperty(
          fc.array(step, { minLength: 1, maxLength: 6 }),
          fc.integer({ min: 1, max: 7 }),
          async (steps, batchItems) => {
            let left = Number.POSITIVE_INFINITY
            let loses = false
            const tick = () => {
              left -= 1
              if (left < 0) throw new Error('crash')
            }
            const service = createService({
              before: tick,
              after: () => {
                tick()
                if (loses && left % 3 === 0) throw new Error('lost')
              },
            })
            const disk = createMemoryDisk()
            disk.beforeWrite = tick
            const rows: string[] = []
            for (const { more, crashAt, ...how } of steps) {
              rows.push(...more)
              left = crashAt
              loses = how.loses
              await take(disk, service, csv(rows), { origin: origin(how.watched), concurrency: 3 }, { batchItems })
              disk.locked.clear()
            }
            left = Number.POSITIVE_INFINITY
            loses = false
            if (rows.length === 0) return
            const { result } = await take(disk, service, csv(rows), { concurrency: 3 }, { batchItems })
            const wanted = rows.filter((text) => text !== '').map((text) => text.replaceAll('"', ''))
            expect(textsOf(service).sort()).toEqual([...wanted].sort())
            expect(result).toMatchObject({
              state: 'finished',
              inserted: wanted.length,
              rejected: rows.length - wanted.length,
            })
          },
        ),
        { numRuns: RUNS },
      )
    },
    SOAK_TIMEOUT_MS,
  )
})

describe('a file that changed between a push that stopped and the next is always noticed (A7)', () => {
  const CHANGES: Record<string, (content: string, at: number) => string> = {
    'one byte is another': (content, at) => {
      const place = 7 + ((at * 37) % (content.length - 8))
      return content.slice(0, place) + (content[place] === 'x' ? 'y' : 'x') + content.slice(place + 1)
    },
    'rows are appended': (content, at) => content + csv(rowsOf(1 + at, 500)).slice('text,n\n'.length),
    'rows are in another order': (content, at) => {
      const [header, ...lines] = content.trim().split('\n')
      const place = at % (lines.length - 1)
      return `${[header, ...lines.slice(place + 1), ...lines.slice(0, place + 1)].join('\n')}\n`
    },
  }
  for (const externalId of ['none', 'content'] as const) {
    it.each(Object.keys(CHANGES))(`%s, ids ${externalId}, ${CASES} times`, async (change) => {
      for (let at = 0; at < CASES; at += 1) {
        let up = false
        const disk = createMemoryDisk()
        const service = createService({
          before: (push) => {
            if (!up && push === 2) throw new Error('gone')
          },
        })
        const before = csv(rowsOf(50))
        const after = CHANGES[change]!(before, at)
        await take(disk, service, before, {}, { externalId })
        expect(service.stored).toHaveLength(20)
        up = true
        const { kind, result } = await take(disk, service, after, {}, { externalId })
        const texts = textsOf(service)
        if (result.name === 'RowsChangedError') expect([externalId, texts.length]).toEqual(['none', 20])
        else expect(['changed', 'grown']).toContain(kind)
        // Without ids nothing is there twice; with them what is there already counts as a duplicate.
        if (externalId === 'none') expect(new Set(texts).size).toBe(texts.length)
        if (externalId === 'content') expect(result).toMatchObject({ state: 'finished' })
      }
    })
  }
})
