import { expect, test } from 'vitest'
import { COUNT, factsFrom, listOf, object, oneOf, TEXT } from './document.js'
import { factsSeen, seen } from './seen.js'

const PUBLISH = 'POST /api/input/survey/publish'
const UPLOAD = 'POST /api/input/feedback/upload'
const REFUSED = { survey_series_id: ['Field required'], survey_id: ['Field required'] }

const published = (body: object) => seen(PUBLISH, { survey_id: '9' }, { body })
const refused = (details: object, status = 422) =>
  seen(PUBLISH, { error: { code: 'VALIDATION_ERROR', message: 'No.', details } }, { status, body: {} })

const CREATED = { survey_series_id: '4', survey_title: 'A', survey_description: 'B', questions: [] }
const BOTH = { survey_series_id: '4', survey_id: '9' }
const bodyOf = (exchanges: Parameters<typeof factsSeen>[0]) =>
  factsSeen(exchanges)['body:publishSource.survey_series_id']

test('what all requests carry is demanded where one was refused for lack of it', () => {
  expect(bodyOf([published(BOTH), refused(REFUSED)])).toEqual({ required: true })
  expect(bodyOf([published(BOTH), refused([{ loc: ['body', 'survey_series_id'], msg: 'Missing' }], 400)])).toEqual({
    required: true,
  })
})

test('what all requests carry is not demanded where none was refused for lack of it', () => {
  expect(bodyOf([published(BOTH)])).toEqual({ sent: true })
  expect(bodyOf([published(BOTH), refused({ survey_id: ['Field required'] })])).toEqual({ sent: true })
  expect(bodyOf([published(BOTH), refused(REFUSED, 409)])).toEqual({ sent: true })
})

test('what all requests carry is sent under its name there, and only what the client knows by itself', () => {
  const facts = factsSeen([published({ source_id: '9', group_id: '4' })])
  expect(facts['body:publishSource.survey_series_id']).toEqual({ name: 'group_id', sent: true })
  const created = seen('POST /api/input/survey/create', { survey_id: '9' }, { body: CREATED, status: 201 })
  expect(JSON.stringify(factsSeen([created]))).not.toContain('sent')
})

test('what one request was taken without is not demanded, also where a refusal names it', () => {
  expect(bodyOf([published(BOTH), published({ survey_id: '9' }), refused(REFUSED)])).toBeUndefined()
})

const uploaded = (parts: object, status: number) =>
  seen(UPLOAD, { task_id: '8' }, { status, isForm: true, body: { file: new Uint8Array([97, 10]), ...parts } })

test('an upload that was taken without a group demands none', () => {
  const requiredOf = (...exchanges: Parameters<typeof factsSeen>[0][number][]) =>
    factsSeen(exchanges)['body:uploadFeedback']?.required
  expect(requiredOf(uploaded({ survey_id: '9' }, 202))).toEqual({ survey_series_id: false })
  expect(requiredOf(uploaded({ survey_id: '9' }, 422))).toBeUndefined()
  expect(requiredOf(uploaded({ survey_id: '9', survey_series_id: '4' }, 202))).toBeUndefined()
  // It may be the group under another name.
  expect(requiredOf(uploaded({ survey_id: '9', feedback_bucket_id: '4' }, 202))).toBeUndefined()
})

test('a flag that a publication must set says that it is one', () => {
  const always = factsSeen([published({ survey_id: '9', publish: true }), published({ survey_id: '8', publish: true })])
  expect(Object.values(always).flatMap(({ fixed }) => fixed ?? [])).toEqual([{ publish: true }])
  const notice = factsSeen([published({ survey_id: '9', notify: true })])
  expect(JSON.stringify(notice)).not.toContain('fixed')
})

test('the state that a publication must name is the one that it leads to', () => {
  const fixedOf = (facts: ReturnType<typeof factsSeen>) => Object.values(facts).flatMap(({ fixed }) => fixed ?? [])
  const asked = (...words: string[]) =>
    factsFrom({
      ...{ method: 'post', path: '/api/input/survey/publish' },
      body: object({ survey_id: TEXT, mode: oneOf(...words) }),
      answer: object({ survey_id: TEXT }),
    })
  expect(fixedOf(asked('EDITING', 'ACCESSIBLE'))).toEqual([{ mode: 'ACCESSIBLE' }])
  expect(fixedOf(asked('draft', 'live'))).toEqual([{ mode: 'live' }])
  expect(fixedOf(asked('silent', 'loud'))).toEqual([])
  const seenOnce = factsSeen([published({ survey_id: '9', mode: 'ACCESSIBLE' })])
  expect(fixedOf(seenOnce)).toEqual([{ mode: 'ACCESSIBLE' }])
})

const ERASE = 'POST /api/input/feedback/erase'
const fixedIn = (facts: Record<string, { fixed?: unknown }>) => Object.values(facts).flatMap(({ fixed }) => fixed ?? [])
const erased = (more: object, id = 'a') =>
  seen(ERASE, { erased: 1, not_found: [] }, { body: { external_ids: [id], ...more } })
const notErased = (name: string, body: object = {}) =>
  seen(ERASE, { error: { code: 'NO', message: 'No.', details: { [name]: ['Field required'] } } }, { status: 422, body })

test.each([
  { confirm: false },
  { execute: false },
  { apply: false },
  { all_sources: true },
  { cascade: true },
  { include_linked: true },
  { purge: true },
  { keep: false },
  { draft: true },
  { noop: true },
  { what_if: true },
  { pretend: true },
  { dry_run: true },
  { ticket: 'T-1' },
])('the value that the sender of all requests chose is not sent, though %o was demanded', (more) => {
  const both = [erased(more), erased(more, 'b')]
  const [name = ''] = Object.keys(more)
  expect(fixedIn(factsSeen([...both, notErased(name)]))).toEqual([])
  const type = typeof Object.values(more)[0]
  const body = object({ external_ids: listOf(TEXT), [name]: { type } })
  const described = { method: 'post' as const, path: '/api/input/feedback/erase', body }
  expect(fixedIn(factsSeen([...both, notErased(name)], [described]))).toEqual([])
})

test('a publication is never sent the flag by which recorded ones left it unpublished', () => {
  const hidden = [published({ survey_id: '9', publish: false }), published({ survey_id: '8', publish: false })]
  expect(fixedIn(factsSeen([...hidden, refused({ publish: ['Field required'] })]))).toEqual([])
})

test('an erasure says that it is meant where it must', () => {
  const described = (more: object) => ({
    ...{ method: 'post' as const, path: '/api/input/feedback/erase' },
    body: object({ external_ids: listOf(TEXT), ...more }),
  })
  const fixedFrom = (more: object) => fixedIn(factsFrom(described(more)))
  expect(fixedFrom({ confirm: { type: 'boolean' } })).toEqual([{ confirm: true }])
  expect(fixedFrom({ isConfirmed: { type: 'boolean' } })).toEqual([{ isConfirmed: true }])
  expect(fixedFrom({ confirm: TEXT })).toEqual([])
  expect(fixedIn(factsSeen([erased({ confirm: true })]))).toEqual([{ confirm: true }])
  expect(fixedIn(factsSeen([erased({ confirm: true }), erased({ confirm: false }, 'b')]))).toEqual([])
  const refusedWithout = [erased({ confirm: true }), erased({ confirm: true }, 'b'), notErased('confirm')]
  expect(fixedIn(factsSeen(refusedWithout))).toEqual([{ confirm: true }])
  const { body, ...asked } = described({ confirm: { type: 'boolean' } })
  const optional = { ...asked, body: { ...body, required: ['external_ids'] } }
  expect(fixedIn(factsSeen(refusedWithout, [optional]))).toEqual([{ confirm: true }])
})

test.each(['ERASE', 'delete', 'yes', 'I understand.', 'CONFIRM'])(
  'an erasure confirms with the text that each one did, where that says no more than that it is meant: %s',
  (confirm) => {
    expect(fixedIn(factsSeen([erased({ confirm }), erased({ confirm }, 'b')]))).toEqual([{ confirm }])
    expect(fixedIn(factsSeen([erased({ confirmationText: confirm }), notErased('confirmationText')]))).toEqual([
      { confirmationText: confirm },
    ])
    // What one was taken without need not be sent, nor is a text known that differs.
    expect(fixedIn(factsSeen([erased({ confirm }), erased({}, 'b')]))).toEqual([])
    expect(fixedIn(factsSeen([erased({ confirm }), erased({ confirm: 'Sure' }, 'b')]))).toEqual([])
  },
)

test.each([
  { confirm: 'dry_run' },
  { confirm: 'ERASE ALL' },
  { confirm: 'a' },
  { confirm: 'none' },
  { scope: 'delete' },
])('a text that may say more than that is not sent, though all had it: %o', (more) => {
  expect(fixedIn(factsSeen([erased(more), erased(more, 'b'), notErased(Object.keys(more)[0]!)]))).toEqual([])
})

test('an erasure says why where it must, in words that everyone may change in the facts file', () => {
  const erase = { method: 'post' as const, path: '/api/input/feedback/erase' }
  const fixedFrom = (reason: object) =>
    fixedIn(factsFrom({ ...erase, body: object({ external_ids: listOf(TEXT), reason: reason as never }) }))
  expect(fixedFrom({ ...TEXT, minLength: 1, maxLength: 255 })).toEqual([{ reason: 'Requested with inpk' }])
  expect(fixedFrom({ ...TEXT, maxLength: 8 })).toEqual([])
  expect(fixedFrom({ ...TEXT, minLength: 30 })).toEqual([])
  expect(fixedFrom({ ...TEXT, pattern: '^TICKET-\\d+$' })).toEqual([])
  expect(fixedFrom(oneOf('gdpr', 'duplicate'))).toEqual([])
  const told = [erased({ reason: 'request of the customer' }), erased({ reason: 'duplicate' }, 'b')]
  expect(fixedIn(factsSeen(told))).toEqual([{ reason: 'Requested with inpk' }])
  expect(fixedIn(factsSeen([...told, erased({}, 'c')]))).toEqual([])
})

test('a flag that may be about a person is not set for its name', () => {
  const flag = { type: 'boolean' }
  const fixedFrom = (path: string, members: object) =>
    fixedIn(factsFrom({ method: 'post', path, body: object(members as never) }))
  const invites = (name: string) =>
    fixedFrom('/api/input/sources/{id}/invites', { recipients: listOf(object({ email: TEXT })), [name]: flag })
  const erasure = (more: object) => fixedFrom('/api/input/feedback/erase', { external_ids: listOf(TEXT), ...more })
  const publication = (members: object) =>
    fixedFrom('/api/input/survey/publish', { survey_id: TEXT, survey_series_id: TEXT, ...members })
  expect(publication({ notification: object({ enabled: flag }) })).toEqual([])
  expect(publication({ enabled: flag })).toEqual([{ enabled: true }])
  const below = object({ survey_id: TEXT, survey_series_id: TEXT, active: flag })
  expect(fixedFrom('/api/input/survey/publish', { survey: below })).toEqual([{ 'survey.active': true }])
  for (const name of ['consent', 'agreed', 'acknowledged', 'confirmed']) expect(invites(name)).toEqual([])
  for (const name of ['consent', 'agreed', 'acknowledged']) expect(erasure({ [name]: flag })).toEqual([])
  expect(erasure({ customer: object({ consent: flag }) })).toEqual([])
  expect(erasure({ customer: object({ confirmed: flag }) })).toEqual([])
})

test('what the described address of an operation demands is sent to the one that was only seen', () => {
  const described = [
    {
      ...{ method: 'post' as const, path: '/api/input/sources/publish' },
      body: { ...object({ source_id: TEXT, client: oneOf('integration') }), required: ['source_id', 'client'] },
      answer: object({ source_id: TEXT }),
    },
  ]
  const demanded = (...bodies: object[]) => fixedIn(factsSeen(bodies.map(published), described))
  expect(demanded({ survey_id: '9', client: 'integration' })).toEqual([{ client: 'integration' }])
  expect(demanded({ survey_id: '9', client: 'integration' }, { survey_id: '8' })).toEqual([])
})

test('an erase that is a rehearsal by its default, or was never seen to be one, is not rehearsed', () => {
  const ERASE = '/api/input/feedback/erase'
  const described = (flag: object) =>
    factsFrom({
      ...{ method: 'post', path: ERASE },
      body: {
        ...object({ external_ids: listOf(TEXT), customer_ids: listOf(TEXT), dry_run: flag as never }),
        required: [],
      },
      answer: object({ erased: COUNT, not_found: listOf(TEXT) }),
    })['body:eraseFeedback']?.fixed
  expect(described({ type: 'boolean', default: true })).toEqual({ dry_run: false })
  expect(described({ type: 'boolean', default: false })).toBeUndefined()
  expect(described({ type: 'boolean' })).toBeUndefined()
  const erased = (dry_run: boolean) =>
    seen(`POST ${ERASE}`, { erased: 1, not_found: [] }, { body: { external_ids: ['a'], dry_run } })
  const sent = (...exchanges: Parameters<typeof factsSeen>[0]) => factsSeen(exchanges)['body:eraseFeedback']?.fixed
  expect(sent(erased(false), erased(false))).toEqual({ dry_run: false })
  expect(sent(erased(false), erased(true))).toBeUndefined()
})
