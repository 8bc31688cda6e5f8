import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/** `it.skip`, `.skipIf` and `.runIf` say nothing at the end of a run; neither does `context.skip()` without a reason. */
const SILENT = /\b(it|test|describe)\.skip\b|\.(skipIf|runIf)\(|\bskip\(\)/

it('every test that may be skipped says why: by skipWhere and skipWithout, or context.skip(reason)', () => {
  const tests = (readdirSync('test', { recursive: true }) as string[]).filter(
    (path) => /\.tsx?$/.test(path) && !path.startsWith('house/'),
  )
  expect(tests.filter((path) => SILENT.test(readFileSync(`test/${path}`, 'utf8')))).toEqual([])
})
