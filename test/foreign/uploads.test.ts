import { rmSync } from 'node:fs'
import { expect, it } from 'vitest'
import { runInpk } from '../cli/run-inpk.js'
import { type Choices, choicesWith } from './choices.js'
import { learnFirst, transportOf, WAYS, type Way } from './learn-first.js'
import { createWorld, itemsIn, putFile, STAGED } from './world.js'

const REVIEWS = 'id,comment\nR-1,"Great delivery, thank you"\nR-2,The app is slow\n'
const MAP = ['--map', 'text=comment,external_id=id']

/** What a service may choose of its uploads, all else as it is plainest. */
const SERVICES: [string, Partial<Choices>][] = [
  ['has all tasks at one address', { 'upload.task': 'as all', 'task.path': '/jobs/{id}' }],
  [
    'has tasks of uploads below the upload',
    { 'upload.task': '/feedback/upload/{id}', 'task.path': '/content/push/bulk/{id}' },
  ],
  ['has tasks of uploads among its uploads', { 'upload.task': '/uploads/{id}', 'task.path': '/jobs/{id}' }],
  [
    'has tasks of uploads that answer otherwise',
    {
      'upload.task': '/imports/{id}',
      'task.path': '/content/push/bulk/{id}',
      'upload.counts': 'created duplicates rejected',
      'upload.scale': 'fraction',
    },
  ],
  [
    'says no progress',
    {
      'upload.task': '/uploads/{id}',
      'upload.scale': 'none',
      'task.wrap': 'job',
      'task.words': 'PENDING PROGRESS SUCCESS',
    },
  ],
  ['asks for the question', { 'upload.asked': 'required', 'upload.question': 'field_id' }],
  [
    'has identifiers in the query',
    { 'upload.ids': 'query', 'upload.source': 'source_id', 'upload.question': 'field_id' },
  ],
  [
    'takes a plain file',
    { 'upload.media': 'csv, all else in the query', 'upload.source': 'source_id', 'upload.form': 'parts' },
  ],
  [
    'takes a plain file of one question',
    {
      'upload.media': 'csv, all else in the query',
      'upload.asked': 'required',
      'upload.form': 'parts',
      'upload.question': 'field_id',
    },
  ],
]
/** A file whose headers are what its columns are called, so that no mapping is needed. */
const OWN = 'external_id,text\nR-1,"Great delivery, thank you"\nR-2,The app is slow\n'

/** In `npm test` each service is learned in one way, by turns; in the soak in all of them. */
const CASES = SERVICES.flatMap(([name, choices], at) => {
  const ways = process.env.INPK_SOAK ? WAYS : [WAYS[at % WAYS.length]!]
  return ways.map((way): [string, Way, Partial<Choices>] => [name, way, choices])
})

it.each(CASES)('a file is uploaded, and its task is found, where a service %s, as learned from %s', (_, way, choices) =>
  expectUploaded(way, choices, REVIEWS, MAP),
)

it.each(WAYS)(
  'a file with columns of own names is uploaded where a mapping is left open and the question is demanded, as learned from %s',
  (way) => {
    const choices = { 'upload.told': 'nothing', 'upload.asked': 'required', 'upload.mapped': 'optional' } as const
    return expectUploaded(way, { ...choices, 'upload.question': 'field_id' }, OWN, [])
  },
)

/** Uploads a file to a service that was learned in this way, and looks for its rows and its task. */
async function expectUploaded(way: Way, choices: Partial<Choices>, rows: string, map: string[]): Promise<void> {
  const facts = await learnFirst(choicesWith(choices), way)
  const world = createWorld(choices)
  const { service, folder } = world
  putFile(world, 'reviews.csv', rows)
  if (facts !== undefined) putFile(world, 'inpk.facts.yaml', facts)
  const env = { INPK_API_KEY: service.keyWith('all'), INPK_BASE_URL: 'http://127.0.0.1:9', INPK_CONFIG_DIR: folder }
  const run = (...args: string[]) => runInpk(args, { cwd: folder, env, transport: transportOf(service) })
  try {
    const { code, stdout, stderr } = await run('upload', 'reviews.csv', '--source', 'Tickets', '--wait', ...map)
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.not.stringMatching(/error:/) })
    expect(itemsIn(world, STAGED.tickets).map(({ externalId, text }) => [externalId, text])).toEqual([
      ['R-1', 'Great delivery, thank you'],
      ['R-2', 'The app is slow'],
    ])
    expect(stdout).toContain('2 items inserted')
    const [, id] = /^task\s+(\S+)/m.exec(stdout) ?? []
    for (const words of ['show', 'wait']) expect((await run('tasks', words, id!)).code).toBe(0)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
