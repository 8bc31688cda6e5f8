import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { erasureOf, openForeign, stageForeign, uploadOf } from './caller.js'
import { CHOICE_IDS, type Choices, choicesFrom, choicesWith, TABLE } from './choices.js'
import { queryAfter } from './list-pages.js'
import { groupsAfter, LIMIT, MOST } from './paging.js'
import { chosen, otherId } from './shape.js'
import { CHOICE_A } from './team-a.js'
import { CHOICE_B } from './team-b.js'

type Json = Record<string, unknown>
const SEEDS = Array.from({ length: 10 }, (_, seed) => seed)
const TEAMS: [string, Choices][] = [
  ['the plainest choices', choicesWith()],
  ['team A', CHOICE_A],
  ['team B', CHOICE_B],
  ...SEEDS.map((seed): [string, Choices] => [`seed ${seed}`, choicesFrom(seed)]),
]

describe.each(TEAMS)('a foreign service that chose as %s', (_name, choices) => {
  it('tells about the key, and lists what was created', () => {
    const foreign = openForeign(choices)
    const { call, unlike, service } = foreign
    const me = call('GET', '/api/input/me')
    expect(me).toMatchObject({
      org_id: expect.any(Number),
      rate_limits: { per_key_per_minute: 300, window_seconds: 60 },
    })
    const { group, source } = stageForeign(foreign)
    expect(call('POST', '/api/input/survey_series/create', { name: 'Support' }).created).toBe(false)
    expect(service.state.groups).toHaveLength(1)
    const listed = call('GET', `/api/input/surveys/list?survey_series_id=${group.id}&survey_id=${source.id}`)
    const [series] = listed.survey_series as { surveys: { mode: string; questions: { accepts_text: boolean }[] }[] }[]
    expect(series!.surveys[0]!.questions.map(({ accepts_text }) => accepts_text)).toEqual([true, true, false])
    expect(listed).toHaveProperty('pagination')
    expect(unlike).toEqual([])
  })

  it('takes pushes once, and lists, analyses and erases what was pushed', () => {
    const foreign = openForeign(choices)
    const { c, call, send, at, unlike, service, itemsOf } = foreign
    const { ids, source, publish } = stageForeign(foreign)
    const questionId = String(otherId(c, 'question', source.questions[0]!.id))
    const question = {
      question_id: questionId,
      content: [{ text: 'Great support', external_id: 'T-1' }, 'The app is slow'],
    }
    if (c['source.born'] === 'EDITING') {
      expect(send('POST', '/api/input/content/push', { ...ids, question }).status).toBe(c['error.draft.status'])
    }
    publish()
    expect(call('POST', '/api/input/content/push', { ...ids, question })).toMatchObject({
      inserted: 2,
      duplicates: 0,
      aps_deducted: 0,
    })
    const again = {
      feedback_group_id: ids.survey_series_id,
      source_id: ids.survey_id,
      field: { field_id: questionId, content: question.content.slice(0, 1) },
    }
    expect(call('POST', at('/feedback/push'), again)).toMatchObject({ inserted: 0, duplicates: 1 })
    const listed = call('GET', at('/feedback'))
    expect(itemsOf(listed)).toHaveLength(2)
    expect(call('GET', at(`/sources/${source.id}/analysis`))).toBeDefined()
    service.state.items[0]!.customerId = 'C-1'
    expect(call('POST', at('/feedback/erase'), erasureOf(c, 'C-1'))).toBeDefined()
    expect(service.state.items.map(({ text }) => text)).toEqual(['The app is slow'])
    expect(unlike).toEqual([])
  })

  it('pushes in bulk as a task or synchronously, and ingests a CSV', () => {
    const foreign = openForeign(choices)
    const { c, call, send, at, inside, unlike, service } = foreign
    const { ids, source, publish } = stageForeign(foreign)
    publish()
    const questions = source.questions.slice(0, 2).map(({ id }) => ({
      question_id: String(otherId(c, 'question', id)),
      content: [{ text: 'Fast delivery', external_id: 'T-1' }],
    }))
    const sync = { ...ids, sync: true, questions }
    expect(call('POST', '/api/input/content/push/bulk', sync)).toMatchObject({ inserted: 2 })
    const bare = { ...sync, questions: questions.map((each) => ({ ...each, content: ['No id'] })) }
    expect(send('POST', at('/feedback/push/bulk'), bare)).toMatchObject({
      status: 400,
      body: { error: { code: 'SYNC_REQUIRES_EXTERNAL_ID' } },
    })
    const answer = send('POST', '/api/input/content/push/bulk', { ...ids, questions })
    expect(answer.status).toBe(202)
    const task = inside('task.wrap', (c.envelope === 'data' ? (answer.body as Json).data : answer.body) as Json)
    const path = at(c['task.path'].replace('{id}', String(task[chosen(c, 'task.id')!])))
    call('GET', path)
    expect(inside('task.wrap', call('GET', path))).toMatchObject({
      [chosen(c, 'task.progress')!]: 100,
      [chosen(c, 'task.status')!]: c['task.words'].split(' ')[2],
    })
    const question_id = String(otherId(c, 'question', source.questions[0]!.id))
    const uploaded = send('POST', ...uploadOf(c, { ...ids, question_id }))
    expect(uploaded.status).toBe(c['upload.status'])
    expect(service.state.items.at(-1)).toMatchObject({ text: 'He said "no, thanks"', externalId: 'U-1' })
    expect(unlike).toEqual([])
  })

  it('sends invites once, shows what became of them, and signs its deliveries', () => {
    const foreign = openForeign(choices)
    const { c, call, at, inside, unlike, service } = foreign
    const { source } = stageForeign(foreign)
    const recipients = [{ [chosen(c, 'recipient.email')!]: 'ann@example.org', variables: { name: 'Ann' } }]
    call('GET', at(`/sources/${source.id}/invite-template`))
    call('POST', at(`/sources/${source.id}/invites`), { recipients, dry_run: true })
    expect(service.state.invites).toHaveLength(0)
    call('POST', at(`/sources/${source.id}/invites`), { recipients })
    const sent = inside('invite.wrap', call('POST', at(`/sources/${source.id}/invites`), { recipients }))
    expect(service.state.invites.map((each) => each.recipients[0]!.skipped)).toEqual([false, true])
    const id = sent[chosen(c, 'invite.id')!]
    call('GET', at(`/invites/${id}`))
    const page = call('GET', at(`/invites/${id}/recipients`))
    expect(Array.isArray(page) ? page : page[chosen(c, 'recipient.list')!]).toHaveLength(1)
    const { headers, body } = service.state.deliveries.at(-1)!
    expect(headers['X-Service-Signature']).toBe(
      `sha256=${createHmac('sha256', service.secret).update(body).digest('hex')}`,
    )
    expect(JSON.parse(body)).toMatchObject({ event: 'invites.completed', data: expect.any(Object) })
    expect(unlike).toEqual([])
  })

  it('refuses with the error envelope, and keeps to scopes, idempotency keys and limits', () => {
    const { c, send, service, wait } = openForeign(choices, { perKeyPerMinute: 8 })
    const create = (name: string, headers = {}) => send('POST', '/api/input/survey_series/create', { name }, headers)
    expect(send('GET', '/api/input/me', undefined, { authorization: 'Bearer no' })).toMatchObject({
      status: 401,
      body: { error: { code: c['error.unauthorized'] } },
    })
    const push = { authorization: `Bearer ${service.keyWith('push')}` }
    expect(create('Mine', push)).toMatchObject({ status: 403, body: { error: { code: 'INSUFFICIENT_PERMISSION' } } })
    expect(create('x')).toMatchObject({
      status: c['error.invalid.status'],
      body: { error: { code: c['error.invalid.code'], message: expect.any(String) } },
    })
    const first = create('Once', { 'idempotency-key': 'k' })
    expect(create('Once', { 'idempotency-key': 'k' }).body).toEqual(first.body)
    expect(create('Twice', { 'idempotency-key': 'k' })).toMatchObject({
      status: 409,
      body: { error: { code: c['error.conflict'] } },
    })
    for (let each = 0; each < 4; each += 1) send('GET', '/api/input/me')
    const refused = send('GET', '/api/input/me')
    expect(refused).toMatchObject({
      status: 429,
      headers: { 'retry-after': '60', 'x-ratelimit-remaining': '0', 'x-ratelimit-limit': '8' },
    })
    wait(60_000)
    expect(send('GET', '/api/input/me').status).toBe(200)
  })

  it('gives all of 450 items and 120 groups by its own way of paging', () => {
    const { c, call, send, at, service, unlike, itemsOf } = openForeign(choices)
    const { state } = service
    for (let id = 1; id <= 120; id += 1) state.groups.push({ id, name: `Group ${id}`, createdAt: 1 })
    const question = { id: 201, text: 'Why?', type: 'TEXT' as const, options: [] }
    state.sources.push({
      id: 200,
      groupId: 1,
      title: 'Far',
      published: true,
      createdAt: 1,
      questions: [question],
      readsUntilAnalysed: 0,
    })
    for (let id = 1000; id < 1450; id += 1)
      state.items.push({ id, sourceId: 200, questionId: 201, text: `Item ${id}`, occurredAt: id, pushedAt: id })
    const groups = [0, 50, 100].flatMap(
      (before) =>
        call('GET', `/api/input/surveys/list?${new URLSearchParams(groupsAfter(c, before))}`).survey_series as Json[],
    )
    expect(new Set(groups.map((group) => group[chosen(c, 'group.id')!])).size).toBe(120)
    const seen = new Set<unknown>()
    const size = c['feedback.size'] === 'none' ? LIMIT : MOST
    for (let before = 0; before < 450; before += size) {
      const answer = send('GET', `${at('/feedback')}?${new URLSearchParams(queryAfter(c, 'feedback', before, size))}`)
      const payload = (c.envelope === 'data' ? (answer.body as Json).data : answer.body) as Json
      for (const item of itemsOf(payload)) seen.add(item[chosen(c, 'item.id')!])
      const next = Object.values(queryAfter(c, 'feedback', before + size, size)).at(-1)!
      const around = Array.isArray(payload) ? [] : { ...payload, [chosen(c, 'feedback.list')!]: [] }
      const said = JSON.stringify([answer.headers, around])
      if (Number.isNaN(Number(next))) expect(said.includes(next)).toBe(before + size < 450)
    }
    expect(seen.size).toBe(450)
    expect(unlike).toEqual([])
  })
})

it('two teams differ nearly everywhere from the plainest choices, and from each other', () => {
  const differ = (one: Choices, other: Choices) => CHOICE_IDS.filter((id) => one[id] !== other[id]).length
  for (const pair of [
    [CHOICE_A, choicesWith()],
    [CHOICE_B, choicesWith()],
    [CHOICE_A, CHOICE_B],
  ] as const)
    expect(differ(...pair)).toBeGreaterThan(CHOICE_IDS.length * 0.6)
})

it('every choice has two to eight values, each once', () => {
  const faulty = CHOICE_IDS.filter((id) => {
    const values: readonly unknown[] = TABLE[id].values
    return values.length < 2 || values.length > 8 || new Set(values).size < values.length
  })
  expect(faulty).toEqual([])
})
