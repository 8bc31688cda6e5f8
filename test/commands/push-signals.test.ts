import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Transport } from '../../src/contract/wire.js'
import { createDraw } from '../draw.js'
import { scratchFolder, writeFile } from './scratch.js'
import { type Bench, openBench, stageSource } from './with-emulator.js'

const TIMES = process.env.INPK_SOAK ? 500 : 1
/** Sources of an emulator that lives in memory, before a new one is taken. */
const TIMES_A_BENCH = 25
const ROWS = 3_200

const CSV = `text\n${Array.from({ length: ROWS }, (_, row) => `row ${row % 9}`).join('\n')}\n`

describe.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
] as const)('%s at a random moment of a push', (signal, exitCode) => {
  it(`ends it with ${exitCode} and its place kept, ${TIMES} times; the same command does the rest, and each row is stored once (A20)`, async () => {
    const draw = createDraw(exitCode)
    let bench: Bench | undefined
    let stopped = 0
    for (let time = 0; time < TIMES; time += 1) {
      if (time % TIMES_A_BENCH === 0) {
        await bench?.emulator.close()
        // Its clock stands: what was pushed is not analysed, which nobody here looks at.
        bench = await openBench({ clock: { mode: 'frozen', now: Date.now() } })
        await stageSource(bench)
      }
      const { handle } = bench!.emulator
      const cwd = scratchFolder()
      writeFile(cwd, 'a.csv', CSV)
      const env = { INPK_CONFIG_DIR: join(cwd, 'config') }
      const title = `Source ${time}`
      const words = ['push', 'a.csv', '--group', 'Support', '--source', title, '--create']
      const argv = [...words, '--external-id', 'none', '--concurrency', String(1 + Math.floor(draw() * 3))]
      let stop: (name: NodeJS.Signals) => void = () => {}
      // Of the ten requests or so of such a push.
      let left = 1 + Math.floor(draw() * 9)
      const transport: Transport = async (request) => {
        const before = draw() < 0.5
        left -= 1
        if (left === 0 && before) stop(signal)
        const answer = await handle(request)
        if (left === 0 && !before) stop(signal)
        return answer
      }
      const onSignal = (listener: typeof stop) => {
        stop = listener
        return () => {}
      }
      const first = await bench!.run(argv, { cwd, env, transport, onSignal })
      expect([0, exitCode], first.stderr).toContain(first.code)
      stopped += first.code === exitCode ? 1 : 0
      const again = await bench!.run([...argv, '--json'], { cwd, env })
      expect([again.code, again.stderr]).toEqual([0, expect.any(String)])
      expect(JSON.parse(again.stdout)).toMatchObject({ state: 'finished', rows: ROWS, inserted: ROWS, duplicates: 0 })
      const sources = await bench!.json<{ survey_title: string; item_count: number }[]>(['sources', 'list'])
      expect(sources.find(({ survey_title }) => survey_title === title)).toMatchObject({ item_count: ROWS })
    }
    await bench?.emulator.close()
    expect(stopped).toBeGreaterThanOrEqual(TIMES / 2)
  }, 3_600_000)
})
