import { describe, expect, it } from 'vitest'
import { type Emulator, startEmulator } from '../../emulator/index.js'
import { LIMITS } from '../../src/contract/limits.js'
import { runInpk, type Surroundings } from '../cli/run-inpk.js'
import { scratchFolder, writeFile } from './scratch.js'
import { openBench } from './with-emulator.js'

/** Virtual time: a wait passes it at once, and does what became due meanwhile. */
function virtualTime() {
  let passedMs = 0
  let emulator: Emulator | undefined
  const now = () => Date.UTC(2026, 2, 2, 9) + passedMs
  const surroundings: Surroundings = {
    now,
    monotonic: () => passedMs,
    async sleep(waitMs) {
      passedMs += waitMs
      await emulator!.idle()
    },
    async startEmulator(options) {
      const processClock = { now, after: () => () => undefined, sleep: async () => undefined }
      emulator = await startEmulator({ ...options, processClock })
      return emulator
    },
  }
  return { waitedMs: () => passedMs, surroundings }
}

describe('demo', () => {
  it('goes the whole way with no key: two sources of one trade each, pushes, verified webhooks, analysis; it waits for the analysis alone', async () => {
    const { waitedMs, surroundings } = virtualTime()
    const environment = { ...surroundings, env: {}, transport: undefined as never }
    const { code, stdout, stderr } = await runInpk(['demo', '--json'], environment)
    expect(stderr).toBe('')
    expect(code).toBe(0)
    const { sources, webhooks, seconds } = JSON.parse(stdout)
    expect(sources.map((each: { push: { rows: number } }) => each.push.rows)).toEqual([416, 300])
    expect(webhooks.every((each: { verified: boolean }) => each.verified)).toBe(true)
    const ofEach = ['survey.created', 'survey.published', 'content.pushed', 'analysis.completed']
    expect(webhooks.map((each: { event: string }) => each.event).sort()).toEqual(
      ['series.created', ...ofEach, ...ofEach].sort(),
    )
    for (const { push, analysis } of sources) {
      expect(analysis.analysis_status).toBe('available')
      expect(analysis.item_count).toBe(push.inserted)
    }
    // It polls, so it may come late by as much as it waited last.
    expect(waitedMs()).toBeGreaterThanOrEqual(LIMITS.analysisQuietMs)
    expect(waitedMs()).toBeLessThan(1.5 * LIMITS.analysisQuietMs)
    expect(seconds).toBe(Math.round(waitedMs()) / 1_000)
  })

  it('ends with a push that works as typed, with a file of your own', async () => {
    const environment = { ...virtualTime().surroundings, env: {}, transport: undefined as never }
    const { stdout, stderr } = await runInpk(['demo'], environment)
    const line = /`inpk (push FILE\.csv [^`]+)`/.exec(`${stdout}${stderr}`)?.[1] ?? ''
    const cwd = scratchFolder()
    writeFile(cwd, 'FILE.csv', 'text,id\nhello,1\n')
    const bench = await openBench()
    const pushed = await bench.run(line.split(' '), { cwd, env: { INPK_CONFIG_DIR: cwd } })
    expect(pushed.code, `${line}: ${pushed.stderr}`).toBe(0)
  })

  it('--keep shows what the tour found before it waits for Ctrl-C, and not again afterwards (C14b)', async () => {
    let stop = (_: NodeJS.Signals) => {}
    let said = ''
    const write = async (text: string | Uint8Array) => {
      said += text
      if (said.includes('Dashboard:')) stop('SIGINT')
    }
    const { stdout } = await runInpk(['demo', '--keep'], {
      ...virtualTime().surroundings,
      env: {},
      transport: undefined as never,
      stderr: { isTerminal: false, columns: () => undefined, write },
      onSignal: (listener) => {
        stop = listener
        return () => {}
      },
    })
    expect(said.indexOf('Done in')).toBeGreaterThan(said.indexOf('negative'))
    expect(said.indexOf('Done in')).toBeLessThan(said.indexOf('It keeps running'))
    expect(stdout).toBe('')
  })
})
