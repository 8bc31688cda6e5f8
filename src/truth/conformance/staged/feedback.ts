import { encodeMultipart } from '../../../client/request-body.js'
import type { Scope } from '../../../contract/scopes.js'
import type { Exchange } from '../probe.js'
import { must } from '../rule.js'
import { finishedTask, items, push, sourceOf, storedItems, storedOf } from './pushing.js'
import { post, type Stage, type StagedRule, staged, success } from './stage.js'
import { workbookOf } from './workbook.js'

/** Uploads a table of two columns to the text field of the scene. */
async function upload(
  stage: Stage,
  form: 'csv' | 'xlsx',
  rows: readonly [string, string][],
  as?: Scope,
): Promise<Exchange> {
  const scene = await stage.scene()
  const table = [['external_id', 'text'], ...rows]
  const file =
    form === 'xlsx' ? workbookOf(table) : Buffer.from(`${table.map((row) => row.join(',')).join('\r\n')}\r\n`)
  const mapping = { fields: { [scene.textId]: 'text' }, external_id: 'external_id' }
  const members = { ...sourceOf(scene), mapping, file }
  const encode = (wire: unknown) =>
    encodeMultipart(wire as Record<string, unknown>, { fileName: `conformance.${form}`, random: Math.random })
  return post(stage, '/feedback/upload', members, { encode, ...(as ? { as } : {}) })
}

function rowsOf(stage: Stage): [string, string][] {
  return items(stage, 2).map(({ external_id }, index) => [String(external_id), `Uploaded row ${index}`])
}

function uploads(id: string, form: 'csv' | 'xlsx'): StagedRule {
  return staged(id, async (stage) => {
    const rows = rowsOf(stage)
    const task = await finishedTask(stage, await upload(stage, form, rows))
    must(task.status === 'completed', `the task is ${task.status}`)
    const texts = (await storedItems(stage)).map(({ external_id, text }) => `${external_id} ${text}`)
    for (const row of rows) must(texts.includes(row.join(' ')), `the row ${row[0]} is not stored`)
  })
}

/** Items, erased by ids of a kind; what is not named stays. */
function erases(id: string, member: 'external_id' | 'customer_id'): StagedRule {
  return staged(id, async (stage) => {
    const customer = stage.unique('customer').replaceAll(' ', '-')
    const gone = items(stage, 2, { customer_id: customer })
    const stays = items(stage, 1)
    success(await push(stage, [...gone, ...stays]))
    const ids = member === 'customer_id' ? [customer] : gone.map(({ external_id }) => external_id)
    success(await post(stage, '/feedback/erase', { [`${member}s`]: ids }))
    must((await storedOf(stage, gone)).length === 0, 'items are still there')
    must((await storedOf(stage, stays)).length === 1, 'another item was erased too')
  })
}

/** Erasing and uploading. */
export const FEEDBACK_RULES: StagedRule[] = [
  erases('ERS-1', 'external_id'),
  erases('ERS-2', 'customer_id'),
  staged('ERS-3', async (stage) => {
    const [item] = items(stage, 1)
    success(await push(stage, [item]))
    success(await post(stage, '/feedback/erase', { external_ids: [item!.external_id] }, { as: 'push' }))
  }),
  uploads('UPL-1', 'csv'),
  uploads('UPL-2', 'xlsx'),
  staged('UPL-3', async (stage) => {
    const answer = await upload(stage, 'csv', rowsOf(stage))
    must('task_id' in success(answer), 'the response names no task')
    await finishedTask(stage, answer)
  }),
  staged('UPL-4', async (stage) => {
    await finishedTask(stage, await upload(stage, 'csv', rowsOf(stage), 'push'))
  }),
]
