import { expect, it } from 'vitest'
import { faultsOf } from '../../src/explore/disturbances.js'
import { keyOf, matrixOf, pairsOf, pointsOf, smallerThan } from '../../src/explore/matrix.js'
import { type ReplayFile, readReplay, writeReplay } from '../../src/explore/replay-file.js'
import { disturbance, request, run } from './runs.js'

const get = { operation: 'listFeedback', method: 'GET' } as const
const recorded = run({
  requests: [
    request({ ...get, arrivedMs: 1 }),
    request({ arrivedMs: 2 }),
    request({ arrivedMs: 3 }),
    request({ ...get, arrivedMs: 4 }),
    request({ arrivedMs: 5 }),
  ],
  deliveries: ['series.created', 'content.pushed'].map((event) => ({ organization: '1', event, statuses: [200] })),
})

it('the places of an operation are the first, the last, then those between; deliveries are places, too', () => {
  expect(pointsOf(recorded).map(({ operation, nth, index }) => `${operation} ${nth} ${index}`)).toEqual([
    'listFeedback 0 0',
    'listFeedback 1 3',
    'pushContent 0 1',
    'pushContent 2 4',
    'pushContent 1 2',
    'webhook 0 0',
    'webhook 1 1',
  ])
})

it('each operation is disturbed once before any twice, by the most telling disturbance first, writes before reads', () => {
  const cells = matrixOf(recorded)
  expect(cells.slice(0, 3).map(({ kind, operation }) => `${kind} ${operation}`)).toEqual([
    'response-lost pushContent',
    'response-lost listFeedback',
    'limited pushContent',
  ])
  const firstSecond = cells.findIndex(({ nth }) => nth > 0)
  expect(cells.slice(firstSecond).every(({ nth }) => nth > 0)).toBe(true)
  expect(new Set(cells.map((cell) => keyOf([cell]))).size).toBe(cells.length)
})

it('only what does something to an operation is tried on it', () => {
  const kindsOf = (operation: string, wanted = 0) =>
    matrixOf(recorded).flatMap(({ kind, nth, ...cell }) =>
      cell.operation === operation && nth === wanted ? [kind] : [],
    )
  expect(kindsOf('webhook')).toEqual([
    'webhook-duplicated',
    'webhook-respelled',
    'webhook-reordered',
    'unknown-event',
    'webhook-late',
  ])
  // Nothing follows the last one.
  expect(kindsOf('webhook', 1)).not.toContain('webhook-reordered')
  expect(kindsOf('pushContent')).not.toContain('bulk-to-task')
})

it('what hits every later request is aimed by its place among all requests', () => {
  const [wrapped] = faultsOf(disturbance({ kind: 'wrapped', nth: 2, index: 4 }))
  expect(wrapped).toMatchObject({ operation: '*', after: 4, kind: 'wrapped' })
  expect(faultsOf(disturbance({ nth: 2, index: 4 }))).toEqual([
    { operation: 'pushContent', after: 2, times: 1, kind: 'lost_answer' },
  ])
})

it('pairs of different places are drawn from the seed, each once, and end', () => {
  // Three places of pushes, of which one is disturbed twice.
  const cells = [0, 0, 1, 2].map((nth, each) => disturbance({ nth, kind: each === 0 ? 'limited' : 'html' }))
  const drawn = (seed: number) => [...pairsOf(cells, seed)].map(keyOf)
  expect(drawn(7)).toEqual(drawn(7))
  expect(drawn(7)).not.toEqual(drawn(8))
  expect([drawn(7).length, new Set(drawn(7)).size]).toEqual([5, 5])
})

it('no two disturbances of webhooks are a pair: the first keeps the other from counting', () => {
  const cells = [0, 1].map((nth) => disturbance({ kind: 'unknown-event', operation: 'webhook', nth }))
  expect([...pairsOf(cells, 1)]).toEqual([])
  expect([...pairsOf([...cells, disturbance()], 1)]).toHaveLength(2)
})

it('a failure is shrunk to fewer disturbances, then to earlier requests', () => {
  const pair = [disturbance({ nth: 2, index: 4 }), disturbance({ kind: 'limited', operation: 'listFeedback' })]
  expect(smallerThan(pair, pointsOf(recorded)).map(keyOf)).toEqual([
    'response-lost@1/pushContent:2',
    'limited@1/listFeedback:0',
    'response-lost@1/pushContent:0+limited@1/listFeedback:0',
    'response-lost@1/pushContent:1+limited@1/listFeedback:0',
  ])
})

const REPLAY: ReplayFile = {
  command: ['npm', 'test'],
  options: {},
  disturbances: [disturbance()],
  breach: 'stored-twice',
  cause: 'retries-without-key',
  story: [],
}

it('each operation of every organisation is a place; one of all of them is first of each, then the second', () => {
  const requests = ['1', '2', '2', '1', '3'].map((organization, arrivedMs) => request({ organization, arrivedMs }))
  const deliveries = ['2', '1'].map((organization) => ({ organization, event: 'content.pushed', statuses: [200] }))
  const points = pointsOf(run({ requests, deliveries }))
  expect(points.map((point) => `${point.operation} ${point.organization} ${point.nth} ${point.index}`)).toEqual([
    'pushContent 1 0 0',
    'pushContent 2 0 0',
    'pushContent 3 0 0',
    'pushContent 1 1 1',
    'pushContent 2 1 1',
    'webhook 2 0 0',
    'webhook 1 0 0',
  ])
})

it('a replay file of before disturbs the default organisation', () => {
  const { organization: _, ...before } = disturbance()
  expect(readReplay(writeReplay({ ...REPLAY, disturbances: [before as never] }))).toMatchObject(REPLAY)
})

it('a replay file is read as it was written', () => {
  expect(readReplay(writeReplay(REPLAY))).toMatchObject(REPLAY)
})

it.each([
  ['nonsense', 'not a replay file of `inpk emulator exec --explore`'],
  [writeReplay({ ...REPLAY, command: [] as never }), 'its member "command" must be a list of words'],
  [
    writeReplay({ ...REPLAY, disturbances: [disturbance({ kind: 'flood' as never })] }),
    'its member "disturbances" is not valid',
  ],
  [writeReplay({ ...REPLAY, breach: 'x' as never }), 'its member "breach" is not valid'],
  [writeReplay({ ...REPLAY, cause: 'toString' as never }), 'its member "cause" is not valid'],
  [writeReplay(REPLAY).replace('"version": 1', '"version": 2'), 'written by another version of inpk'],
])('what is no replay file is refused with what is wrong', (text, reason) => {
  expect(readReplay(text)).toBe(reason)
})
