import { describe, expect, it } from 'vitest'
import { summaryView } from '../../src/commands/push/summary-view.js'
import type { Progress, PushSummary } from '../../src/ingest/push/summary.js'
import { plainStyle } from '../../src/terminal/style.js'
import { displayWidth } from '../../src/terminal/width.js'
import { PushProgress } from '../../src/ui/ink-progress.js'
import { progressLine } from '../../src/ui/progress-line.js'
import { estimateTimeLeft } from '../../src/ui/time-left.js'
import { render } from './render.js'

const progress = (done: number, of: number, more: Partial<Progress> = {}): Progress => ({
  rowsRead: done,
  inserted: done,
  duplicates: 0,
  rejected: 0,
  batchesDone: done / 1_000,
  batchesInFlight: 0,
  earlier: { rows: 0, batches: 0 },
  requests: done / 1_000,
  rowsExpected: of,
  elapsedMs: done / 10,
  ...more,
})

/** A push of so many requests at 60 a minute, 0.1 s each, and its clock. */
function pushOf(requests: number) {
  const clock = { now: 0 }
  const timeLeft = estimateTimeLeft({ requests, requestsPerMinute: 60 }, () => clock.now)
  const at = (ms: number, done: number) => {
    clock.now = ms
    timeLeft.update(progress(done * 1_000, requests * 1_000, { elapsedMs: ms }))
    return Math.round(timeLeft.leftMs()! / 1_000)
  }
  return { clock, timeLeft, at }
}

describe('the time left of a push', () => {
  it('is that of the work alone where all fits into one window of the rate limit', () => {
    const { at } = pushOf(50)
    expect([at(1_000, 10), at(2_500, 25), at(4_900, 49)]).toEqual([4, 3, 0])
  })

  it('has the windows to come in it from the beginning', () => {
    const { at } = pushOf(150)
    expect(at(1_000, 10)).toBe(119)
  })

  it('is the wait while requests are held back, and counts down with it (B3)', () => {
    const { at, clock, timeLeft } = pushOf(68)
    at(6_000, 60)
    timeLeft.pause(34_000, true)
    expect([at(6_000, 60), at(20_000, 60), at(39_000, 60)]).toEqual([34, 20, 1])
    clock.now = 40_000
    expect(timeLeft.pauseMs()).toBe(0)
    // The pause is no work: eight requests at 0.1 s each, not at the 0.7 s they came to with it.
    expect(at(40_000, 60)).toBe(1)
  })

  it('is that of the work where the limit the key names is not enforced', () => {
    const { at } = pushOf(200)
    expect(at(10_000, 100)).toBe(10)
  })

  it('is not guessed from what an earlier attempt had sent (B4)', () => {
    const timeLeft = estimateTimeLeft({ requests: 60, requestsPerMinute: 60 }, () => 1_000)
    const earlier = { rows: 52_000, batches: 52 }
    timeLeft.update(progress(52_000, 60_000, { earlier, requests: 0 }))
    expect(timeLeft.leftMs()).toBeUndefined()
    timeLeft.update(progress(56_000, 60_000, { earlier, requests: 4, elapsedMs: 1_000 }))
    expect(timeLeft.leftMs()).toBeCloseTo(1_000)
  })
})

describe('the display of a push', () => {
  it('has the rate and the batches of this attempt after a resume (B4)', () => {
    const earlier = { rows: 52_000, batches: 52 }
    const line = progressLine(progress(56_000, 60_000, { earlier, elapsedMs: 2_000 }), 2_000)
    expect(line).toContain('56,000 rows, 2,000/s; 4 batches (52 sent earlier); ')
    expect(line).toMatch(/; 2\.0 s left$/)
  })

  it('says in how long a push resumes that waits for the rate limit, not how long it has waited (B3)', () => {
    const { clock, timeLeft, at } = pushOf(68)
    at(6_000, 60)
    timeLeft.pause(34_000, true)
    clock.now = 10_000
    const shown = {
      title: 'Pushing a.csv',
      timeLeft,
      progress: progress(60_000, 68_000),
      wait: { ms: 34_000, status: 200 },
    }
    const { lastFrame, rerender } = render(<PushProgress {...shown} />)
    expect(lastFrame()).toContain('Rate limit reached. Resuming in 30 s.')
    expect(lastFrame()).toContain('; 30 s left')
    clock.now = 41_000
    rerender(<PushProgress {...shown} />)
    expect(lastFrame()).not.toContain('Rate limit')
  })

  it('breaks no number from its word on a terminal of 80 columns', () => {
    const { timeLeft, at } = pushOf(90)
    at(1_700, 60)
    const shown = {
      title: 'Pushing a.csv',
      timeLeft,
      progress: progress(60_000, 90_000, { earlier: { rows: 1_000, batches: 1 }, elapsedMs: 1_700 }),
    }
    const { lastFrame } = render(<PushProgress {...shown} />)
    expect(lastFrame()?.split('\n').slice(2, 4)).toEqual([
      '67%; 60,000 rows, 34,706/s; 59 batches (1 sent earlier)',
      expect.stringMatching(/^60,000 inserted, 0 duplicates, 0 rejected; .* left$/),
    ])
  })

  it('counts a wait down before the first batch is done', () => {
    const { clock, timeLeft } = pushOf(68)
    timeLeft.pause(34_000, true)
    const shown = { title: 'Pushing a.csv', timeLeft, wait: { ms: 34_000, status: 429 } }
    clock.now = 10_000
    const { lastFrame, rerender } = render(<PushProgress {...shown} />)
    expect(lastFrame()).toBe('Pushing a.csv\nRate limit reached. Resuming in 24 s.')
    clock.now = 20_000
    rerender(<PushProgress {...shown} />)
    expect(lastFrame()).toContain('Resuming in 14 s.')
  })

  it('retries after no response, and resumes after the rate limit', () => {
    const { timeLeft } = pushOf(68)
    timeLeft.pause(7_500, false)
    const { lastFrame } = render(
      <PushProgress title="Pushing a.csv" timeLeft={timeLeft} wait={{ ms: 7_500, status: undefined }} />,
    )
    expect(lastFrame()).toBe('Pushing a.csv\nNo response. Retrying in 7.5 s.')
  })

  it('counts down how long it waits for the batches in flight once it was asked to stop', () => {
    const { clock, timeLeft, at } = pushOf(68)
    at(6_000, 60)
    const shown = { title: 'Pushing a.csv', timeLeft, progress: progress(60_000, 68_000) }
    const view = () => <PushProgress {...shown} stoppingMs={() => 11_000 - clock.now} />
    const { lastFrame, rerender } = render(view())
    expect(lastFrame()).toContain('Stopping: waiting up to 5 s for the batches in flight.')
    expect(lastFrame()).not.toContain(' left')
    clock.now = 9_000
    rerender(view())
    expect(lastFrame()).toContain('Stopping: waiting up to 2 s for')
  })
})

it.each([30, 40])('the summary of a push breaks between words at %i columns', (columns) => {
  const counts = { rows: 60_000, inserted: 59_997, duplicates: 3, rejected: 0, batches: 60, requests: 60 }
  const summary = { ...counts, earlier: { rows: 1_000, batches: 1 }, seconds: 5.2, aps_deducted: 1_234, warnings: [] }
  for (const already_finished of [false, true]) {
    const lines = summaryView({ ...summary, already_finished } as unknown as PushSummary, plainStyle(columns))
    for (const line of lines.flatMap((each) => each.split('\n')))
      expect(displayWidth(line)).toBeLessThanOrEqual(columns)
  }
})
