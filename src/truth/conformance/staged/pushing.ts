import { setTimeout as wait } from 'node:timers/promises'
import type { JsonObject } from '../../../base/is-object.js'
import type { Scope } from '../../../contract/scopes.js'
import type { Ask, Exchange } from '../probe.js'
import { must } from '../rule.js'
import { assumedIn, entries } from '../scenery.js'
import { post, type Scene, type Stage, success } from './stage.js'

type Sent = Ask & { as?: Scope; members?: JsonObject; path?: string }

/** Items with ids of their own, which are noted to be erased. */
export function items(stage: Stage, count: number, members: JsonObject = {}): JsonObject[] {
  return Array.from({ length: count }, (_, index) => {
    const external_id = stage.unique('item').replaceAll(' ', '-')
    stage.made.externalIds.push(external_id)
    return { text: `Conformance ${index + 1}: the delivery was late.`, external_id, ...members }
  })
}

/** Pushes to the text field of the scene. */
export async function push(stage: Stage, content: unknown[], { members, path, ...ask }: Sent = {}): Promise<Exchange> {
  const scene = await stage.scene()
  stage.made.plainItems += content.filter((item) => typeof item === 'string').length
  const body = { ...sourceOf(scene), question: { question_id: scene.textId, content }, ...members }
  return post(stage, path ?? '/content/push', body, ask)
}

/** Pushes to several fields, `[question id, content]` each. */
export async function pushBulk(
  stage: Stage,
  questions: [string, unknown[]][],
  { members, path, ...ask }: Sent = {},
): Promise<Exchange> {
  const scene = await stage.scene()
  const content = questions.flatMap(([, each]) => each)
  stage.made.plainItems += content.filter((item) => typeof item === 'string').length
  const list = questions.map(([question_id, each]) => ({ question_id, content: each }))
  return post(stage, path ?? '/content/push/bulk', { ...sourceOf(scene), questions: list, ...members }, ask)
}

/** Returns the members of a body that name the source of a scene and its group. */
export function sourceOf({ groupId, sourceId }: Scene): JsonObject {
  return { survey_series_id: groupId, survey_id: sourceId }
}

/** The items of the scene's source, up to 200. */
export async function storedItems(stage: Stage): Promise<JsonObject[]> {
  const { sourceId } = await stage.scene()
  return entries(success(await stage.probe.get(`/feedback?limit=200&survey_id=${sourceId}`)).items)
}

/** The stored items among these that were pushed, by their ids. */
export async function storedOf(stage: Stage, pushed: readonly JsonObject[]): Promise<JsonObject[]> {
  const ids = new Set(pushed.map(({ external_id }) => external_id))
  return (await storedItems(stage)).filter(({ external_id }) => ids.has(external_id))
}

const PATIENCE = { emulator: { times: 800, ms: 5 }, service: { times: 120, ms: 1_000 } }

/** A task at its end; asked again until it is there. */
export async function finishedTask(stage: Stage, answer: Exchange, as?: Scope): Promise<JsonObject> {
  const id = assumedIn(success(answer), 'result:pushBulk', 'task_id')
  const { times, ms } = stage.backstage ? PATIENCE.emulator : PATIENCE.service
  for (let asked = 0; asked < times; asked += 1) {
    const path = `/content/push/bulk/${id}`
    const task = success(await (as ? stage.probe.as(as, 'GET', path) : stage.probe.get(path)))
    const { progress, status } = task
    must(typeof progress === 'number' && progress >= 0 && progress <= 100, `progress of a task is ${progress}`)
    if (status === 'completed' || status === 'failed') return task
    await wait(ms, undefined, { signal: stage.probe.settings.signal })
  }
  must(false, `the task ${id} does not finish`)
}
