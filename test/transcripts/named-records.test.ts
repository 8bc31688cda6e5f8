import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readSources } from '../house/sources.js'

const RECORDED = join(import.meta.dirname, 'recorded')
const NOUN =
  '(?:group|source|organisation|monitor|subscription|report subscription|member|key|connection|fault|profile|snapshot|change)'
const VERB =
  '(?:Created|Created and published|Another push has just created|Deleted|Removed|Saved|Restored|Imported|Reset|Seeded|Revoked|Added)'
/** A record by an identifier, with its name in brackets where it has one, or by its name alone, in quotes. */
const RECORD = new RegExp(
  `^${VERB} ${NOUN} (?:(?:\\d+|\\w*\\d\\w*|con_\\w+)(?: \\([^)]+\\))?|"[^"]+"(?: \\([^)]+\\))?)(?![\\w"])`,
)

test('what was done to a record is said in one form: `Created group 3 (Support).`, `Deleted snapshot "before".`', () => {
  const lines = readdirSync(RECORDED).flatMap((name) => readFileSync(join(RECORDED, name), 'utf8').split('\n'))
  const said = lines.filter((line) => new RegExp(`^${VERB} (?:the )?${NOUN} (?!of )`).test(line))
  expect(said.length).toBeGreaterThan(10)
  expect(said.filter((line) => !RECORD.test(line))).toEqual([])
  expect(said.filter((line) => !/[.]$|^Added fault/.test(line))).toEqual([])
})

test('and in the sources no message has an article before a record that it names', () => {
  const texts = readSources('src/commands', 'src/ingest').flatMap(({ path, text }) =>
    [...text.matchAll(new RegExp(`[\`'"](?:${VERB}) the ${NOUN} ?\\$?[\`'"{]`, 'g'))].map(
      ([found]) => `${path}: ${found}`,
    ),
  )
  expect(texts).toEqual([])
})
