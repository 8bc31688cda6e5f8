import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

/** What goes wrong for a push (A), and for the files it reads (B): so many lines each. */
const LINES = { A: 25, B: 21 }
/** Flat memory over millions of rows is measured, not tested: `npm run bench -- push large`. */
const MEASURED = new Set(['B20'])
const IDS = Object.entries(LINES).flatMap(([part, count]) =>
  Array.from({ length: count }, (_, index) => `${part}${index + 1}`),
)

function testFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.test\.tsx?$/.test(name))
    .map((name) => join(folder, name))
}

it('every threat to a push and to its input is named in the title of a test', () => {
  const named = new Set(
    testFiles(join(import.meta.dirname, '..')).flatMap((path) =>
      readFileSync(path, 'utf8')
        .split('\n')
        .filter((line) => /['`]/.test(line))
        .flatMap((line) =>
          [...line.matchAll(/[([](?:threats )?((?:[A-Z]+-?\d+(?:, )?)+)/g)].flatMap(([, ids]) => ids!.split(', ')),
        ),
    ),
  )
  expect(IDS.filter((id) => !named.has(id) && !MEASURED.has(id))).toEqual([])
})
