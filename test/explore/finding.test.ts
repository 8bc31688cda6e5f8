import { expect, it } from 'vitest'
import { type Exploration, explorationJUnit, type Finding, titleOf } from '../../src/explore/finding.js'
import { disturbance } from './runs.js'

const FINDING: Finding = {
  breach: 'stored-twice',
  cause: 'retries-without-key',
  disturbances: [disturbance()],
  story: ['The client sent the 1st pushContent.'],
  rules: [],
  also: [],
  output: [],
  file: '1.json',
  replay: 'inpk emulator exec --replay 1.json',
}

const EXPLORATION: Exploration = {
  verdict: 'failed',
  recorded: [],
  concurrency: 1,
  runs: 9,
  tried: 3,
  cells: 3,
  pairs: 0,
  missed: 0,
  unsteady: [],
  unrepeated: [],
  findings: [FINDING],
  seed: 1,
  seconds: 9,
}

it('names what was done, in order; nothing done is undisturbed', () => {
  const later = disturbance({ kind: 'limited', nth: 1 })
  expect(titleOf([disturbance(), later])).toBe('response lost at the 1st pushContent, then 429 at the 2nd pushContent')
  expect(titleOf([])).toBe('undisturbed')
})

it('in JUnit all that failed for the cause of a finding fails; its story is told once', () => {
  const cell = (kind: 'response-lost' | 'truncated' | 'limited', cause?: Finding['cause']) => ({
    disturbances: [disturbance({ kind })],
    ms: 5,
    cause,
  })
  const tried = [
    cell('response-lost', 'retries-without-key'),
    cell('truncated', 'retries-without-key'),
    // This one did not repeat.
    cell('limited', 'ignores-retry-after'),
  ]
  const xml = explorationJUnit(EXPLORATION, tried)
  expect(xml.match(/<failure /g)).toHaveLength(2)
  expect(xml.match(/Replay: inpk emulator exec --replay 1\.json/g)).toHaveLength(1)
  expect(xml).toContain('name="429 at the 1st pushContent"')
})
