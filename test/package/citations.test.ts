import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const DIST = resolve(import.meta.dirname, '../../dist')
const MODULES = readdirSync(DIST).filter((name) => name.endsWith('.d.ts'))

/** What has the form of the id of a rule and is none. */
const NO_RULES = /\b(CRC-32|UTF-8|SHA-256|ISO-8601|ISO 8601)\b/g
const CITATION = /\b(interface|contract|control|cli|threats)\.md\b|\b[A-Z]{2,4}-\d+\b|\((interface|threats) /

test.each(MODULES)('%s cites no document that is not in the package', (name) => {
  const comments = readFileSync(join(DIST, name), 'utf8').match(/\/\*\*.*?\*\//gs) ?? []
  expect(comments.length).toBeGreaterThan(1)
  expect(comments.filter((comment) => CITATION.test(comment.replaceAll(NO_RULES, '')))).toEqual([])
})
