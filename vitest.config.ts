import { setFlagsFromString } from 'node:v8'
import { defineConfig } from 'vitest/config'
import { LastWords } from './test/last-words.ts'
import { LongestFirst } from './test/longest-first.ts'

// Nearly all that tests make is soon garbage; with less room for what is new, much of it is kept and has to be found again.
setFlagsFromString('--max-semi-space-size=64')

// Where the tests run must not matter to them: Ink draws nothing in CI. A test of CI says so in an environment of its own.
delete process.env.CI
delete process.env.CONTINUOUS_INTEGRATION

const LONGEST_MS = process.env.INPK_SOAK ? 2 * 3_600_000 : 60_000

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts', 'test/**/*.test.tsx'],
    globalSetup: ['test/build-once.ts', 'test/temporary-in-memory.ts'],
    setupFiles: ['test/each-file.ts'],
    reporters: ['default', new LastWords()],
    pool: 'threads',
    sequence: { sequencer: LongestFirst },
    // Each file on its own would load the sources and the packages anew, which took longer than most tests.
    isolate: false,
    maxWorkers: 2,
    // What hangs must end; a machine that is slow or busy must not fail for it, nor one that counts for an hour.
    testTimeout: LONGEST_MS,
    hookTimeout: LONGEST_MS,
    expect: { poll: { timeout: 30_000 } },
  },
})
