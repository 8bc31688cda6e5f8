import { expect, test } from 'vitest'
import type { JsonObject } from '../../../src/base/is-object.js'
import { contractWith } from '../../../src/contract/facts/contract-with.js'
import type { Facts } from '../../../src/contract/facts/facts.js'
import { COUNT, factsFrom, listOf, object, oneOf, TEXT, TIME } from './document.js'
import { factsSeen, seen } from './seen.js'

type Counts = Readonly<Record<string, number>>

/** How counts stand in an answer: in its schema, and in what was seen. */
interface Container {
  schema(names: readonly string[]): Record<string, JsonObject>
  value(counts: Counts): JsonObject
}

const flat = (nameOf: (name: string) => string): Container => ({
  schema: (names) => Object.fromEntries(names.map((name) => [nameOf(name), COUNT])),
  value: (counts) => Object.fromEntries(Object.entries(counts).map(([name, each]) => [nameOf(name), each])),
})
const within = (at: string, { schema, value }: Container): Container => ({
  schema: (names) => ({ [at]: object(schema(names)) }),
  value: (counts) => ({ [at]: value(counts) }),
})
/** `words`: whether a description says the words of the entries. */
const listed = (
  at: string,
  key: string,
  count: string,
  words: boolean,
  wordOf = (name: string) => name,
): Container => ({
  schema: (names) => ({ [at]: listOf(object({ [key]: words ? oneOf(...names.map(wordOf)) : TEXT, [count]: COUNT })) }),
  value: (counts) => ({ [at]: Object.entries(counts).map(([name, each]) => ({ [key]: wordOf(name), [count]: each })) }),
})
const mapped = (at: string): Container => ({
  schema: () => ({ [at]: { type: 'object', additionalProperties: COUNT } }),
  value: (counts) => ({ [at]: counts }),
})
const camel = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

const CONTAINERS: Record<string, Container> = {
  sent: flat((name) => name),
  sent_count: flat((name) => `${name}_count`),
  count_sent: flat((name) => `count_${name}`),
  n_sent: flat((name) => `n_${name}`),
  num_sent: flat((name) => `num_${name}`),
  total_sent: flat((name) => `total_${name}`),
  number_of_sent: flat((name) => `number_of_${name}`),
  sentCount: flat((name) => camel(`${name}_count`)),
  noOfSent: flat((name) => camel(`no_of_${name}`)),
  'stats.sent': within(
    'stats',
    flat((name) => name),
  ),
  'summary.count_sent': within(
    'summary',
    flat((name) => `count_${name}`),
  ),
  'metrics.counts.sent_count': within(
    'metrics',
    within(
      'counts',
      flat((name) => `${name}_count`),
    ),
  ),
  'counts[status].count': listed('counts', 'status', 'count', true),
  'stats[key].value': listed('stats', 'key', 'value', true),
  'breakdown[label].total': listed('breakdown', 'label', 'total', true),
  'counts[STATUS].count': listed('counts', 'status', 'count', true, (name) => name.toUpperCase()),
  'counts[name] untold': listed('counts', 'name', 'count', false),
  'map counts': mapped('counts'),
  'map by_status': mapped('by_status'),
}

const TASK = object({
  ...{ task_id: TEXT, status: oneOf('queued', 'processing', 'completed', 'failed'), progress: COUNT },
  ...{ created_at: TIME, completed_at: TIME },
})
const DONE = {
  task_id: 't',
  status: 'completed',
  progress: 100,
  created_at: '2026-01-02T03:04:05Z',
  completed_at: null,
}

const OPERATIONS = {
  getInvite: {
    path: '/api/input/invites/{id}',
    answer: object({
      invite_id: TEXT,
      survey_id: TEXT,
      status: oneOf('queued', 'sending', 'completed'),
      created_at: TIME,
    }),
    others: { invite_id: 'i', survey_id: '7', status: 'completed', created_at: '2026-01-02T03:04:05Z' },
    counts: [
      { total: 90, sent: 80, delivered: 70, bounced: 9, complained: 1 },
      { total: 50, sent: 45, delivered: 41, bounced: 4, complained: 0 },
    ],
    ours: (count: Counts) => ({ counts: count }),
  },
  getAnalysis: {
    path: '/api/input/sources/{id}/analysis',
    answer: object({
      analysis_status: oneOf('none', 'available'),
      analysis_id: COUNT,
      survey_id: TEXT,
      item_count: COUNT,
    }),
    others: { analysis_status: 'available', analysis_id: 3, survey_id: '7', item_count: 60 },
    counts: [
      { positive: 30, neutral: 20, negative: 10 },
      { positive: 27, neutral: 22, negative: 11 },
    ],
    ours: ({ positive, neutral, negative }: Counts) => ({
      sentiment: { positive: { count: positive }, neutral: { count: neutral }, negative: { count: negative } },
    }),
  },
  getTask: {
    ...{ path: '/api/input/content/push/bulk/{task_id}', answer: TASK, others: DONE },
    counts: [
      { inserted: 7, duplicates: 2 },
      { inserted: 4, duplicates: 3 },
    ],
    ours: (result: Counts) => ({ result }),
  },
  getUploadTask: {
    ...{ path: '/api/input/feedback/upload/{task_id}', answer: TASK, others: DONE },
    counts: [
      { inserted: 7, duplicates: 2, rejected: 1 },
      { inserted: 4, duplicates: 3, rejected: 2 },
    ],
    ours: ({ inserted, duplicates, rejected }: Counts) => ({
      result: { inserted, duplicates, rows_rejected: rejected },
    }),
  },
} as const

/** What no description tells: the words of a list, or the keys of a map, and of what a list called `counts` is. */
const UNTOLD = ['getTask', 'getAnalysis', 'getUploadTask'].flatMap((operation) =>
  ['counts[name] untold', 'map counts', 'map by_status'].map((container) => `${operation} ${container}`),
)
const OPEN = [...UNTOLD, 'getInvite counts[name] untold', 'getInvite map by_status']

const CASES = Object.keys(OPERATIONS).flatMap((operation) =>
  Object.keys(CONTAINERS).map((container) => [operation as keyof typeof OPERATIONS, container] as const),
)

test.each(CASES)('%s has its counts read in the container %s', (operation, container) => {
  const { path, answer, others, counts, ours } = OPERATIONS[operation]
  const { schema, value } = CONTAINERS[container]!
  const wires = counts.map((each): JsonObject => ({ ...others, ...value(each) }))
  const read = (facts: object) => {
    const codec = contractWith(facts as Facts).codecOf(operation, 'result', 'classic')
    return codec ? codec.fromWire(wires[1]) : wires[1]
  }
  const wanted = ours(counts[1] as never)
  const asked = wires.map((wire, at) => seen(`GET ${path.replace(/\{.*\}/, `${at + 1}`)}`, wire))
  expect(read(factsSeen(asked))).toMatchObject(wanted)
  const properties = { ...(answer.properties as Record<string, JsonObject>), ...schema(Object.keys(counts[0])) }
  const described = read(factsFrom({ path, answer: object(properties) }))
  if (!OPEN.includes(`${operation} ${container}`)) return expect(described).toMatchObject(wanted)
  expect(described).not.toMatchObject(wanted)
  // What is not learned is not read as another figure either.
  const right = figuresIn(wanted)
  for (const [place, figure] of figuresIn(described))
    expect([place, right.get(place) ?? figure]).toEqual([place, figure])
})

/** The numbers in a value by their places. */
function figuresIn(value: unknown, path = ''): Map<string, number> {
  if (typeof value === 'number') return new Map([[path, value]])
  if (typeof value !== 'object' || value === null) return new Map()
  return new Map(Object.entries(value).flatMap(([name, inner]) => [...figuresIn(inner, `${path}.${name}`)]))
}

test('a list of rows that were refused, by their reasons, counts nothing', () => {
  const rejections = [
    { row: 3, reason: 'duplicate' },
    { row: 8, reason: 'inserted' },
  ]
  const facts = factsSeen([seen('GET /api/input/feedback/upload/1', { ...DONE, rejections })])
  expect(JSON.stringify(facts['result:getUploadTask'] ?? {})).not.toContain('reason=')
})
