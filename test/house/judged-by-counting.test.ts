import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/** Measured in processes of their own, and only when asked for. */
const MEASURES = /^(bench|soak)\//

/** A machine that is busy makes these wrong, and files of tests share one process. */
const JUDGEMENTS: [what: string, pattern: RegExp][] = [
  ['the memory of the process', /memoryUsage\(\)\.rss/],
  ['the time that passed', /expect\([^\n]*(performance|Date)\.now\(\) - [^\n]*toBeLess\w*\((?![A-Z_]+\))/],
  ['the seconds a command took', /expect\([^\n]*seconds\)\.toBeLess/],
  ['a wait below ten seconds', /timeout: ?[1-9]_?\d{3}\b/],
]

/** Where a name has the time that passed: what is expected of it may only be less than a wait that it must not have. */
const PASSED = /\b(\w+) = (?:performance|Date)\.now\(\) - /g

function judgesByName(text: string): boolean {
  return [...text.matchAll(PASSED)].some(([, name]) =>
    new RegExp(`expect\\([^\\n]*\\b${name}\\)\\.toBeLess\\w*\\((?![A-Z_]+\\))`).test(text),
  )
}

it('no test judges by the clock of the wall or by the memory it shares with others (F7)', () => {
  const tests = (readdirSync('test', { recursive: true }) as string[]).filter(
    (path) => /\.tsx?$/.test(path) && !MEASURES.test(path) && !path.startsWith('house/'),
  )
  const found = tests.flatMap((path) => {
    const text = readFileSync(`test/${path}`, 'utf8')
    const faults = JUDGEMENTS.filter(([, pattern]) => pattern.test(text)).map(([what]) => what)
    if (judgesByName(text)) faults.push('the time that passed, by its name')
    return faults.map((what) => `${path}: ${what}`)
  })
  expect(found).toEqual([])
})
