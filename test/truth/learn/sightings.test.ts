import { expect, test } from 'vitest'
import type { SeenExchange } from '../../../src/truth/learn/evidence/evidence.js'
import { learn } from '../../../src/truth/learn/learn.js'
import { documentOf, listOf, object, TEXT, TIME } from './document.js'
import { seen } from './seen.js'

const ITEM = { item_id: '9', source_id: '4', text: 'The garden is quiet' }

const session: SeenExchange[] = [
  {
    ...seen('GET /api/input/feedback', { items: [{ ...ITEM, pushed_at: '2026-03-01T10:00:00.000Z' }] }),
    seenOn: '2026-03-01',
  },
  {
    ...seen('GET /api/input/feedback', { items: [{ ...ITEM, pushed_at: '2026-03-02T10:00:00.000Z' }] }),
    seenOn: '2026-03-02',
  },
  { ...seen('GET /api/input/feedback', { items: [] }), seenOn: '2026-03-03' },
  { ...seen('GET /api/input/me', { key: {} }), seenOn: '2026-03-04' },
]
const traffic = [{ exchanges: session, from: { from: 'session.har', kind: 'traffic' as const } }]

const fromOf = (evidence: Parameters<typeof learn>[0], id: string) =>
  learn(evidence).verdicts.find((each) => each.id === id)!.from

test('a fact says how often it was seen, and when last: not how long the file is', () => {
  const from = fromOf({ documents: [], traffic }, 'result:listFeedback')
  expect(from).toEqual([{ from: 'session.har', kind: 'traffic', times: 2, at: '2026-03-02' }])
})

test('each source counts what it shows; one that shows nothing of the fact is none of its sources', () => {
  const answer = object({ items: listOf(object({ item_id: TEXT, text: TEXT, pushed_at: TIME })) })
  const root = documentOf([{ path: '/api/input/feedback', answer }])
  const documents = [{ root, from: { from: 'openapi.json', kind: 'description' as const } }]
  const other = { exchanges: session.slice(2), from: { from: 'later.har', kind: 'traffic' as const } }
  expect(fromOf({ documents, traffic: [...traffic, other] }, 'result:listFeedback')).toEqual([
    { from: 'openapi.json', kind: 'description', times: 1 },
    { from: 'session.har', kind: 'traffic', times: 2, at: '2026-03-02' },
  ])
})

test('a refusal counts what was refused so', () => {
  const refused = (path: string) =>
    seen(`GET /api/input${path}`, { error: { code: 'NOPE', message: 'No such source' } }, { status: 404 })
  const exchanges = [...session, refused('/sources/none/analysis'), refused('/sources/nothing/analysis')]
  const [found] = fromOf({ documents: [], traffic: [{ ...traffic[0]!, exchanges }] }, 'error:NOT_FOUND')
  expect(found).toMatchObject({ from: 'session.har', times: 2 })
})
