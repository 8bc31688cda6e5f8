import fc from 'fast-check'
import type { Json } from './exchange.js'
import { bulkBody, pushBody, QUESTIONS, type Scene } from './scene.js'

/** A body that is right, for every operation that takes JSON. */
export const RIGHT: [path: string, body: (scene: Scene) => object][] = [
  ['/survey_series/create', () => ({ name: 'Mutants' })],
  ['/feedback_groups/create', () => ({ name: 'Mutants' })],
  [
    '/survey/create',
    ({ groupId }) => ({
      survey_series_id: groupId,
      survey_title: 'Mutant',
      survey_description: 'd',
      questions: QUESTIONS,
      feedback_type: 'chat',
    }),
  ],
  [
    '/sources/create',
    ({ groupId }) => ({
      feedback_group_id: groupId,
      source_title: 'Mutant',
      fields: [{ type: 'mcq', field_text: 'Which?', options: ['a', 'b'] }],
    }),
  ],
  ['/survey/publish', ({ sourceId, groupId }) => ({ survey_id: sourceId, survey_series_id: groupId })],
  [
    '/content/push',
    (scene) =>
      pushBody(
        scene,
        [
          'a',
          {
            text: 'b',
            external_id: 'e',
            customer_id: 'c',
            channel: 'web',
            language: 'en',
            rating: 4,
            occurred_at: '2026-01-01',
          },
        ],
        { source_reference: 'r' },
      ),
  ],
  [
    '/feedback/push',
    ({ groupId, sourceId, textId }) => ({
      feedback_group_id: groupId,
      source_id: sourceId,
      field: { field_id: textId, content: ['a', { text: 'b' }] },
    }),
  ],
  [
    '/content/push/bulk',
    (scene) =>
      bulkBody(
        scene,
        [
          [scene.textId, ['a', { text: 'b', external_id: 'f' }]],
          [scene.longId, ['c']],
        ],
        { source_reference: 'r' },
      ),
  ],
  [
    '/feedback/push/bulk',
    (scene) => bulkBody(scene, [[scene.textId, [{ text: 'b', external_id: 'g' }]]], { sync: true }),
  ],
  ['/feedback/erase', ({ sourceId }) => ({ external_ids: ['e', 'x'], customer_ids: ['c'], source_id: sourceId })],
]

/** Any text; fast-check's own with `binary` units first makes a table of every character there is, for seconds. */
const TEXT = fc.array(fc.nat({ max: 0x10_ff_ff }), { maxLength: 10 }).map((points) => String.fromCodePoint(...points))

const HOSTILE: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    false,
    0,
    -1,
    1.5,
    1e308,
    '',
    ' ',
    [],
    {},
    [[]],
    '0',
    '-1',
    '__proto__',
    'constructor',
    '\u0000',
    '\ud800',
    '\u202e',
  ),
  fc.constantFrom<unknown>(
    'x'.repeat(300),
    'x'.repeat(10_001),
    Array(101).fill('x'),
    Array(1_001).fill('x'),
    '../../etc/passwd',
    "' OR 1=1 --",
    '{{7*7}}',
    '%00',
  ),
  TEXT,
  fc.double(),
  fc.bigInt({ min: 2n ** 53n, max: 2n ** 70n }).map(Number),
  fc.jsonValue({ maxDepth: 4 }),
)
const KEYS = fc.constantFrom(
  '__proto__',
  'constructor',
  'name',
  'survey_id',
  'source_id',
  'question',
  'field',
  'content',
  'text',
  'sync',
  'toString',
  '',
  '0',
  'length',
)
export const MUTATION = fc.record({
  at: fc.nat({ max: 1_000 }),
  kind: fc.constantFrom('replace', 'delete', 'add', 'wrap', 'double', 'unwrap', 'rename'),
  value: HOSTILE,
  key: KEYS,
})
export type Mutation = typeof MUTATION extends fc.Arbitrary<infer M> ? M : never

interface Place {
  holder: Json
  key: string | number
}

/** Every place of a JSON value, the root in a holder of its own. */
function placesOf(holder: Json, key: string | number): Place[] {
  const value = holder[key]
  const below =
    value !== null && typeof value === 'object'
      ? Object.keys(value).flatMap((name) => placesOf(value, Array.isArray(value) ? Number(name) : name))
      : []
  return [{ holder, key }, ...below]
}

/** A body changed at some of its places. */
export function mutate(body: object, mutations: Mutation[]): unknown {
  const root = { body: structuredClone(body) as unknown }
  for (const { at, kind, value: shared, key } of mutations) {
    // Values are shared between mutations and runs: each puts in a copy.
    const value = structuredClone(shared)
    const places = placesOf(root, 'body')
    const place = places[at % places.length]!
    const current = place.holder[place.key]
    if (kind === 'replace') place.holder[place.key] = value
    else if (kind === 'delete')
      Array.isArray(place.holder) ? place.holder.splice(Number(place.key), 1) : delete place.holder[place.key]
    else if (kind === 'wrap') place.holder[place.key] = [current]
    else if (kind === 'double')
      place.holder[place.key] = Array.isArray(current) ? [...current, ...current] : [current, current]
    else if (kind === 'unwrap')
      place.holder[place.key] = Array.isArray(current) ? current[0] : Object.values(current ?? {})[0]
    else if (current !== null && typeof current === 'object' && !Array.isArray(current))
      addMember(current, kind, key, value)
    if (root.body === undefined) root.body = value
  }
  return root.body
}

function addMember(target: Json, kind: Mutation['kind'], key: string, value: unknown): void {
  const [first] = Object.keys(target)
  const moved = kind === 'rename' && first !== undefined ? target[first] : value
  if (kind === 'rename' && first !== undefined) delete target[first]
  Object.defineProperty(target, key, { value: moved, enumerable: true, configurable: true, writable: true })
}
