import type { Choices } from './choices.js'
import { missing } from './refusals.js'
import type { Answer, Route } from './route.js'
import {
  COUNT,
  cased,
  chosen,
  type Member,
  NUMBER,
  otherId,
  otherIdSchema,
  record,
  type Shape,
  TEXT,
  wrapped,
} from './shape.js'
import type { Task } from './state.js'

const [WAITING, WORKING, DONE] = [0, 1, 2]

/** What a task is of: uploads may have tasks of their own. */
type Kind = 'all' | 'upload'

const words = (c: Choices) => c['task.words'].split(' ')
const stageOf = ({ reads }: Task) => (reads === 0 ? WAITING : reads === 1 ? WORKING : DONE)!

/** Whether a task is one of those that have an address of their own. */
const kindOf = (c: Choices, { rejected }: Task): Kind =>
  rejected !== undefined && c['upload.task'] !== 'as all' ? 'upload' : 'all'
const addressOf = (c: Choices, kind: Kind) => c.prefix + (kind === 'upload' ? c['upload.task'] : c['task.path'])
const pathOf = (c: Choices, task: Task) =>
  addressOf(c, kindOf(c, task)).replace('{id}', String(otherId(c, 'task', task.id)))

/** The counts of a task. */
export function taskCounts(c: Choices, kind: Kind): Member<Task>[] {
  const [inserted, duplicates, rejected] =
    kind === 'all' ? ['inserted', 'duplicates', 'none'] : c['upload.counts'].split(' ')
  const count = (name: string, of: (task: Task) => number): Member<Task> => ({
    name: name === 'none' ? undefined : cased(c, name),
    schema: COUNT,
    of: (task) => (stageOf(task) === DONE ? of(task) : undefined),
    mayLack: true,
  })
  return [
    count(inserted!, ({ counts }) => counts.inserted),
    count(duplicates!, ({ counts }) => counts.duplicates),
    count(rejected!, (task) => task.rejected ?? 0),
  ]
}

function progressOf(c: Choices, kind: Kind): Member<Task>[] {
  const scale = kind === 'upload' ? c['upload.scale'] : 'percent'
  const name = chosen(c, 'task.progress')
  if (scale === 'none') return []
  const most = scale === 'percent' ? 100 : 1
  const schema = { type: scale === 'percent' ? 'integer' : 'number', minimum: 0, maximum: most }
  return [{ name, schema, of: (task) => [0, most / 2, most][stageOf(task)] }]
}

/** A task and its progress. */
export function taskShape(c: Choices, kind: Kind = 'all'): Shape<Task> {
  const title = kind === 'upload' ? 'Upload' : 'Push'
  const aps: Member<Task> = {
    name: 'aps_deducted',
    schema: NUMBER,
    of: (task) => (stageOf(task) === DONE ? 0 : undefined),
    mayLack: true,
  }
  const counts = [...taskCounts(c, kind), ...(kind === 'upload' ? [] : [aps])]
  const result = record<Task>(c, kind === 'upload' ? 'UploadResult' : 'TaskResult', counts)
  const place: Member<Task>[] =
    c['task.result'] === 'flat'
      ? counts
      : [
          {
            name: c['task.result'],
            schema: result.schema,
            of: (task) => (stageOf(task) === DONE ? result.write(task) : undefined),
            mayLack: true,
          },
        ]
  const shape = record<Task>(c, `${title}Task`, [
    { name: chosen(c, 'task.id'), schema: otherIdSchema(c), of: ({ id }) => otherId(c, 'task', id) },
    {
      name: chosen(c, 'task.status'),
      schema: { type: 'string', enum: words(c) },
      of: (task) => words(c)[stageOf(task)],
    },
    ...progressOf(c, kind),
    ...(c['task.link'] === 'status_url'
      ? [{ name: chosen(c, 'task.link'), schema: TEXT, of: (task: Task) => pathOf(c, task) }]
      : []),
    ...place,
  ])
  return wrapped(c, 'task.wrap', shape)
}

/** The kind of the tasks of uploads. */
export const uploadKind = (c: Choices): Kind => (c['upload.task'] === 'as all' ? 'all' : 'upload')

/** The answer that a task was made. */
export function taskAnswer(c: Choices, status: number, task: Task): Answer {
  const headers = c['task.link'] === 'Location header' ? { location: pathOf(c, task) } : undefined
  return { status, payload: taskShape(c, kindOf(c, task)).write(task), headers }
}

/** Asking for a task, which is done when it has been asked for twice. */
export function taskRoutes(c: Choices): Route[] {
  const kinds: Kind[] = c['upload.task'] === 'as all' ? ['all'] : ['all', 'upload']
  return kinds.map((kind) => ({
    id: kind === 'all' ? 'getTask' : 'getUploadStatus',
    method: 'GET',
    path: addressOf(c, kind),
    scope: 'push',
    summary: kind === 'upload' ? 'Tells how far an upload is' : 'Tells how far a bulk push, an upload or an erasure is',
    answers: { 200: taskShape(c, kind).schema },
    run: ({ params, state }) => {
      const isThis = (task: Task) => kindOf(c, task) === kind && String(otherId(c, 'task', task.id)) === params.id
      const task = state.tasks.find(isThis)
      if (!task) throw missing(c, 'TASK')
      task.reads += 1
      return { status: 200, payload: taskShape(c, kind).write(task) }
    },
  }))
}
