import { isObject } from '../../../base/is-object.js'
import { LIMITS } from '../../../contract/limits.js'
import { codeOf, must, mustAnswer } from '../rule.js'
import { assumedIn } from '../scenery.js'
import { finishedTask, items, push, pushBulk, storedItems, storedOf } from './pushing.js'
import { creditsUsed, post, type Stage, type StagedRule, staged, success } from './stage.js'

/** Pushed under a path; the items must be there. */
function lands(id: string, path: string, bulk: boolean, mount?: string): StagedRule {
  return staged(id, async (stage) => {
    const { textId } = await stage.scene()
    const content = items(stage, 2)
    const ask = { path, ...(mount === undefined ? {} : { mount }) }
    if (bulk) await finishedTask(stage, await pushBulk(stage, [[textId, content]], ask))
    else success(await push(stage, content, ask))
    must((await storedOf(stage, content)).length === 2, `${path} did not store what was pushed`)
  })
}

function counted(id: string, member: string, first: number, again: number): StagedRule {
  return staged(id, async (stage) => {
    const content = items(stage, 3)
    for (const expected of [first, again]) {
      const { [member]: found } = success(await push(stage, content))
      must(found === expected, `${member} is ${found} instead of ${expected}`)
    }
  })
}

/** Pushes to one field. */
export const PUSH_RULES: StagedRule[] = [
  staged('PSH-1', async (stage) => {
    const [item] = items(stage, 1, {
      customer_id: 'conformance',
      channel: 'e-mail',
      language: 'en',
      rating: 4,
      occurred_at: '2026-01-15T10:00:00Z',
    })
    success(await push(stage, [item]))
    const [found] = await storedOf(stage, [item!])
    for (const member of ['text', 'external_id', 'customer_id', 'channel', 'language', 'rating'])
      must(found?.[member] === item![member], `${member} was stored as ${JSON.stringify(found?.[member])}`)
    must(Date.parse(String(found?.occurred_at)) === Date.parse(String(item!.occurred_at)), 'occurred_at differs')
  }),
  staged('PSH-2', async (stage) => {
    const content = items(stage, 2)
    success(await push(stage, content))
    const { inserted, duplicates } = success(await push(stage, content))
    must(inserted === 0 && duplicates === 2, `inserted ${inserted}, duplicates ${duplicates}`)
    must((await storedOf(stage, content)).length === 2, 'items are stored twice')
  }),
  counted('PSH-5', 'inserted', 3, 0),
  counted('PSH-6', 'duplicates', 0, 3),
  staged('PSH-7', async (stage) => {
    const { rows_accepted } = success(await push(stage, items(stage, 3)))
    must(rows_accepted === 3, `rows_accepted is ${rows_accepted}`)
  }),
  staged('PSH-8', async (stage) => {
    const { groupId, sourceId } = await stage.scene()
    const payload = success(await push(stage, items(stage, 1)))
    must(assumedIn(payload, 'result:pushContent', 'survey_series_id') === groupId, 'another group is named')
    must(assumedIn(payload, 'result:pushContent', 'survey_id') === sourceId, 'another source is named')
  }),
  staged('PSH-9', async (stage) => {
    const { aps_deducted } = success(await push(stage, items(stage, 1)))
    must(typeof aps_deducted === 'number', `aps_deducted is ${aps_deducted}`)
  }),
  staged('PSH-11', async (stage) => {
    const { inserted } = success(await push(stage, items(stage, 1)), 200)
    must(inserted === 1, `inserted is ${inserted}`)
  }),
  staged('PSH-12', async (stage) => {
    for (const as of ['push', 'create', 'all'] as const) success(await push(stage, items(stage, 1), { as }))
  }),
  staged('AUT-10', async (stage) => {
    success(await push(stage, items(stage, 1), { as: 'create' }))
    success(await stage.probe.as('create', 'GET', '/feedback'))
  }),
  staged('PSH-19', async (stage) => {
    const { inserted } = success(await push(stage, ['A plain text.', 'Another one.']))
    must(inserted === 2, `inserted is ${inserted}`)
  }),
  staged('PSH-20', async (stage) => {
    const { inserted } = success(await push(stage, items(stage, LIMITS.itemsPerPush)))
    must(inserted === LIMITS.itemsPerPush, `inserted is ${inserted}`)
  }),
  staged('PSH-22', async (stage) => {
    const [item] = items(stage, 1)
    success(await push(stage, [{ ...item, text: 'a'.repeat(LIMITS.charactersPerItem) }]))
  }),
  staged('PSH-24', async (stage) => {
    success(await push(stage, items(stage, 1)))
    success(await push(stage, items(stage, 1), { members: { source_reference: 'Conformance' } }))
  }),
  staged('APS-2', async (stage) => {
    const before = await creditsUsed(stage)
    const { aps_deducted } = success(await push(stage, items(stage, 2)))
    must(aps_deducted === 0, `aps_deducted is ${aps_deducted}`)
    const after = await creditsUsed(stage)
    must(Object.is(after, before), `credits.used went from ${before} to ${after}`)
  }),
  lands('VOC-9', '/feedback/push', false),
  lands('VOC-10', '/feedback/push/bulk', true),
  lands('VOC-11', '/content/push/bulk', true, ''),
  staged('VOC-4', async (stage) => {
    for (const path of ['/content/push', '/feedback/push'])
      must('aps_deducted' in success(await push(stage, items(stage, 1), { path })), `${path}: no aps_deducted`)
  }),
  staged('VOC-5', async (stage) => {
    const { groupId, sourceId, textId } = await stage.scene()
    const recommended = { feedback_group_id: groupId, source_id: sourceId }
    for (const content of [items(stage, 1), items(stage, 1)])
      success(await post(stage, '/content/push', { ...recommended, field: { field_id: textId, content } }))
    success(await push(stage, items(stage, 1)))
  }),
]

const keyed = (key: string) => ({ headers: { 'idempotency-key': key } })
const freshKey = (stage: Stage) => stage.unique('key').replaceAll(' ', '-')

/** Requests that are repeated with the same key. */
export const IDEMPOTENCY_RULES: StagedRule[] = [
  staged('IDM-1', async (stage) => {
    const { textId } = await stage.scene()
    for (const ask of [() => keyed(freshKey(stage)), () => ({ unkeyed: true as const })]) {
      success(await push(stage, items(stage, 1), ask()))
      success(await pushBulk(stage, [[textId, items(stage, 1)]], ask()))
    }
  }),
  staged('IDM-2', async (stage) => {
    const content = items(stage, 2)
    success(await push(stage, content, keyed(freshKey(stage))))
    must((await storedOf(stage, content)).length === 2, 'the first request stored something else')
  }),
  staged('IDM-4', async (stage) => {
    const [content, ask] = [items(stage, 2), keyed(freshKey(stage))]
    const [first, second] = [await push(stage, content, ask), await push(stage, content, ask)]
    must(first.status === second.status && first.text === second.text, 'the replay has a different response')
  }),
  staged('IDM-5', async (stage) => {
    const ask = keyed(freshKey(stage))
    const text = stage.unique('Said once')
    for (let time = 0; time < 2; time += 1) success(await push(stage, [text], ask))
    const found = (await storedItems(stage)).filter((item) => item.text === text)
    must(found.length === 1, `${found.length} items of one text`)
  }),
  staged('IDM-6', async (stage) => {
    const ask = keyed(freshKey(stage))
    success(await push(stage, items(stage, 1), ask))
    const other = items(stage, 1)
    const answer = await push(stage, other, ask)
    mustAnswer(answer, 409)
    must(codeOf(answer) !== '' && isObject(answer.json), 'the refusal is not an error envelope')
    must((await storedOf(stage, other)).length === 0, 'the other payload was stored')
  }),
]
