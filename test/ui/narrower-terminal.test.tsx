import { PassThrough } from 'node:stream'
import { stripVTControlCharacters } from 'node:util'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { displayWidth } from '../../src/terminal/width.js'
import { renderListening } from '../../src/ui/ink-listen.js'
import { renderProgress } from '../../src/ui/ink-progress.js'
import { renderSecretPrompt } from '../../src/ui/ink-secret-prompt.js'
import { renderWaiting } from '../../src/ui/ink-waiting.js'
import { estimateTimeLeft } from '../../src/ui/time-left.js'

const ABOVE = ['first', 'second', 'third', 'fourth', 'fifth']

interface Row {
  text: string
  /** Its line goes on in the row below, because the terminal is too narrow for it. */
  isBroken: boolean
}

/** A terminal with five lines on it. If it becomes narrower, it breaks its lines, or cuts them as xterm does. */
function terminalOf(columns: number, whenNarrower: 'breaks' | 'cuts' = 'breaks') {
  const stream = Object.assign(new PassThrough(), { isTTY: true, columns, rows: 24 })
  const written: string[] = []
  let rows: Row[] = [...ABOVE, ''].map((text) => ({ text, isBroken: false }))
  let at = rows.length - 1
  let width = columns
  const print = (text: string) => {
    for (const character of text) {
      if (rows[at]!.text.length === width) {
        rows[at]!.isBroken = true
        newLine()
      }
      rows[at]!.text += character
    }
  }
  const newLine = () => {
    at += 1
    rows[at] ??= { text: '', isBroken: false }
  }
  stream.on('data', (chunk) => {
    written.push(String(chunk))
    for (const [part] of String(chunk).matchAll(/\u001b\[[?\d;]*[a-zA-Z]|\n|[^\u001b\n]+/g)) {
      if (part === '\u001b[1A') at -= 1
      else if (part === '\u001b[2K') rows[at] = { text: '', isBroken: false }
      else if (part === '\n') newLine()
      else if (!part.startsWith('\u001b')) print(part)
    }
  })
  const breakLines = (below: Row[]) => {
    const whole: string[] = ['']
    for (const { text, isBroken } of below) {
      whole[whole.length - 1] += text
      if (!isBroken) whole.push('')
    }
    return whole.slice(0, -1).flatMap((text) => {
      const parts = text.match(new RegExp(`.{1,${width}}`, 'g')) ?? ['']
      return parts.map((part, index) => ({ text: part, isBroken: index < parts.length - 1 }))
    })
  }
  const resize = (to: number) => {
    width = to
    const fromBottom = rows.length - at
    rows = whenNarrower === 'cuts' ? rows.map((row) => ({ ...row, text: row.text.slice(0, to) })) : breakLines(rows)
    at = rows.length - fromBottom
  }
  /** To the program. */
  const tell = () => {
    stream.columns = width
    stream.emit('resize')
  }
  return {
    stream: stream as unknown as NodeJS.WriteStream,
    written,
    shown: () => rows.slice(0, at).map(({ text }) => text.trimEnd()),
    resize,
    tell,
    resizeAndTell(to: number) {
      written.length = 0
      resize(to)
      tell()
    },
  }
}

/** Ink draws at most 30 times a second, and after a resize once the size is settled. */
const isDrawn = () => vi.advanceTimersByTimeAsync(500)

/** What is ended after a resize waits as well. */
async function ended(work: Promise<unknown>): Promise<void> {
  await isDrawn()
  await work
}

function openProgress(stream: NodeJS.WriteStream) {
  const timeLeft = estimateTimeLeft({ requests: 50, requestsPerMinute: 60 }, () => 0)
  const display = renderProgress('Pushing a.csv', timeLeft, stream)
  const counts = { duplicates: 0, rejected: 0, batchesDone: 1, batchesInFlight: 0, earlier: { rows: 0, batches: 0 } }
  const draw = (done: number) =>
    display.update({ ...counts, rowsRead: done, inserted: done, requests: 1, rowsExpected: 50_000, elapsedMs: 1_000 })
  return { draw, close: () => display.close() }
}

function openWaiting(stream: NodeJS.WriteStream) {
  const display = renderWaiting(stream)
  const text = 'Task task_1 of a long name: processing, as it was before'
  return { draw: (done: number) => display.update({ text, share: done / 50_000 }), close: () => display.close() }
}

function openListening(stream: NodeJS.WriteStream) {
  const display = renderListening({ title: 'Listening on http://127.0.0.1:4700/ for deliveries' }, stream)
  return { draw: () => {}, close: () => display.close() }
}

function openPrompt(stream: NodeJS.WriteStream) {
  const input = Object.assign(new PassThrough(), { isTTY: true, setRawMode() {}, ref() {}, unref() {} })
  const prompt = { question: 'API key for http://127.0.0.1:4600:', width: 40, signal: new AbortController().signal }
  const ended = renderSecretPrompt(prompt, { input: input as unknown as NodeJS.ReadStream, output: stream })
  const draw = () => void input.write('abcdefgh')
  const close = () => {
    input.write('\r')
    return ended
  }
  return { draw, close }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('a display in a terminal that becomes narrower', () => {
  beforeEach(() => {
    for (const name of ['TMUX', 'XTERM_VERSION', 'STY']) vi.stubEnv(name, undefined)
  })
  afterEach(() => void vi.unstubAllEnvs())

  it.each([
    ['a push', openProgress, [/^Pushing/, /^█/]],
    ['a wait', openWaiting, [/ Task/, /^█/]],
    ['a listener', openListening, [/^Listening/, /^Nothing/]],
    ['a prompt', openPrompt, [/^API key/]],
  ])('leaves nothing of the wider one behind, and takes nothing above it along: %s', async (_, open, parts) => {
    const { stream, shown, resizeAndTell } = terminalOf(80)
    const display = open(stream)
    display.draw(20_000)
    await isDrawn()
    for (const columns of [45, 30, 18, 60, 25]) {
      resizeAndTell(columns)
      await isDrawn()
      expect(shown().slice(0, ABOVE.length)).toEqual(ABOVE)
      for (const part of parts) expect(shown().filter((line) => part.test(line))).toHaveLength(1)
    }
    await ended(display.close())
  })

  it('leaves nothing behind while the terminal is dragged, and says its size late as tmux does', async () => {
    const { stream, shown, resize, tell } = terminalOf(80)
    const display = openProgress(stream)
    display.draw(20_000)
    await isDrawn()
    for (let columns = 79; columns >= 20; columns -= 1) {
      resize(columns)
      await vi.advanceTimersByTimeAsync(100)
      if (columns % 2 === 0) tell()
      display.draw(20_000 + columns)
    }
    tell()
    await isDrawn()
    expect(shown().slice(0, ABOVE.length)).toEqual(ABOVE)
    expect(shown().filter((line) => /^Pushing|^█/.test(line))).toHaveLength(2)
    await ended(display.close())
    expect(shown()).toEqual(ABOVE)
  })

  it('takes nothing above it along where the terminal cuts its lines', async () => {
    vi.stubEnv('XTERM_VERSION', 'XTerm(390)')
    const { stream, shown, resizeAndTell } = terminalOf(80, 'cuts')
    const display = openProgress(stream)
    display.draw(20_000)
    await isDrawn()
    resizeAndTell(30)
    await isDrawn()
    expect(shown().slice(0, ABOVE.length)).toEqual(ABOVE)
    await ended(display.close())
    expect(shown()).toEqual(ABOVE)
  })

  it.each([20, 30, 40, 60, 80, 200])('never draws a line wider than it: at %i columns, then at 18', async (columns) => {
    for (const open of [openProgress, openWaiting]) {
      const { stream, written, resizeAndTell } = terminalOf(columns)
      const display = open(stream)
      display.draw(10_000)
      await isDrawn()
      expect(written.join('')).toContain('█')
      expect(widest(written)).toBeLessThanOrEqual(columns)
      resizeAndTell(18)
      display.draw(20_000)
      await isDrawn()
      expect(written.join('')).toContain('█')
      expect(widest(written)).toBeLessThanOrEqual(18)
      await ended(display.close())
      expect(stream.listenerCount('resize')).toBe(0)
    }
  })
})

it('the display of a push ends without a trace, and takes nothing above it along', async () => {
  const { stream, written, shown } = terminalOf(80)
  const display = openProgress(stream)
  for (const done of [10_000, 20_000, 50_000]) display.draw(done)
  await ended(display.close())
  expect(written.join('')).toContain('Pushing a.csv')
  expect(shown()).toEqual(ABOVE)
})

/** The widest line of what was drawn, without the commands to the terminal. */
function widest(written: readonly string[]): number {
  const lines = stripVTControlCharacters(written.join('')).split('\n')
  return Math.max(...lines.map(displayWidth))
}
