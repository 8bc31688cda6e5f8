import { expect, test } from 'vitest'
import { COUNT, type Described, factsFrom, listOf, object, oneOf, TEXT, TIME } from './document.js'
import { factsSeen, seen } from './seen.js'

const ITEM = { feedback_id: TEXT, text: TEXT, external_id: TEXT, occurred_at: TIME }
const RECIPIENT = { email: TEXT, delivery_status: TEXT, updated_at: TIME }
const SHARED = { themes: listOf(object({ id: TEXT, label: TEXT })), analysis_status: oneOf('none', 'available') }

const get = (path: string, answer: Record<string, object>): Described => ({
  path: `/api/input/${path}`,
  answer: object(answer as never),
})

test('the only list of an answer that lists is its rows, whatever it is called', () => {
  const items = (answer: Record<string, object>) => factsFrom(get('feedback', answer))['result:listFeedback'] ?? {}
  expect(items({ data_items: listOf(object(ITEM)), next: TEXT })).toMatchObject({ names: { items: 'data_items' } })
  const recipients = factsFrom(get('invites/{id}/recipients', { feedback: listOf(object(RECIPIENT)), next: TEXT }))
  expect(recipients['result:listInviteRecipients']).toMatchObject({ names: { recipients: 'feedback' } })
  const twice = items({ data_items: listOf(object(ITEM)), others: listOf(object(ITEM)) })
  expect(JSON.stringify(twice)).not.toContain('items"')
  expect(JSON.stringify(items({ faults: listOf(object({ code: TEXT, why: TEXT })) }))).not.toContain('faults')
})

test('the only list of recorded answers is its rows where rows of that kind stand in it', () => {
  const row = { feedback_id: 'i1', text: 'Good', external_id: 'a1', occurred_at: '2026-01-01T00:00:00Z' }
  const facts = factsSeen([seen('GET /api/input/feedback', { data_items: [row], next: null })])
  expect(facts['result:listFeedback']).toMatchObject({ names: { items: 'data_items' } })
})

test('a theme is called by its only text, a monitor counts by its only number', () => {
  const analysis = (themes: object, monitors: object) =>
    factsFrom(
      get('sources/{id}/analysis', {
        ...SHARED,
        themes: listOf(themes as never),
        monitor_matches: listOf(monitors as never),
      }),
    )
  const monitor = { monitor_id: TEXT, name: TEXT }
  const found = analysis(object({ id: TEXT, theme: TEXT }), object({ ...monitor, matched_items: COUNT } as never))
  expect(found['result:getAnalysis.themes']).toMatchObject({ names: { '[].label': 'theme' } })
  expect(found['result:getAnalysis.monitor_matches']).toMatchObject({ names: { '[].match_count': 'matched_items' } })
  const open = analysis(
    object({ id: TEXT, gist: TEXT, colour: TEXT }),
    object({ ...monitor, matched_items: COUNT, order: COUNT } as never),
  )
  expect(open['result:getAnalysis.themes']?.names ?? {}).not.toHaveProperty(['[].label'])
  expect(open['result:getAnalysis.monitor_matches']?.names ?? {}).not.toHaveProperty(['[].match_count'])
})

test('the only text of a theme without an identifier may be either', () => {
  const facts = factsFrom(get('sources/{id}/analysis', { ...SHARED, themes: listOf(object({ theme: TEXT })) }))
  expect(JSON.stringify(facts['result:getAnalysis.themes'] ?? {})).not.toMatch(/label|theme_id/)
})

test.each([
  [
    'is its label where answers have words in it',
    ['late delivery', 'price'],
    { '[].label': 'theme', '[].theme_id': null },
  ],
  ['may be either where they have figures', ['late delivery', 'th_2'], undefined],
])('the only text of a theme without an identifier %s', (_what, values, names) => {
  const answer = { analysis_status: 'available', survey_series_id: '1', survey_id: '7', item_count: 3 }
  const analysis = { ...answer, themes: values.map((theme) => ({ theme })) }
  const facts = factsSeen(
    [seen('GET /api/input/sources/7/analysis', analysis)],
    [get('sources/{id}/analysis', { ...SHARED, themes: listOf(object({ theme: TEXT })) })],
  )['result:getAnalysis.themes']
  if (names) expect(facts).toMatchObject({ names })
  else expect(JSON.stringify(facts ?? {})).not.toMatch(/label|theme_id/)
})

test('recorded answers may leave out what else is there', () => {
  const analysis = { analysis_status: 'available', themes: [{ id: 't1', gist: 'Price' }] }
  const facts = factsSeen([seen('GET /api/input/sources/7/analysis', analysis)])
  expect(JSON.stringify(facts['result:getAnalysis.themes'] ?? {})).not.toContain('label')
})

test('an erase counts by its only number, unless that names a record', () => {
  const erase = (answer: Record<string, object>) =>
    factsFrom({
      method: 'post',
      path: '/api/input/feedback/erase',
      body: object({ external_ids: listOf(TEXT), customer_ids: listOf(TEXT) }),
      answer: object(answer as never),
    })['result:eraseFeedback'] ?? {}
  expect(erase({ erased_items: COUNT })).toMatchObject({ names: { erased: 'erased_items' } })
  expect(erase({ n: COUNT })).toMatchObject({ names: { erased: 'n' } })
  for (const name of ['job', 'job_id', 'elapsed_id'])
    expect(JSON.stringify(erase({ [name]: COUNT }))).not.toContain(name)
  expect(JSON.stringify(erase({ n: COUNT, took: COUNT }))).not.toContain('took')
})

test('a question offers its only list of texts', () => {
  const body = (question: Record<string, object>) =>
    factsFrom({
      method: 'post',
      path: '/api/input/survey/create',
      body: object({
        survey_series_id: TEXT,
        survey_title: TEXT,
        questions: listOf(object({ question_text: TEXT, type: TEXT, ...question } as never)),
      }),
    })
  expect(body({ answer_choices: listOf(TEXT) })).toMatchObject({
    'body:createSource.questions[].options': { name: 'answer_choices' },
  })
  expect(JSON.stringify(body({ opts: listOf(TEXT), codes: listOf(TEXT) }))).not.toContain('opts')
})

test('a template lists its variables with their names, and its quota by what was used this month', () => {
  const facts = factsFrom(
    get('sources/{id}/invite-template', {
      present: { type: 'boolean' },
      template_slots: listOf(object({ name: TEXT, required: { type: 'boolean' } })),
      quota: object({ monthlyLimit: COUNT, usedThisMonth: COUNT }),
    }),
  )
  expect(facts['result:getInviteTemplate']).toMatchObject({
    names: { variables: 'template_slots', 'quota.limit': 'monthlyLimit', 'quota.used': 'usedThisMonth' },
  })
})

test('a template may list the names of its variables alone, whatever they are called', () => {
  const template = (beside: Record<string, object>) =>
    factsFrom(get('sources/{id}/invite-template', { template_present: { type: 'boolean' }, ...beside }))
  expect(template({ placeholders: listOf(TEXT) })['result:getInviteTemplate']).toMatchObject({
    names: { variables: 'placeholders', survey_id: null },
    lists: { variables: { values: 'name' } },
  })
  const both = template({ placeholders: listOf(TEXT), merge_fields: listOf(TEXT) })
  expect(JSON.stringify(both)).not.toContain('"variables"')
})

test('the only part of bytes is the file', () => {
  const upload = (file: object) =>
    factsFrom({
      method: 'post',
      path: '/api/input/feedback/upload',
      body: object({ sheet: file as never, survey_id: TEXT }),
    })['body:uploadFeedback'] ?? {}
  expect(upload({ type: 'string', format: 'binary' })).toMatchObject({ names: { file: 'sheet' } })
  expect(upload({ type: 'string', contentMediaType: 'application/octet-stream' })).toMatchObject({
    names: { file: 'sheet' },
  })
  expect(JSON.stringify(upload(TEXT))).not.toContain('sheet')
})

test('a part of an upload names a column only where it says so', () => {
  const upload = (parts: Record<string, object>) =>
    factsFrom({
      method: 'post',
      path: '/api/input/feedback/upload',
      body: object({ file: { type: 'string', format: 'binary' }, survey_id: TEXT, ...parts }),
    })['body:uploadFeedback'] ?? {}
  expect(upload({ ref: TEXT })).toMatchObject({ names: { source_reference: 'ref' } })
  expect(JSON.stringify(upload({ ref: TEXT, lang: TEXT }))).not.toMatch(/external_id"?:|mapping/)
})

test('the only list of an analysis that lists monitors is theirs, whatever it is called', () => {
  const sides = listOf(object({ label: oneOf('positive', 'neutral', 'negative'), count: COUNT, percentage: COUNT }))
  const matches = listOf(object({ id: COUNT, name: TEXT, match_count: COUNT }))
  const facts = factsFrom(get('sources/{id}/analysis', { ...SHARED, sentiment_distribution: sides, matches }))
  expect(facts['result:getAnalysis.monitor_matches']).toMatchObject({ name: 'matches' })
})

test('a variable of a template is called by its key', () => {
  const variables = listOf(object({ key: TEXT, mandatory: { type: 'boolean' } }))
  const facts = factsFrom(get('sources/{id}/invite-template', { present: { type: 'boolean' }, variables }))
  expect(facts['result:getInviteTemplate']).toMatchObject({ names: { 'variables[].name': 'key' } })
})

test('a number that is an average of sentiment is its score, and leaves its sides their counts', () => {
  const sides = object({ positive: COUNT, neutral: COUNT, negative: COUNT })
  const answer = { ...SHARED, sentiment: sides, average_sentiment: { type: 'number' } }
  const { names } = factsFrom(get('sources/{id}/analysis', answer))['result:getAnalysis.sentiment'] ?? {}
  expect(names).toMatchObject({ score: '/average_sentiment', 'positive.count': '/sentiment.positive' })
})
