import { isObject, type JsonObject } from '../../base/is-object.js'
import type { Values } from '../assumptions/values.js'
import { rowOf } from '../operations/index.js'
import { memberSchemas, type TSchema } from '../schema.js'
import type { Codec } from './codec.js'
import { parsePlace, putAt, valueAt, type WireStep } from './wire-path.js'
import { withPlaces } from './wire-schema.js'

/** Where an erase is answered with a task: where that names it. */
type TaskForm = Values['erase-task']

/** What a receipt says beside the task's identifier. */
const QUEUED = { status: 'queued', progress: 0 }

/** Stands for a place where there is none: an erase that is done when it is answered. */
const NONE = 'none'

/**
 * The codec of an erase that is carried out as a task: of ours its answer has the `task_id` alone. All else that facts say of it is about the
 * answer for that task, once it is over.
 */
export function withEraseTask(codec: Codec, { task_id: place }: TaskForm): Codec {
  if (place === NONE) return codec
  const { steps } = parsePlace(place)!
  return {
    ...codec,
    toWire: (ours) => receiptOf(steps, ours) ?? codec.toWire(ours),
    fromWire: (wire, unknown) => taskIn(steps, wire) ?? codec.fromWire(wire, unknown),
    pathToWire: (path) => (path === 'task_id' ? place : path),
    schemaToWire: () => schemaAt(steps),
    lacks: () => true,
    ofTask: codec,
  }
}

/** The answer for such a task with what it says of the erase, `said`, where facts have it: beside what every task says. */
export function withEndOfErase(answer: JsonObject, codec: Codec | undefined, said: unknown): JsonObject {
  const wire = codec?.ofTask?.toWire(said) ?? said
  const whole = { ...answer }
  for (const [name, value] of Object.entries(isObject(wire) ? wire : { result: wire })) putAt(whole, [{ name }], value)
  return whole
}

/** The schema of the answers for tasks with what those that are erases say in their end. */
export function withEndSchema(answer: TSchema, { ofTask }: Pick<Codec, 'ofTask'>): TSchema {
  return ofTask === undefined
    ? answer
    : withPlaces(answer, placesIn(ofTask.schemaToWire(rowOf('eraseFeedback').result)))
}

/** Each member that is no object itself. */
function placesIn(schema: TSchema, around: readonly WireStep[] = []): [WireStep[], TSchema][] {
  return Object.entries(memberSchemas(schema) ?? {}).flatMap(([name, each]) => {
    const steps = [...around, { name }]
    return memberSchemas(each) === undefined ? [[steps, each] as [WireStep[], TSchema]] : placesIn(each, steps)
  })
}

/** Undefined for an answer without a task. */
function receiptOf(steps: readonly WireStep[], ours: unknown): JsonObject | undefined {
  if (!isObject(ours) || ours.task_id === undefined) return undefined
  const wire: JsonObject = { ...QUEUED }
  putAt(wire, steps, ours.task_id)
  return wire
}

/** Undefined for an answer that names no task: there may be nothing to do for one. */
function taskIn(steps: readonly WireStep[], wire: unknown): { task_id: string } | undefined {
  const id = isObject(wire) ? valueAt(wire, steps) : undefined
  return typeof id === 'string' || typeof id === 'number' ? { task_id: String(id) } : undefined
}

/** The place of the task, which is not in every answer. */
function schemaAt(steps: readonly WireStep[]): TSchema {
  const id = { type: 'string', 'x-overridden': true } as unknown as TSchema
  const { status, progress } = memberSchemas(rowOf('uploadFeedback').result)!
  return withPlaces({ type: 'object', properties: { status, progress } } as unknown as TSchema, [[steps, id]])
}
