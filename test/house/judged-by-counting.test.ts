import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/** Measured in processes of their own, and only when asked for. */
const MEASURES = /^(bench|soak)\//

/** A machine that is busy makes these wrong, and files of tests share one process. */
const JUDGEMENTS: [what: string, pattern: RegExp][] = [
  ['the memory of the process', /memoryUsage\(\)\.rss/],
  // What is measured beside it, at the same moment, is another matter.
  ['the time that passed', /expect\([^\n]*(performance|Date)\.now\(\) - [^\n]*toBeLess\w*\([\d_.]+\)/],
  ['the seconds a command took', /expect\([^\n]*seconds\)\.toBeLess/],
  ['a wait below ten seconds', /timeout: ?[1-9]_?\d{3}\b/],
]

it('no test judges by the clock of the wall or by the memory it shares with others (F7)', () => {
  const tests = (readdirSync('test', { recursive: true }) as string[]).filter(
    (path) => /\.tsx?$/.test(path) && !MEASURES.test(path) && !path.startsWith('house/'),
  )
  const found = tests.flatMap((path) => {
    const text = readFileSync(`test/${path}`, 'utf8')
    return JUDGEMENTS.flatMap(([what, pattern]) => (pattern.test(text) ? [`${path}: ${what}`] : []))
  })
  expect(found).toEqual([])
})
