import { readFileSync } from 'node:fs'
import { describe, expect } from 'vitest'
import { LIMITS } from '../../src/contract/limits.js'
import type { Json } from './exchange.js'
import { csv, form, type UploadAsk, upload } from './form.js'
import type { Organization } from './organization.js'
import { onlyData, subscribe } from './receiver.js'
import { emulatorRule, rule } from './rule.js'
import { expectInvalid, expectRefusal, feedbackOf, openScene, payloadOf, push, type Scene } from './scene.js'
import { finishedTask } from './tasks.js'
import { webhookRule } from './webhook-rule.js'

const TWO_ROWS = csv('text,external_id', 'The queue was long,a-1', '"Friendly, and quick",a-2')

/** The task of an upload, at its end. */
async function uploaded(org: Organization, scene: Scene, file: Uint8Array, ask: UploadAsk = {}): Promise<Json> {
  const { task_id } = payloadOf(await upload(org, scene, file, ask), 202)
  return finishedTask(org, task_id, '/feedback/upload')
}

const textsOf = async (org: Organization, scene: Scene) =>
  (await feedbackOf(org, scene)).map((item: { text: string }) => item.text)

describe('uploads', () => {
  rule('[UPL-1, UPL-3] the rows of a CSV file become feedback items, after the answer', async (org) => {
    const scene = await openScene(org)
    const queued = payloadOf(await upload(org, scene, TWO_ROWS, { members: { source_reference: 'May' } }), 202)
    expect(queued).toMatchObject({ status: 'queued', progress: 0 })
    expect(queued.status_url).toContain(queued.task_id)
    const task = await finishedTask(org, queued.task_id, '/feedback/upload')
    expect(task).toMatchObject({ kind: 'upload', status: 'completed', progress: 100 })
    expect(task.result).toMatchObject({ inserted: 2, duplicates: 0, rows_read: 2, rows_rejected: 0, rejections: [] })
    expect(task.result.results).toMatchObject([{ field_id: scene.textId, inserted: 2 }])
    expect(await feedbackOf(org, scene)).toMatchObject([
      { text: 'The queue was long', external_id: 'a-1', source_reference: 'May' },
      { text: 'Friendly, and quick', external_id: 'a-2' },
    ])
  })

  rule('[UPL-2] the rows of an XLSX file become feedback items', async (org) => {
    const scene = await openScene(org)
    const file = readFileSync(new URL('../../fixtures/customer-survey.xlsx', import.meta.url))
    const headers = {
      [scene.textId]: 'Q1. What do you like most about training with us?',
      [scene.longId]: 'Q2. What should we improve?',
    }
    const task = await uploaded(org, scene, file, {
      fileName: 'survey.xlsx',
      members: { mapping: { fields: headers } },
    })
    expect(task.error ?? task.result).toMatchObject({ rows_rejected: 0 })
    expect(task.result.inserted).toBeGreaterThan(100)
    expect(task.result.results.map((each: Json) => each.inserted > 0)).toEqual([true, true])
    expect(await feedbackOf(org, scene)).toHaveLength(task.result.inserted)
  })

  rule('[UPL-4] an upload is open to push, create and all', async (org) => {
    const scene = await openScene(org)
    for (const key of ['push', 'create', 'all'] as const)
      payloadOf(await upload(org, scene, TWO_ROWS, { ask: { key } }), 202)
  })

  rule('[UPL-5] an upload refuses send and mcp_read', async (org) => {
    for (const key of ['send', 'mcp_read'] as const) {
      const { headers, body } = form({ source_id: '1', file: TWO_ROWS })
      const answer = await org.request('POST', '/feedback/upload', { key, headers, rawBody: body })
      expectRefusal(answer, 403, 'INSUFFICIENT_PERMISSION')
    }
  })

  rule('rows are rejected one by one, with their reasons, and ids stored already count as duplicates', async (org) => {
    const scene = await openScene(org)
    payloadOf(await push(org, scene, [{ text: 'Known', external_id: 'a-1' }]))
    const rows = [
      ['text', 'external_id', 'rating', 'language', 'occurred_at'],
      ['Stored before', 'a-1', '', '', ''],
      ['New', 'a-2', '4.5', 'de', '2026-02-28T10:00:00Z'],
      ['Twice in the file', 'a-2', '', '', ''],
      [' ', 'a-3', '', '', ''],
      ['Bad rating', 'a-4', 'many', '', ''],
      ['Bad language', 'a-5', '', '12', ''],
      ['Bad date', 'a-6', '', '', 'soon'],
      ['Damaged id', '5.70306E+17', '', '', ''],
      ['Too many cells', 'a-7', '', '', '', 'x'],
      ['x'.repeat(10_001), 'a-8', '', '', ''],
      ['No id', '', '', '', ''],
      ['No id', '', '', '', ''],
    ]
    const mapping = {
      fields: { [scene.textId]: 'text' },
      external_id: 'external_id',
      rating: 'rating',
      language: 'language',
      occurred_at: 'occurred_at',
    }
    const { result } = await uploaded(org, scene, csv(...rows.map((cells) => cells.join(','))), {
      members: { mapping },
    })
    expect(result).toMatchObject({ rows_read: 12, rows_rejected: 7, inserted: 3, duplicates: 2, rows_accepted: 5 })
    expect(result.rejections.map(({ row }: Json) => row)).toEqual([5, 6, 7, 8, 9, 10, 11])
    for (const [index, word] of [
      'text',
      'rating',
      'language',
      'occurred_at',
      'external_id',
      'cells',
      'text',
    ].entries()) {
      expect(result.rejections[index].reason).toContain(word)
    }
    expect(await textsOf(org, scene)).toEqual(['Known', 'New', 'No id', 'No id'])
  })

  rule('without a mapping headers that are named as members count', async (org) => {
    const scene = await openScene(org)
    expectInvalid(await upload(org, scene, TWO_ROWS, { members: { mapping: undefined } }), 'mapping')
    const questions = [{ type: 'TEXT', question_text: 'Why?' }]
    const source = payloadOf(
      await org.post('/sources/create', { feedback_group_id: scene.groupId, source_title: 'One', questions }),
    )
    await org.post('/sources/publish', { source_id: source.source_id })
    const file = csv('nr,text,customer_id,external_id', '1,Hello,c-1,a-1')
    const members = { mapping: undefined, source_id: source.source_id }
    expect((await uploaded(org, scene, file, { members })).result).toMatchObject({ inserted: 1 })
    const { items } = payloadOf(await org.get(`/feedback?source_id=${source.source_id}`))
    expect(items).toMatchObject([{ text: 'Hello', customer_id: 'c-1', external_id: 'a-1' }])
  })

  rule('what is wrong with the request is refused, and stores nothing', async (org) => {
    const scene = await openScene(org)
    const refused = async (
      members: Record<string, unknown>,
      file: Uint8Array | undefined = TWO_ROWS,
      fileName?: string,
    ) => upload(org, scene, file, { members, ...(fileName ? { fileName } : {}) })
    expectInvalid(await upload(org, scene, undefined), 'file')
    expectInvalid(await upload(org, scene, undefined, { members: { file: 'no file part' } }), 'file')
    expectInvalid(await refused({}, TWO_ROWS, 'answers.pdf'), 'file')
    expectInvalid(await refused({ source_id: undefined }), 'source_id')
    expectInvalid(await refused({ mapping: '{' }), 'mapping')
    expectInvalid(await refused({ mapping: { fields: {} } }), 'mapping.fields')
    expectInvalid(
      await refused({ mapping: { fields: { [scene.choiceId]: 'text' } } }),
      `mapping.fields.${scene.choiceId}`,
    )
    expectRefusal(await refused({ mapping: { fields: { 99: 'text' } } }), 404, 'NOT_FOUND')
    expectRefusal(await refused({ source_id: '99' }), 404, 'NOT_FOUND')
    const draft = { source_id: scene.draftId, mapping: { fields: { [scene.draftTextId]: 'text' } } }
    expectRefusal(await refused(draft), 409, 'SOURCE_NOT_PUBLISHED')
    const { headers, body } = form({ source_id: '1', file: TWO_ROWS })
    const send = (rawBody: Uint8Array | string, type = headers['content-type']) =>
      org.request('POST', '/feedback/upload', { rawBody, headers: { 'content-type': type } })
    expectRefusal(await send('{}', 'application/json'), 415, 'UNSUPPORTED_MEDIA_TYPE')
    expectInvalid(await send(body, 'multipart/form-data'))
    expectInvalid(await send(Buffer.from(body).subarray(0, 200)))
    expectInvalid(await send('nothing of a form'))
  })

  rule('a file that cannot be read fails its task, and nothing of it is stored', async (org) => {
    const scene = await openScene(org)
    const workbook = Buffer.from('PK\x03\x04 no workbook')
    const cases: [Uint8Array, string][] = [
      [csv('words', 'x'), 'answers.csv'],
      [Buffer.alloc(0), 'answers.csv'],
      [workbook, 'answers.xlsx'],
      [Buffer.from([0x1f, 0x8b, 8, 0]), 'answers.csv'],
      [csv('text,external_id', ' ,a-1'), 'answers.csv'],
    ]
    const codes: string[] = []
    for (const [file, fileName] of cases) codes.push((await uploaded(org, scene, file, { fileName })).error?.code)
    expect(codes).toEqual([
      'VALIDATION_ERROR',
      'VALIDATION_ERROR',
      'VALIDATION_ERROR',
      'VALIDATION_ERROR',
      'PUSH_FAILED',
    ])
  })

  rule(
    'a key over its parts gives the same task, whatever stands between them; other parts are refused',
    async (org) => {
      const scene = await openScene(org)
      const ask = { idempotencyKey: 'upload-1' }
      const first = payloadOf(await upload(org, scene, TWO_ROWS, { ask }), 202)
      await finishedTask(org, first.task_id)
      const again = await upload(org, scene, TWO_ROWS, { ask })
      expect([payloadOf(again, 202).task_id, again.headers['idempotent-replayed']]).toEqual([first.task_id, 'true'])
      expectRefusal(await upload(org, scene, csv('text', 'other'), { ask }), 409, 'IDEMPOTENCY_KEY_REUSED')
      expectRefusal(await upload(org, scene, TWO_ROWS, { ask, fileName: 'b.csv' }), 409, 'IDEMPOTENCY_KEY_REUSED')
      expect(await textsOf(org, scene)).toHaveLength(2)
    },
  )

  webhookRule('content.pushed fires once for an upload, with what it inserted', async (org, receiver) => {
    const scene = await openScene(org)
    await subscribe(org, ['content.pushed'])
    const rows = Array.from({ length: 2_500 }, (_, index) => `row ${index},a-${index % 2_400}`)
    await uploaded(org, scene, csv('text,external_id', ...rows))
    await org.advance('1ms')
    expect(onlyData(receiver, 'content.pushed')).toEqual({
      survey_series_id: Number(scene.groupId),
      survey_id: Number(scene.sourceId),
      question_ids: [Number(scene.textId)],
      inserted: 2_400,
      duplicates: 100,
      source_reference: null,
    })
  })

  rule(
    "a live key's upload is charged for what it inserts; beyond the quota its task fails and stores nothing",
    async (org) => {
      const scene = await openScene(org)
      const used = async () => payloadOf(await org.get('/me', { key: 'live.all' })).credits.used
      await org.control('PATCH', '', { plan: { limit: 0.01 } })
      const live: UploadAsk = { ask: { key: 'live.push' } }
      const eight = csv('text,external_id', ...Array.from({ length: 8 }, (_, index) => `four,b-${index}`))
      const charged = await uploaded(org, scene, eight, live)
      expect([charged.result.aps_deducted, await used()]).toEqual([0.008, 0.008])
      const more = csv('text,external_id', 'four,b-0', 'four,c-1', 'four,c-1', 'four,c-2', 'four,c-3')
      expect((await uploaded(org, scene, more, live)).error).toMatchObject({ code: 'APS_EXHAUSTED' })
      expect(await textsOf(org, scene)).toHaveLength(8)
      const fits = csv('text,external_id', 'four,b-0', 'four,c-1', 'four,c-1', 'four,c-2')
      expect((await uploaded(org, scene, fits, live)).result).toMatchObject({ inserted: 2, aps_deducted: 0.002 })
      expect(await used()).toBe(0.01)
      expect((await uploaded(org, scene, more)).result).toMatchObject({ inserted: 1, aps_deducted: 0 })
    },
  )

  emulatorRule('a file over 100 MiB is refused with 413', {}, async (org) => {
    const scene = await openScene(org)
    const file = Buffer.alloc(LIMITS.uploadBytes + 1, 'a')
    expectRefusal(await upload(org, scene, file, { ask: { observe: false } }), 413, 'PAYLOAD_TOO_LARGE')
    const declared = {
      'content-length': String(LIMITS.uploadBytes * 2),
      'content-type': 'multipart/form-data; boundary=x',
    }
    const answer = await org.request('POST', '/feedback/upload', { rawBody: '', headers: declared })
    expectRefusal(answer, 413, 'PAYLOAD_TOO_LARGE')
  })
})
