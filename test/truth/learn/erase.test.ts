import { describe, expect, it, test } from 'vitest'
import { contractWith } from '../../../src/contract/facts/contract-with.js'
import { COUNT, factsFrom, learnFrom, listOf, object, oneOf, TEXT } from './document.js'
import { factsSeen, learnSeen, seen } from './seen.js'

const described = (body: object) =>
  factsFrom({
    method: 'post',
    path: '/api/input/feedback/erase',
    body: body as never,
    answer: object({ erased: COUNT, not_found: listOf(TEXT) }),
  })

const sent = (...bodies: unknown[]) =>
  factsSeen(bodies.map((body) => seen('POST /api/input/feedback/erase', { erased: 1, not_found: [] }, { body })))

const wireOf = (facts: Record<string, Record<string, unknown>>, ours: object) =>
  contractWith(facts as never)
    .codecOf('eraseFeedback', 'body', 'classic')!
    .toWire(ours)

const KIND = oneOf('external_id', 'customer_id')

test('an erase takes entries of a kind and a value', () => {
  for (const facts of [
    described(object({ selectors: listOf(object({ type: KIND, value: TEXT })) })),
    sent({ selectors: [{ type: 'external_id', value: 'a' }] }, { selectors: [{ type: 'customer_id', value: 'c' }] }),
  ]) {
    expect(wireOf(facts, { external_ids: ['a', 'b'] })).toEqual({
      selectors: [
        { type: 'external_id', value: 'a' },
        { type: 'external_id', value: 'b' },
      ],
    })
    const codec = contractWith(facts as never).codecOf('eraseFeedback', 'body', 'classic')!
    expect(codec.fromWire({ selectors: [{ type: 'customer_id', value: 'c' }] })).toEqual({ customer_ids: ['c'] })
    expect(codec.exclusive).toEqual([['external_ids', 'customer_ids']])
  }
})

test('an erase takes a kind and identifiers of it where both kinds were seen', () => {
  const facts = sent({ id_type: 'external_id', ids: ['a'] }, { id_type: 'customer_id', ids: ['c'] })
  expect(wireOf(facts, { customer_ids: ['c'] })).toEqual({ id_type: 'customer_id', ids: ['c'] })
})

test('one kind that was seen does not say what the other one is called', () => {
  expect(JSON.stringify(sent({ id_type: 'external_id', ids: ['a'] }))).not.toContain('id_type')
  expect(JSON.stringify(sent({ selectors: [{ type: 'external_id', value: 'a' }] }))).not.toContain('selectors')
})

test('a third member of an entry leaves open what its value is', () => {
  const entry = object({ type: KIND, value: TEXT, scope: TEXT })
  expect(JSON.stringify(described(object({ selectors: listOf(entry) })))).not.toContain('beside')
})

test('another list leaves open which of them is meant', () => {
  const body = { external_ids: listOf(TEXT), respondent_list: listOf(TEXT), third_party_id: TEXT, customer_id: TEXT }
  expect(JSON.stringify(described({ type: 'object', properties: body }))).not.toMatch(
    /null|"customer_ids":"customer_id"/,
  )
})

test.each(['survey_ids', 'sourceIds', 'question_ids', 'feedback_group_ids'])(
  'a list of other records limits an erase, and is none of its identifiers: %s',
  (limit) => {
    const body = { external_id: TEXT, customer_id: TEXT, [limit]: listOf(TEXT) }
    const facts = described({ type: 'object', properties: body })
    expect(wireOf(facts, { external_ids: ['a'] })).toEqual({ external_id: 'a' })
    expect(wireOf(facts, { customer_ids: ['c'] })).toEqual({ customer_id: 'c' })
  },
)

test('identifiers that were pushed are known by their values, whatever a list of them is called', () => {
  const content = [1, 2].map((number) => ({
    text: `Guest ${number} was here`,
    external_id: `guest-${number}00`,
    customer_id: `visitor-${number}01`,
  }))
  const push = { survey_series_id: '1', survey_id: '2', question: { question_id: '3', content } }
  const body = { rows_to_drop: ['guest-100'], folk: ['visitor-201'] }
  const facts = factsSeen([
    seen('POST /api/input/feedback/push', { inserted: 2 }, { body: push }),
    seen('POST /api/input/feedback/erase', { erased: 1, not_found: [] }, { body }),
  ])
  expect(facts['body:eraseFeedback']).toMatchObject({ names: { external_ids: 'rows_to_drop', customer_ids: 'folk' } })
})

test('a list that may be ours is not taken for the other name of it', () => {
  const either = { anyOf: [TEXT, listOf(TEXT)] }
  const body = object({ refs: listOf(TEXT), 'user-ids': TEXT, 'external-key': either, 'customer-id': either } as never)
  expect(JSON.stringify(described(body))).not.toContain('refs')
})

test('of two lists of texts the other one holds the other kind', () => {
  const body = object({ recordIds: listOf(TEXT), customer_ids: listOf(TEXT), source_id: TEXT })
  expect(wireOf(described(body), { external_ids: ['a'] })).toEqual({ recordIds: ['a'] })
  expect(described(body)['body:eraseFeedback']?.names).toMatchObject({ external_id: null, customer_id: null })
})

test('identifiers that items were pushed with show which list takes them, whatever it is called', () => {
  const item = { text: 'Late again', external_id: 'order-17', customer_id: 'c-annika' }
  const facts = factsSeen([
    seen(
      'POST /api/input/feedback/push',
      { inserted: 1, duplicates: 0 },
      { body: { survey_series_id: '1', survey_id: '1', question: { question_id: '1', content: [item] } } },
    ),
    seen(
      'POST /api/input/feedback/erase',
      { erased: 1, not_found: [] },
      { body: { references: ['order-17'], people: ['c-annika'] } },
    ),
  ])
  expect(wireOf(facts, { external_ids: ['a'], customer_ids: ['b'] })).toEqual({ references: ['a'], people: ['b'] })
})

test('what an erase is below is said once', () => {
  const erase = object({ external_refs: listOf(TEXT), customer_ids: listOf(TEXT), source_id: TEXT })
  const facts = described(object({ erase }))
  expect(wireOf(facts, { customer_ids: ['b'] })).toEqual({ erase: { customer_ids: ['b'] } })
})

test('two lists of objects are told apart by the constants in them, or by what their identifiers are called', () => {
  const entry = (word: string) => object({ id: TEXT, type: { const: word } })
  const body = object({ refs: { ...listOf(entry('external_id')), maxItems: 100 }, users: listOf(entry('customer_id')) })
  expect(factsFrom({ method: 'post', path: '/api/input/feedback/erase', body })['body:eraseFeedback']).toMatchObject({
    names: { external_ids: 'refs', customer_ids: 'users', external_id: null, customer_id: null },
    lists: {
      external_ids: { in: 'id', beside: { type: 'external_id' } },
      customer_ids: { in: 'id', beside: { type: 'customer_id' } },
    },
    limits: { external_ids: { max_items: 100 } },
  })
  const named = object({ a: listOf(object({ externalId: TEXT })), b: listOf(object({ customerId: TEXT })) })
  const facts = factsFrom({ method: 'post', path: '/api/input/feedback/erase', body: named })
  expect(facts['body:eraseFeedback']).toMatchObject({
    names: { external_ids: 'a', customer_ids: 'b' },
    lists: { external_ids: { in: 'externalId' }, customer_ids: { in: 'customerId' } },
  })
})

test('identifiers are told by what they are called, for one or for several', () => {
  const learnt = (external: string, customer: string) => {
    const body = object({ [external]: listOf(TEXT), [customer]: listOf(TEXT) })
    return factsFrom({ method: 'post', path: '/api/input/feedback/erase', body })['body:eraseFeedback']
  }
  expect(learnt('source_record_ids', 'customer_refs')).toMatchObject({
    names: { external_ids: 'source_record_ids', customer_ids: 'customer_refs' },
  })
  expect(learnt('externalRefs', 'users')).toMatchObject({
    names: { external_ids: 'externalRefs', customer_ids: 'users' },
  })
})

test('lists under our names are those, and leave nothing open', () => {
  const bodies = [{ external_ids: ['a'], source_id: '7' }, { customer_ids: ['c'] }]
  const exchanges = bodies.map((body) => seen('POST /api/input/feedback/erase', { erased: 1, not_found: [] }, { body }))
  const verdict = learnSeen(exchanges).verdicts.find(({ id }) => id === 'body:eraseFeedback')
  expect(verdict).toMatchObject({ state: 'confirmed', candidates: [] })
})

test('an erase takes a filter that names each kind of identifier, and those that are meant', () => {
  const oneOfThem = object({ in: listOf(TEXT) })
  const filter = { type: 'object', properties: { external_id: oneOfThem, customer_id: oneOfThem } }
  const facts = described(object({ filter }))
  expect(wireOf(facts, { external_ids: ['a', 'b'] })).toEqual({ filter: { external_id: { in: ['a', 'b'] } } })
})

test('a name for the source of an erase is written where a description has it, and left open where requests alone have it', () => {
  const ids = { external_ids: listOf(TEXT), customer_ids: listOf(TEXT) }
  expect(described(object({ ...ids, source: TEXT }))['body:eraseFeedback']).toMatchObject({
    names: { survey_id: 'source' },
  })
  const sources = ['4', '7'].map((id) =>
    seen('POST /api/input/survey/publish', { survey_id: id, published: true }, { body: { survey_id: id } }),
  )
  for (const where of [{ source: '7' }, { scope: { source: '7' } }]) {
    const body = { external_ids: ['a'], ...where }
    const erase = seen('POST /api/input/feedback/erase', { erased: 1, not_found: [] }, { body })
    const verdict = learnSeen([...sources, erase]).verdicts.find(({ id }) => id === 'body:eraseFeedback')
    expect(verdict?.fact?.names ?? {}).not.toHaveProperty('survey_id')
    expect(verdict?.candidates).toEqual(expect.arrayContaining([expect.stringContaining('source')]))
  }
})

test('an erase of which a description lists nothing but identifiers takes no source', () => {
  const ids = { ids: listOf(TEXT), id_type: KIND }
  expect(described(object(ids))['body:eraseFeedback']).toMatchObject({ names: { survey_id: null } })
  const lists = { external_ids: listOf(TEXT), customer_ids: listOf(TEXT) }
  expect(JSON.stringify(described(object({ ...lists, within: TEXT })))).not.toContain('"survey_id":null')
  expect(described(object({ ...ids, source_id: TEXT }))['body:eraseFeedback']!.names).not.toHaveProperty('survey_id')
  expect(
    JSON.stringify(sent({ ids: ['a'], id_type: 'external_id' }, { ids: ['c'], id_type: 'customer_id' })),
  ).not.toContain('survey_id')
})

test.each([
  ['not_found', undefined],
  ['missing_ids', { names: { not_found: 'missing_ids' } }],
])('identifiers that were not found are a list of texts: %s', (name, known) => {
  const body = object({ external_ids: listOf(TEXT), customer_ids: listOf(TEXT) })
  const bare = { external_ids: ['e-1'], customer_ids: ['c-1'] }
  for (const learned of [
    learnFrom({
      method: 'post',
      path: '/api/input/feedback/erase',
      body,
      answer: object({ erased: COUNT, [name]: listOf(TEXT) }),
    }),
    learnSeen([seen('POST /api/input/feedback/erase', { erased: 1, [name]: ['e-1'] }, { body: bare })]),
  ]) {
    const result = learned.verdicts.find(({ id }) => id === 'result:eraseFeedback')
    expect([result?.state, result?.candidates]).toEqual([name === 'not_found' ? 'confirmed' : 'contradicted', []])
    expect(result?.fact).toEqual(known)
  }
})

const ERASE = 'POST /api/input/feedback/erase'
const entriesLearned = (answer: object) =>
  factsFrom({
    method: 'post',
    path: '/api/input/feedback/erase',
    body: object({ external_ids: listOf(TEXT), customer_ids: listOf(TEXT) }),
    answer: answer as never,
  })

test('an erase answers with an entry for each identifier: by a description, or by what was seen', () => {
  const results = listOf(object({ id: TEXT, status: COUNT, erased: COUNT }))
  const entry = { id: 'e-1', status: 200, erased: 1 }
  for (const facts of [
    entriesLearned(object({ results })),
    factsSeen([seen(ERASE, { results: [entry] }, { status: 207, body: { external_ids: ['e-1'] } })]),
  ]) {
    expect(facts['behaviour:erase-answer']).toEqual({ form: 'entries' })
    expect(facts['result:eraseFeedback']).toBeUndefined()
  }
})

test('entries of an erase are known by what they hold, whatever it is called', () => {
  const status = oneOf('deleted', 'not_found')
  expect(entriesLearned(listOf(object({ ref: TEXT, outcome: status })))['behaviour:erase-answer']).toEqual({
    ...{ form: 'entries', at: 'none', external_id: 'ref', customer_id: 'ref' },
    ...{ status: 'outcome', erased: 'none', found: 'deleted', missing: 'not_found' },
  })
  const each = object({ external_id: TEXT, customer_id: TEXT, deleted: COUNT })
  expect(entriesLearned(object({ report: object({ entries: listOf(each) }) }))['behaviour:erase-answer']).toEqual({
    ...{ form: 'entries', at: 'report.entries', external_id: 'external_id', customer_id: 'customer_id' },
    ...{ status: 'none', erased: 'deleted' },
  })
})

test('a status of which no word is known says it in plain words where the entry counts what is gone', () => {
  const answer = (more: object) => object({ results: listOf(object({ external_id: TEXT, status: TEXT, ...more })) })
  expect(entriesLearned(answer({ customer_id: TEXT, deleted: COUNT }))['behaviour:erase-answer']).toEqual({
    ...{ form: 'entries', external_id: 'external_id', customer_id: 'customer_id', erased: 'deleted' },
  })
  expect(entriesLearned(answer({ customer_id: TEXT }))['behaviour:erase-answer']).toBeUndefined()
})

test.each([
  ['totals beside them', object({ erased: COUNT, results: listOf(object({ id: TEXT, status: COUNT })) })],
  ['a list of what was not found', object({ missing: listOf(object({ id: TEXT, status: COUNT })) })],
  ['words of which one may mean anything', listOf(object({ id: TEXT, status: oneOf('deleted', 'queued') }))],
  ['no count and no status', object({ results: listOf(object({ id: TEXT, reason: TEXT })) })],
])('%s: no entries that say how each identifier went', (_, answer) => {
  expect(entriesLearned(answer)['behaviour:erase-answer']).toBeUndefined()
})

test('entries about something that was not asked for are none', () => {
  const answer = { results: [{ id: 'job-77', status: 200, erased: 1 }] }
  expect(
    factsSeen([seen(ERASE, answer, { body: { external_ids: ['e-1'] } })])['behaviour:erase-answer'],
  ).toBeUndefined()
})

const codesSeen = (member: string, ...codes: number[]) => {
  const results = codes.map((code, at) => ({ id: `e-${at}`, [member]: code }))
  return factsSeen([seen(ERASE, { results }, { body: { external_ids: ['e-0', 'e-1', 'e-2'] } })])[
    'behaviour:erase-answer'
  ]
}

test.each([
  ['code', [1, 0]],
  ['state', [5, 7]],
  ['status', [200, 404, 7]],
])('numbers that are not of HTTP leave open what they mean: %s %j', (member, codes) => {
  expect(codesSeen(member, ...codes)).toBeUndefined()
  const entry = { id: TEXT, [member]: { type: 'integer', enum: codes } }
  expect(entriesLearned(object({ results: listOf(object(entry)) }))['behaviour:erase-answer']).toBeUndefined()
})

test('numbers of HTTP say by themselves which is which, whatever has them', () => {
  const form = { form: 'entries', status: 'state', erased: 'none', found: '204', missing: '410' }
  expect(codesSeen('state', 204, 410)).toEqual(form)
  const entry = { id: TEXT, state: { type: 'integer', enum: [204, 410] } }
  expect(entriesLearned(object({ results: listOf(object(entry)) }))['behaviour:erase-answer']).toEqual(form)
  expect(codesSeen('code', 200)).toEqual({ form: 'entries', status: 'code', erased: 'none' })
})

test('a number without values is one of HTTP only where it is called so', () => {
  const formOf = (member: string) =>
    entriesLearned(object({ results: listOf(object({ id: TEXT, [member]: COUNT })) }))['behaviour:erase-answer']
  expect(['status', 'status_code', 'httpStatus', 'code'].map((member) => formOf(member)?.status ?? 'status')).toEqual([
    ...['status', 'status_code', 'httpStatus', 'code'],
  ])
  expect(['state', 'result', 'outcome'].map(formOf)).toEqual([undefined, undefined, undefined])
})

test('a total beside what was not found is what was erased', () => {
  const answer = { total: 1, not_found: ['e-1'] }
  const facts = factsSeen([seen(ERASE, answer, { body: { external_ids: ['e-0', 'e-1'] } })])
  expect(facts['result:eraseFeedback']).toMatchObject({ names: { erased: 'total' } })
})

test('a total beside entries counts these, not what was erased', () => {
  const results = [
    { id: 'e-0', code: 1 },
    { id: 'e-1', code: 0 },
  ]
  for (const total of ['total', 'count']) {
    const facts = factsSeen([seen(ERASE, { results, [total]: 2 }, { body: { external_ids: ['e-0', 'e-1'] } })])
    expect(facts['result:eraseFeedback']?.names ?? {}).not.toHaveProperty('erased')
    const entry = object({ id: TEXT, code: { type: 'integer', enum: [1, 0] } })
    const described = entriesLearned(object({ results: listOf(entry), [total]: COUNT }))
    expect(described['result:eraseFeedback']?.names ?? {}).not.toHaveProperty('erased')
  }
})

test('counts by kind are an answer to an erase, and no other object of numbers is', () => {
  const counts = (external: string, customer: string) => object({ [external]: COUNT, [customer]: COUNT })
  const answer = (members: Record<string, object>) => entriesLearned(object(members as never))['behaviour:erase-answer']
  expect(answer({ deleted: counts('external_ids', 'customer_ids') })).toEqual({
    ...{ form: 'kinds', at: 'deleted', external_id: 'external_ids', customer_id: 'customer_ids' },
  })
  expect(answer({ requested: counts('external_id', 'customer_id') })).toBeUndefined()
  expect(answer({ erased: object({ external_id: COUNT, customer_id: COUNT, files: COUNT }) })).toBeUndefined()
})

test('a list of sources beside a kind and its identifiers is none of these', () => {
  const body = { by: KIND, values: listOf(TEXT), survey_ids: listOf(TEXT) }
  const facts = described({ type: 'object', properties: body, required: ['by', 'values'] } as never)
  expect(wireOf(facts, { customer_ids: ['c'] })).toEqual({ by: 'customer_id', values: ['c'] })
})

test('an erase takes a condition on a list: a kind, a word for any of it, and the identifiers', () => {
  const where = (op: object) => object({ where: object({ field: KIND, op: op as never, values: listOf(TEXT) }) })
  const condition = (field: string, values: string[]) => ({ where: { field, op: 'in', values } })
  for (const facts of [
    described(where(oneOf('in', 'eq'))),
    sent(condition('external_id', ['a']), condition('customer_id', ['c'])),
  ]) {
    expect(wireOf(facts, { external_ids: ['a', 'b'] })).toEqual(condition('external_id', ['a', 'b']))
    const codec = contractWith(facts as never).codecOf('eraseFeedback', 'body', 'classic')!
    expect(codec.fromWire(condition('customer_id', ['c']))).toEqual({ customer_ids: ['c'] })
  }
  // What compares with a list is open where no word of it is known, or none says so.
  for (const op of [TEXT, oneOf('eq', 'ne')]) expect(JSON.stringify(described(where(op)))).not.toContain('where')
})

describe('that an erase keeps to one source', () => {
  const item = (item_id: string, source_id: string) => ({ item_id, source_id, external_id: 'E-17', text: 'Late again' })
  const list = (...items: object[]) =>
    seen('GET /api/input/feedback?external_id=E-17', {
      items,
      pagination: { limit: 50, has_more: false, next_cursor: null },
    })
  const erase = (survey: string) =>
    seen(
      'POST /api/input/feedback/erase',
      { erased: 1, not_found: [] },
      {
        body: { external_ids: ['E-17'], customer_ids: [], survey_id: survey },
      },
    )
  const [one, other] = [item('i1', '201'), item('i2', '203')]
  const nameIn = (exchanges: ReturnType<typeof seen>[]) =>
    (factsSeen(exchanges)['body:eraseFeedback']?.names as Record<string, unknown> | undefined)?.survey_id

  it('is shown by equal listings before and after', () => {
    expect(nameIn([list(one, other), erase('203'), list(one)])).toBe('survey_id')
  })

  it('is not shown by a request alone, by another listing, or where the others went as well', () => {
    expect(nameIn([erase('203'), list(one)])).toBeUndefined()
    expect(nameIn([list(other), erase('203'), list()])).toBeUndefined()
    expect(nameIn([list(one, other), erase('203'), list()])).toBeUndefined()
    expect(nameIn([list(one, other), erase('203'), erase('203'), list(one)])).toBeUndefined()
  })

  it('is what a description says, though the member is called as ours', () => {
    const members = { external_ids: listOf(TEXT), customer_ids: listOf(TEXT), source_id: TEXT }
    const facts = described({ type: 'object', properties: members })
    expect(facts['body:eraseFeedback']?.names).toMatchObject({ survey_id: 'source_id' })
  })
})

test('a list of the identifiers that were found is no count of what went, and a description with it has none', () => {
  const erase = (answer: object) =>
    factsFrom({
      ...{ method: 'post', path: '/api/input/feedback/erase' },
      body: object({ external_ids: listOf(TEXT), customer_ids: listOf(TEXT) }),
      answer: object(answer as never),
    })['result:eraseFeedback']
  expect(erase({ erased_ids: listOf(TEXT), missing: listOf(TEXT) })).toMatchObject({
    names: { erased: null, not_found: 'missing' },
  })
  expect(erase({ erased_ids: listOf(TEXT), missing: listOf(TEXT), deleted: COUNT })?.names).toMatchObject({
    erased: 'deleted',
  })
})
