import { analyseText } from '../../emulator/analysis/index.js'
import { HOSTILE } from '../rules/analysis/hostile.js'

const ROUNDS = 7
const FACTOR = 4
/** Below this, in milliseconds, nothing can be said. */
const LEAST_MS = 5
/** A quadratic step would take FACTOR * FACTOR times as long. */
const BOUND = 10

function measure(text: string): number {
  const times = Array.from({ length: ROUNDS }, () => {
    const startedAt = performance.now()
    analyseText({ text }, [])
    return performance.now() - startedAt
  })
  return Math.max(LEAST_MS, Math.min(...times))
}

process.stdout.write(`Hostile texts at ${FACTOR} times their length, times as long to analyse (bound ${BOUND}):\n`)
for (const [name, text] of HOSTILE) {
  measure(text)
  const ratio = measure(text.repeat(FACTOR)) / measure(text)
  process.stdout.write(`${name.padEnd(34)} ${ratio.toFixed(1)}${ratio > BOUND ? '  TOO LONG' : ''}\n`)
  if (ratio > BOUND) process.exitCode = 1
}
