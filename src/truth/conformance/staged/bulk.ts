import type { JsonObject } from '../../../base/is-object.js'
import { LIMITS } from '../../../contract/limits.js'
import { must } from '../rule.js'
import { assumedIn, entries } from '../scenery.js'
import { finishedTask, items, pushBulk, sourceOf, storedOf } from './pushing.js'
import {
  CREATED_FIELD,
  CREATED_SOURCE,
  createSource,
  post,
  type Scene,
  type Stage,
  type StagedRule,
  staged,
  success,
} from './stage.js'

const SYNC = { sync: true }

/** A source of this many text fields; resolves to a scene of its own and the fields. */
async function wideSource(stage: Stage, width: number): Promise<{ scene: Scene; fields: string[] }> {
  const scene = await stage.scene()
  const questions = Array.from({ length: width }, (_, index) => ({ type: 'TEXT', question_text: `Field ${index}` }))
  const source = await createSource(stage, scene.groupId, { questions })
  const sourceId = assumedIn(source, CREATED_SOURCE, 'survey_id')
  success(await post(stage, '/survey/publish', { survey_id: sourceId }))
  return {
    scene: { ...scene, sourceId },
    fields: entries(source.questions).map((each) => assumedIn(each, CREATED_FIELD, 'question_id')),
  }
}

/** One item to each of this many fields. */
async function pushWide(stage: Stage, width: number, count: number, members: JsonObject = {}) {
  const { scene, fields } = await wideSource(stage, width)
  const content = items(stage, count)
  const share = (index: number) => content.filter((_, at) => at % width === index)
  const filled: [string, unknown[]][] = fields.map((id, index) => [id, share(index)])
  return pushBulk(stage, filled, { members: { ...sourceOf(scene), ...members } })
}

/** Pushes to several fields, as a task or at once. */
export const BULK_RULES: StagedRule[] = [
  staged('BLK-1', async (stage) => {
    const { textId } = await stage.scene()
    const content = items(stage, 2)
    const answer = await pushBulk(stage, [[textId, content]])
    success(answer, 202)
    await finishedTask(stage, answer)
    must((await storedOf(stage, content)).length === 2, 'the task stored something else')
  }),
  staged('BLK-2', async (stage) => {
    const { textId } = await stage.scene()
    success(await pushBulk(stage, [[textId, items(stage, 1)]], { as: 'push' }))
  }),
  staged('AUT-9', async (stage) => {
    const { textId } = await stage.scene()
    await finishedTask(stage, await pushBulk(stage, [[textId, items(stage, 1)]], { as: 'push' }), 'push')
  }),
  staged('BLK-8', async (stage) => {
    const { textId } = await stage.scene()
    const task = await finishedTask(stage, await pushBulk(stage, [[textId, ['A plain text.']]]))
    must(task.status === 'completed', `the task is ${task.status}`)
  }),
  staged('BLK-9', async (stage) => {
    const task = await finishedTask(stage, await pushWide(stage, 100, 100))
    must(task.status === 'completed', `the task is ${task.status}`)
  }),
  staged('BLK-11', async (stage) => {
    const { textId } = await stage.scene()
    for (const members of [{}, { source_reference: 'Conformance' }])
      success(await pushBulk(stage, [[textId, items(stage, 1)]], { members }), 202)
  }),
  staged('BLK-12', async (stage) => {
    const { textId, longId } = await stage.scene()
    const [one, two] = [items(stage, 2), items(stage, 2)]
    const members = { source_reference: stage.unique('batch') }
    const filled: [string, unknown[]][] = [
      [textId, one],
      [longId, two],
    ]
    await finishedTask(stage, await pushBulk(stage, filled, { members }))
    const found = await storedOf(stage, [...one, ...two])
    must(found.length === 4, `${found.length} rows of 4 were stored`)
    for (const { source_reference } of found)
      must(source_reference === members.source_reference, `source_reference is ${source_reference}`)
  }),
  staged('BLK-13', async (stage) => {
    const { textId } = await stage.scene()
    const { progress } = await finishedTask(stage, await pushBulk(stage, [[textId, items(stage, 5)]]))
    must(progress === 100, `progress at the end is ${progress}`)
  }),
  staged('BLK-14', async (stage) => {
    const { textId } = await stage.scene()
    const content = items(stage, 3)
    success(await pushBulk(stage, [[textId, content]], { members: SYNC }), 200)
    must((await storedOf(stage, content)).length === 3, 'the result was not complete')
  }),
  staged('BLK-15', async (stage) => {
    success(await pushWide(stage, 20, 50, SYNC), 200)
  }),
  staged('BLK-17', async (stage) => {
    success(await pushWide(stage, 1, 51, SYNC), 202)
  }),
  staged('BLK-18', async (stage) => {
    success(await pushWide(stage, 21, 21, SYNC), 202)
  }),
  staged('LIM-2', async (stage) => {
    const { textId } = await stage.scene()
    const [item] = items(stage, 1)
    const long = { ...item, text: 'a'.repeat(LIMITS.charactersPerItem + 1) }
    const answer = await pushBulk(stage, [[textId, [long]]])
    if (answer.status < 300) await finishedTask(stage, answer)
    must((await storedOf(stage, [long])).length === 0, 'an item of 10,001 characters is stored')
  }),
]
