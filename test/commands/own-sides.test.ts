import { expect, test } from 'vitest'
import type { runInpk, Surroundings } from '../cli/run-inpk.js'
import { openBench, stageSource } from './with-emulator.js'

async function show(members: object, around: Surroundings = {}): ReturnType<typeof runInpk> {
  const bench = await openBench()
  const { source } = await stageSource(bench)
  const answer = { analysis_status: 'available', analysis_id: '1', item_count: 10, themes: [], ...members }
  return bench.run(['analysis', 'show', source], {
    ...around,
    transport: async (request) =>
      request.url.includes('/analysis')
        ? { status: 200, headers: {}, body: Buffer.from(JSON.stringify(answer)) }
        : bench.emulator.handle(request),
  })
}

const shown = async (sentiment: object, around: Surroundings = {}) => (await show({ sentiment }, around)).stdout

const counts = (figures: Record<string, number>) =>
  Object.fromEntries(Object.entries(figures).map(([name, count]) => [name, { count }]))

test('a side that the sentiment of a service has besides ours is shown under its own word, and counts', async () => {
  const stdout = await shown(counts({ positive: 5, mixed: 3, neutral: 2, negative: 0 }))
  expect(stdout).toMatch(/^mixed +█+ +30% +3$/m)
  expect(stdout).toMatch(/^positive +█+ +50% +5$/m)
})

test('a total beside the sides is none, and halves no share', async () => {
  const stdout = await shown(counts({ total: 10, positive: 4, sarcastic: 1, neutral: 3, negative: 2 }))
  expect(stdout).toMatch(/^positive +█+ +40% +4$/m)
  expect(stdout).toMatch(/^sarcastic +█+ +10% +1$/m)
  expect(stdout).not.toMatch(/^total/m)
})

test('a side with as many items as ours is no total', async () => {
  const stdout = await shown(counts({ positive: 5, mixed: 5, neutral: 0, negative: 0 }))
  expect(stdout).toMatch(/^mixed +█+ +50% +5$/m)
})

const LONG = { somewhat_positive: 3, an_exceedingly_long_name_of_a_side: 2, positive: 3, neutral: 1, negative: 1 }

test.each([{}, { isTerminal: true, columns: 80 }, { isTerminal: true, columns: 40 }])(
  'longer names of sides leave the figures in one column: %j',
  async (around) => {
    const stdout = await shown(counts(LONG), { ...around, env: { NO_COLOR: '1' } })
    const rows = stdout.split('\n').filter((line) => /%/.test(line))
    expect(rows.length).toBe(5)
    expect([...new Set(rows.map((row) => row.indexOf('%')))]).toHaveLength(1)
    expect(Math.max(...rows.map((row) => row.length))).toBeLessThanOrEqual(around.columns ?? 80)
  },
)

test('shares that are computed are said to be', async () => {
  const note = 'shares computed from counts'
  expect(await shown(counts({ positive: 4, neutral: 4, negative: 2 }))).toContain(note)
  const figures = {
    positive: { count: 4, share: 0.4 },
    neutral: { count: 4, share: 0.4 },
    negative: { count: 2, share: 0.2 },
  }
  expect(await shown(figures)).not.toContain(note)
})

test('of an analysis without any side that can be read the rest is shown, and the exit code says that it is not all', async () => {
  const themes = [{ theme_id: 't', label: 'Pool', item_count: 4, share: 0.4, keywords: [] }]
  const sentiment = [{ label: 'pos', count: 5 }]
  const { code, stdout, stderr } = await show({ themes, sentiment })
  expect([code, stdout]).toEqual([10, expect.stringContaining('Pool')])
  expect(stderr).toContain('`sentiment` (it is a list, not an object)')
  expect((await show({ themes: 4, sentiment: counts({ positive: 5, neutral: 3, negative: 2 }) })).code).toBe(10)
  expect((await show({ themes, sentiment: counts({ positive: 5, neutral: 3, negative: 2 }) })).code).toBe(0)
})

test('a side of which only a number is known leaves the others no whole: no share is computed, and the exit code says so', async () => {
  const sentiment = { ...counts({ positive: 5, neutral: 3, negative: 2 }), very_positive: 4, total: 14 }
  const themes = [{ theme_id: 't', label: 'Pool', item_count: 4, share: 0.4, keywords: [] }]
  const { code, stdout, stderr } = await show({ sentiment, themes })
  expect(code).toBe(10)
  expect(stdout).not.toContain('shares computed')
  expect(stdout).toMatch(/^very_positive +- +-$/m)
  expect(stderr).toContain('`sentiment.very_positive`')
  expect(stderr).not.toContain('total')
  expect((await show({ sentiment: { ...sentiment, very_positive: null }, themes })).code).toBe(0)
})
