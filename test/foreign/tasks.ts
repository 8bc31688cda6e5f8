import type { Choices } from './choices.js'
import { missing } from './refusals.js'
import type { Answer, Route } from './route.js'
import {
  COUNT,
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

const words = (c: Choices) => c['task.words'].split(' ')
const stageOf = ({ reads }: Task) => (reads === 0 ? WAITING : reads === 1 ? WORKING : DONE)!
const pathOf = (c: Choices, task: Task) =>
  `${c.prefix}${c['task.path'].replace('{id}', String(otherId(c, 'task', task.id)))}`

/** A task and its progress. */
export function taskShape(c: Choices): Shape<Task> {
  const counts: Member<Task>[] = [
    {
      name: 'inserted',
      schema: COUNT,
      of: (task) => (stageOf(task) === DONE ? task.counts.inserted : undefined),
      mayLack: true,
    },
    {
      name: 'duplicates',
      schema: COUNT,
      of: (task) => (stageOf(task) === DONE ? task.counts.duplicates : undefined),
      mayLack: true,
    },
    { name: 'aps_deducted', schema: NUMBER, of: (task) => (stageOf(task) === DONE ? 0 : undefined), mayLack: true },
  ]
  const result = record<Task>(c, 'TaskResult', counts)
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
  const shape = record<Task>(c, 'PushTask', [
    { name: chosen(c, 'task.id'), schema: otherIdSchema(c), of: ({ id }) => otherId(c, 'task', id) },
    {
      name: chosen(c, 'task.status'),
      schema: { type: 'string', enum: words(c) },
      of: (task) => words(c)[stageOf(task)],
    },
    {
      name: chosen(c, 'task.progress'),
      schema: { type: 'integer', minimum: 0, maximum: 100 },
      of: (task) => [0, 50, 100][stageOf(task)],
    },
    ...(c['task.link'] === 'status_url'
      ? [{ name: chosen(c, 'task.link'), schema: TEXT, of: (task: Task) => pathOf(c, task) }]
      : []),
    ...place,
  ])
  return wrapped(c, 'task.wrap', shape)
}

/** The answer that a task was made. */
export function taskAnswer(c: Choices, status: number, task: Task): Answer {
  const headers = c['task.link'] === 'Location header' ? { location: pathOf(c, task) } : undefined
  return { status, payload: taskShape(c).write(task), headers }
}

/** Asking for a task, which is done when it has been asked for twice. */
export function taskRoute(c: Choices): Route {
  return {
    id: 'getTask',
    method: 'GET',
    path: `${c.prefix}${c['task.path']}`,
    scope: 'push',
    summary: 'Tells how far a bulk push, an upload or an erasure is',
    answers: { 200: taskShape(c).schema },
    run: ({ params, state }) => {
      const task = state.tasks.find(({ id }) => String(otherId(c, 'task', id)) === params.id)
      if (!task) throw missing(c, 'TASK')
      task.reads += 1
      return { status: 200, payload: taskShape(c).write(task) }
    },
  }
}
