import { expect, test } from 'vitest'
import type { SeenExchange } from '../../../src/truth/learn/evidence/evidence.js'
import { openOperations, readOperations } from '../../../src/truth/learn/evidence/read-operations.js'
import { learn } from '../../../src/truth/learn/learn.js'
import { documentOf } from './document.js'
import { seen } from './seen.js'

const DOCUMENT = { root: documentOf([]), from: { from: 'openapi.json', kind: 'description' as const } }
const FROM = { from: 'probe', kind: 'probe' as const }

const me = () => seen('GET /api/input/me', { data: { key: { environment: 'test' } } })
const listed = (id: string) => seen('GET /api/v1/sources', { feedback_groups: [{ feedback_group_id: id }] })

test('when traffic goes on, an operation of which nothing more was seen is the very same, and another is read anew', () => {
  const exchanges: SeenExchange[] = [me(), listed('1')]
  const kept = openOperations()
  const read = () => readOperations({ documents: [DOCUMENT], traffic: [{ exchanges, from: FROM }] }, kept).wires
  const [ofKey, ofSources] = read()
  exchanges.push(listed('2'))
  const [sameKey, moreSources] = read()
  expect(sameKey).toBe(ofKey)
  expect([ofSources, moreSources].map((each) => each!.exchanges.length)).toEqual([1, 2])
})

test('learning again with what was kept says the same as learning it at once', () => {
  const exchanges = [me(), listed('1'), listed('2')]
  const kept = { slots: new Map(), operations: openOperations() }
  const learned = (all: readonly SeenExchange[]) =>
    learn({ documents: [], traffic: [{ exchanges: all, from: FROM }] }, kept).verdicts
  const growing = exchanges.slice(0, 1)
  learned(growing)
  for (const each of exchanges.slice(1)) {
    growing.push(each)
    learned(growing)
  }
  const atOnce = learn(
    { documents: [], traffic: [{ exchanges, from: FROM }] },
    { slots: new Map(), operations: openOperations() },
  ).verdicts
  expect(learned(growing)).toEqual(atOnce)
})
