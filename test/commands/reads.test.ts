import { describe, expect, it } from 'vitest'
import { runInpk, scripted } from '../cli/run-inpk.js'
import { type Json, otherService } from './other-service.js'
import { openBench, stageSource } from './with-emulator.js'

const TASK = { task_id: 't1', kind: 'bulk', created_at: '2026-03-01T00:00:00.000Z', completed_at: null }

describe('tasks', () => {
  it('show shows status and progress', async () => {
    const transport = scripted({ 'GET /content/push/bulk/t1': { ...TASK, status: 'processing', progress: 40 } })
    const { code, stdout } = await runInpk(['tasks', 'show', 't1'], { transport })
    expect(code).toBe(0)
    expect(stdout).toContain('processing, 40%')
  })

  it('wait asks until it is over', async () => {
    let asked = 0
    const transport = scripted({
      'GET /content/push/bulk/t1': () => {
        asked += 1
        return { ...TASK, status: asked < 4 ? 'processing' : 'completed', progress: asked * 25 }
      },
    })
    const { code, stdout } = await runInpk(['tasks', 'wait', 't1', '--jq', '.status'], { transport })
    expect([code, stdout, asked]).toEqual([0, 'completed\n', 4])
  })

  it('wait ends with 12 when the time is over, with the last answer', async () => {
    const transport = scripted({ 'GET /content/push/bulk/t1': { ...TASK, status: 'queued', progress: 0 } })
    const { code, stdout } = await runInpk(['tasks', 'wait', 't1', '--within', '5s', '--json'], { transport })
    expect(code).toBe(12)
    expect(JSON.parse(stdout).status).toBe('queued')
  })

  it.each([
    ['PUSH_FAILED', 6],
    ['APS_EXHAUSTED', 4],
    ['SOMETHING_NEW', 1],
  ])('wait for a task that failed by %s ends with %i', async (name, exitCode) => {
    const error = { code: name, message: 'nothing was accepted' }
    const transport = scripted({ 'GET /content/push/bulk/t1': { ...TASK, status: 'failed', progress: 100, error } })
    const { code, stdout } = await runInpk(['tasks', 'wait', 't1'], { transport })
    expect(code).toBe(exitCode)
    expect(stdout).toContain('nothing was accepted')
  })

  it('of an unknown id end with 5', async () => {
    const bench = await openBench()
    expect((await bench.run(['tasks', 'show', 'nope'])).code).toBe(5)
  })
})

describe('feedback list', () => {
  const items = Array.from({ length: 250 }, (_, index) => ({ text: `text ${index}`, external_id: `e${index}` }))

  it('fetches page after page, in order of arrival, in the words of the service', async () => {
    const bench = await openBench()
    const { source } = await stageSource(bench, items)
    const rows = await bench.json<{ external_id: string; source_id: string }[]>(['feedback', 'list'])
    expect(rows.map((row) => row.external_id)).toEqual(items.map((item) => item.external_id))
    expect(rows[0]!.source_id).toBe(source)
  })

  it('filters by source name, external id and time', async () => {
    const bench = await openBench()
    await stageSource(bench, [
      { text: 'old', external_id: 'a', occurred_at: '2025-01-01' },
      { text: 'new', external_id: 'b', occurred_at: '2026-01-01' },
    ])
    const list = (...argv: string[]) => bench.json(['feedback', 'list', ...argv])
    expect(await list('--source', 'Tickets', '--external-id', 'a')).toMatchObject([{ text: 'old' }])
    expect(await list('--since', '2025-06-01')).toMatchObject([{ text: 'new' }])
    expect(await list('--until', '2025-06-01')).toMatchObject([{ text: 'old' }])
  })

  it('asks by times with their zone: many services refuse a day alone', async () => {
    const asked: string[] = []
    const transport = scripted({
      'GET /feedback': (_: unknown, url: URL) => {
        asked.push(url.searchParams.get('occurred_since')!, url.searchParams.get('occurred_until')!)
        return { items: [], pagination: { limit: 50, has_more: false, next_cursor: null } }
      },
    })
    await runInpk(['feedback', 'list', '--since', '2025-06-01', '--until', '2025-06-02T12:00:00+02:00'], { transport })
    expect(asked).toEqual(['2025-06-01T00:00:00.000Z', '2025-06-02T10:00:00.000Z'])
  })

  it('checks times that are numbers, too, by their size', async () => {
    const item = (text: string, occurred_at: number) => ({ item_id: text, text, occurred_at })
    const items = [item('old', 1_700_000_000), item('seconds', 1_770_336_000), item('milliseconds', 1_770_336_000_000)]
    const transport = scripted({
      'GET /feedback': { items, pagination: { limit: 50, has_more: false, next_cursor: null } },
    })
    const { code, stdout } = await runInpk(['feedback', 'list', '--since', '2026-01-01', '--output', 'csv'], {
      transport,
    })
    expect([code, stdout]).toEqual([0, expect.stringMatching(/seconds.*2026-02-06[\s\S]*milliseconds.*2026-02-06/)])
    expect(stdout).not.toContain('old')
  })

  it('refuses a time that is none before it asks', async () => {
    expect((await runInpk(['feedback', 'list', '--since', 'yesterday'])).code).toBe(2)
  })
})

describe('analysis', () => {
  it('show says that there is none yet', async () => {
    const bench = await openBench()
    const { source } = await stageSource(bench)
    expect((await bench.run(['analysis', 'show', source])).stdout).toContain('Not analysed yet')
  })

  it('[ANA-1] wait waits for the pass after the last push, then shows sentiment and themes', async () => {
    const bench = await openBench({ clock: { mode: 'frozen', now: Date.UTC(2026, 2, 1) } })
    const { source } = await stageSource(bench, [
      { text: 'I love the friendly staff, great service' },
      { text: 'Terrible delivery, the parcel was late and broken' },
    ])
    expect((await bench.run(['analysis', 'wait', source, '--within', '1s'])).code).toBe(12)
    await bench.run(['emulator', 'clock', 'advance', '10s'])
    const { code, stdout } = await bench.run(['analysis', 'wait', 'Tickets'])
    expect(code).toBe(0)
    expect(stdout).toContain('2 items, analysed at')
    expect(stdout).toMatch(/positive +█+ +50%/)
    const analysis = await bench.json(['analysis', 'show', source])
    expect(analysis).toMatchObject({ analysis_status: 'available', source_id: source, item_count: 2 })
  })

  it.each(['/surveys/list', '/analysis'])(
    'wait warns where the last push may not be in it: no count of items in %s',
    async (path) => {
      const bench = await openBench({ clock: { mode: 'frozen', now: Date.UTC(2026, 2, 1) } })
      const { source } = await stageSource(bench, [{ text: 'I love the friendly staff' }])
      await bench.run(['emulator', 'clock', 'advance', '10s'])
      const without = (value: Json): Json =>
        JSON.parse(JSON.stringify(value, (key, inner) => (key === 'item_count' ? undefined : inner)))
      const transport = otherService(bench.emulator.handle, {
        answer: (payload, at) => (at.endsWith(path) ? without(payload) : payload),
      })
      const { code, stderr } = await bench.run(['analysis', 'wait', source, '--json'], { transport })
      expect([code, stderr]).toEqual([
        0,
        expect.stringContaining('not known whether the analysis includes the last push'),
      ])
    },
  )

  it('[ANA-11] of a tracked group it shows the latest periods, or one', async () => {
    const bench = await openBench({ clock: { mode: 'frozen', now: Date.UTC(2026, 2, 1) } })
    const { source, group } = await stageSource(bench, [
      { text: 'Terrible delivery, the parcel was late', occurred_at: '2025-01-10' },
      { text: 'Terrible delivery, the parcel was late', occurred_at: '2025-11-10' },
      { text: 'I love the friendly staff, great service', occurred_at: '2026-02-10' },
    ])
    await bench.run(['emulator', 'tracking', 'set', group, 'monthly'])
    await bench.run(['emulator', 'clock', 'advance', '10s'])
    const show = async (...rest: string[]) => (await bench.run(['analysis', 'show', source, ...rest])).stdout
    const shown = await show()
    expect(shown).toMatch(/PERIOD +ITEMS +SCORE\n2025-11 +1 +-0\.\d\d\n2026-02 +1 +0\.\d\d\n\n/)
    const { stderr } = await bench.run(['analysis', 'show', source])
    expect(stderr).toBe(
      `1 item is in earlier periods: \`inpk analysis show ${source} --periods 52\` goes further back.\n`,
    )
    expect((await bench.run(['analysis', 'show', source, '--periods', '24'])).stderr).toBe('')
    expect(await show('--periods', '24')).toMatch(/\n2025-01 +1 +-0/)
    expect(await show('--periods', '0')).not.toContain('PERIOD')
    expect(await show('--period', '2026-02')).toMatch(/^1 item of 2026-02, analysed at .* UTC\n/)
    expect(await show('--period', '2025-12')).toBe('Nothing analysed in 2025-12.\n')
    const wrong = await bench.run(['analysis', 'show', source, '--period', '2026-W08'])
    expect([wrong.code, wrong.stderr]).toEqual([6, expect.stringContaining('such as 2026-02')])
    const before = await bench.json(['emulator', 'logs', '--limit', '100'])
    await bench.json(['analysis', 'show', source])
    const asked = (await bench.json(['emulator', 'logs', '--limit', '100'])).length - before.length
    expect(asked).toBe(1)
  })
})
