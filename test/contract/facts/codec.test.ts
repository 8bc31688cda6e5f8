import { describe, expect, test } from 'vitest'
import { checkFacts } from '../../../src/contract/facts/check-facts.js'
import { DEFAULT_CONTRACT } from '../../../src/contract/facts/contract.js'
import { contractWith } from '../../../src/contract/facts/contract-with.js'
import type { Slot } from '../../../src/contract/facts/facts.js'
import { describeService } from '../../../src/contract/openapi.js'
import type { WireWords } from '../../../src/contract/operation.js'
import type { OperationId } from '../../../src/contract/operations/index.js'

function codecUnder(raw: object, id: OperationId, slot: Slot, words: WireWords = 'classic') {
  const { facts, faults } = checkFacts(raw)
  expect(faults).toEqual([])
  return contractWith(facts).codecOf(id, slot, words)!
}

const SOURCE = {
  survey_id: '12',
  survey_title: 'Tickets',
  mode: 'EDITING',
  created_at: '2026-03-02T09:00:00.000Z',
  questions: [{ question_id: '7', question_text: 'How?', item_count: 3 }],
}

describe('a codec', () => {
  test('reads the members of an object from a list in its place, and leaves open where its others are', () => {
    const place = (word: string) => `/invite.counts[status=${word}].count`
    const names = { 'counts.delivered': place('delivered'), 'counts.bounced': place('failed') }
    const codec = codecUnder({ 'result:getInvite': { at: 'invite', names } }, 'getInvite', 'result', 'recommended')
    const counts = { total: 4, delivered: 3, bounced: 1 }
    const wire = codec.toWire({ invite_id: 'i1', counts })
    const list = [
      { status: 'delivered', count: 3 },
      { status: 'failed', count: 1 },
    ]
    expect(wire).toEqual({ invite: { invite_id: 'i1', counts: list } })
    expect(codec.fromWire(wire)).toEqual({ invite_id: 'i1', counts: { delivered: 3, bounced: 1 } })
    expect([codec.lacks('counts.total'), codec.lacks('counts.delivered')]).toEqual([false, false])
  })

  test('keeps what stands lifted inside the place of the record', () => {
    const facts = {
      'result:getInviteTemplate': { at: 'result.entity', names: { 'quota.used': '/result.entity.quota.used' } },
    }
    const codec = codecUnder(facts, 'getInviteTemplate', 'result', 'recommended')
    const ours = { present: true, quota: { limit: 5, used: 2 } }
    const wire = { result: { entity: { present: true, quota: { limit: 5, used: 2 } } } }
    expect(codec.toWire(ours)).toEqual(wire)
    expect(codec.fromWire(wire)).toEqual(ours)
  })

  test('nests, renames, retypes and rewords, and reads all of it back', () => {
    const codec = codecUnder(
      {
        'result:createSource': {
          at: 'survey',
          names: { survey_id: 'id', survey_title: 'attributes.title', 'questions[].question_id': 'uuid' },
          types: { survey_id: 'integer', created_at: 'epoch-seconds' },
          words: { mode: { EDITING: ['draft', 'new'], ACCESSIBLE: 'live' } },
        },
      },
      'createSource',
      'result',
    )
    const wire = codec.toWire(SOURCE)
    expect(wire).toEqual({
      survey: {
        id: 12,
        attributes: { title: 'Tickets' },
        mode: 'draft',
        created_at: 1772442000,
        questions: [{ uuid: '7', question_text: 'How?', item_count: 3 }],
      },
    })
    expect(codec.fromWire(wire)).toEqual(SOURCE)
    expect(codec.fromWire({ survey: { mode: 'new', colour: 'red' } })).toEqual({ mode: 'EDITING', colour: 'red' })
    expect(codec.pathToWire('questions[3].question_id')).toBe('survey.questions[3].uuid')
    expect(codec.pathFromWire('survey.questions[3].uuid')).toBe('questions[3].question_id')
  })

  test('what ours counts may be listed', () => {
    const fact = { names: { '[].match_count': 'item_ids' }, types: { '[].match_count': 'listed' } }
    const codec = codecUnder({ 'result:getAnalysis.monitor_matches': fact }, 'getAnalysis', 'result')
    const counts = (...all: number[]) => ({ monitor_matches: all.map((match_count) => ({ match_count })) })
    expect(codec.fromWire({ monitor_matches: [{ item_ids: ['a', 'b'] }, { item_ids: [] }] })).toEqual(counts(2, 0))
    expect(codec.fromWire(codec.toWire(counts(3, 0)))).toEqual(counts(3, 0))
  })

  test('a recommended word of a service is read, and ours where it says that (VOC-5)', () => {
    const fact = { 'behaviour:recommended-words': { words: { survey_series_id: 'group_id' } } }
    const codec = codecUnder(fact, 'listFeedback', 'result', 'recommended')
    const items = [{ feedback_group_id: '11' }, { group_id: '12' }]
    expect(codec.fromWire({ items })).toEqual({ items: [{ feedback_group_id: '11' }, { feedback_group_id: '12' }] })
  })

  test('a word that no fact names is ours where it is spelled alike', () => {
    const words = { mode: { EDITING: 'draft' }, 'questions[].type': { DEPTH_TEXT: 'depth-text' } }
    const codec = codecUnder({ 'result:createSource': { words } }, 'createSource', 'result')
    const types = (...all: string[]) => ({ mode: 'accessible', questions: all.map((type) => ({ type })) })
    expect(codec.fromWire(types('depth-text', 'mcq', 'Rating', 'slider'))).toEqual({
      mode: 'ACCESSIBLE',
      questions: ['DEPTH_TEXT', 'MCQ', 'RATING', 'slider'].map((type) => ({ type })),
    })
  })

  test('lifts members up, and chooses entries of a list', () => {
    const codec = codecUnder(
      {
        'result:getAnalysis.sentiment': {
          names: {
            'positive.count': '/positive_count',
            'neutral.count': '/distribution[label=neutral].count',
            'negative.count': '/distribution[label=negative].count',
          },
        },
      },
      'getAnalysis',
      'result',
      'recommended',
    )
    const ours = {
      sentiment: { positive: { count: 3, share: 1 }, neutral: { count: 4 }, negative: { count: 5 }, score: 1 },
    }
    const wire = codec.toWire(ours)
    expect(wire).toEqual({
      positive_count: 3,
      distribution: [
        { label: 'neutral', count: 4 },
        { label: 'negative', count: 5 },
      ],
      sentiment: { positive: { share: 1 }, score: 1 },
    })
    expect(codec.fromWire(wire)).toEqual(ours)
  })

  test('writes lists as maps and as scalars', () => {
    const codec = codecUnder(
      {
        'result:getInviteTemplate': { lists: { variables: { by: 'name', value: 'required' } } },
        'result:getAnalysis.themes': { lists: { '': { by: 'theme_id' } } },
        'result:eraseFeedback': {
          lists: { not_found: { values: 'external_id' } },
          names: { 'not_found[].customer_id': null },
        },
      },
      'getInviteTemplate',
      'result',
    )
    const ours = { variables: [{ name: 'city', required: true }] }
    expect(codec.toWire(ours)).toEqual({ variables: { city: true } })
    expect(codec.fromWire(codec.toWire(ours))).toEqual(ours)
    expect(codec.pathToWire('variables[0].name')).toBe('variables[0]')
    expect(codec.pathToWire('variables[0].required')).toBe('variables[0].required')
    const erased = codecUnder(
      {
        'result:eraseFeedback': {
          lists: { not_found: { values: 'external_id' } },
          names: { 'not_found[].customer_id': null },
        },
      },
      'eraseFeedback',
      'result',
    )
    const answer = { erased: 1, not_found: [{ external_id: 'a' }] }
    expect(erased.toWire(answer)).toEqual({ erased: 1, not_found: ['a'] })
    expect(erased.fromWire(erased.toWire(answer))).toEqual(answer)
  })

  test('tells members of one name apart by a constant, and says that only one of them can be sent', () => {
    const codec = codecUnder(
      {
        'body:eraseFeedback': {
          names: { external_ids: 'ids', customer_ids: 'ids', external_id: null, customer_id: null },
          tags: { external_ids: { id_type: 'external_id' }, customer_ids: { id_type: 'customer_id' } },
          fixed: { mode: 'hard' },
        },
      },
      'eraseFeedback',
      'body',
      'recommended',
    )
    expect(codec.toWire({ customer_ids: ['c'] })).toEqual({ ids: ['c'], id_type: 'customer_id', mode: 'hard' })
    expect(codec.fromWire({ ids: ['c'], id_type: 'customer_id', mode: 'hard' })).toEqual({ customer_ids: ['c'] })
    expect(codec.exclusive).toEqual([['external_ids', 'customer_ids']])
  })

  test('reads a bare list as the member it stands for', () => {
    const codec = codecUnder(
      { 'result:listFeedback': { names: { items: '/', pagination: null } } },
      'listFeedback',
      'result',
    )
    expect(codec.toWire({ items: [{ text: 'a' }], pagination: { limit: 1 } })).toEqual([{ text: 'a' }])
    expect(codec.fromWire([{ text: 'a' }])).toEqual({ items: [{ text: 'a' }] })
  })

  test('there is none where no fact is about the slot, and the contract without facts is the default one', () => {
    const contract = contractWith({ 'result:getTask': { names: { task_id: 'id' } } })
    expect(contract.codecOf('getTask', 'query', 'classic')).toBeUndefined()
    expect(contract.codecOf('getMe', 'result', 'classic')).toBeUndefined()
    expect(contractWith({})).toBe(DEFAULT_CONTRACT)
  })
})

describe('contradictions', () => {
  test.each([
    [
      'two members at one place',
      { 'result:createGroup.name': { name: 'created' } },
      'created is the name of another member',
    ],
    [
      'a member inside of a scalar',
      { 'result:createGroup.tracking': { name: '/name.kind' } },
      'is the name of another member',
    ],
    [
      'a word twice',
      { 'result:createGroup.tracking': { words: { weekly: 'monthly' } } },
      'the word monthly is used twice',
    ],
    ['default above most', { 'behaviour:paging-clamp': { default: 300 } }, 'default must be at most most'],
    [
      'one path for two',
      { 'route:POST /api/input/sources/create': { path: '/survey/publish' } },
      'belongs to another operation, publishSource (route:POST /api/input/survey/publish)',
    ],
    ['no such type', { 'result:createGroup.created_at': { type: 'integer' } }, "can't be integer; it may be iso"],
  ])('%s', (_name, raw, text) => {
    const { faults } = checkFacts(raw)
    expect(faults.map(({ message }) => message).join()).toContain(text)
    expect(faults[0]!.id).toBe(Object.keys(raw)[0])
  })
})

test('two routes of one operation may be at one address, and the first of them answers', () => {
  const path = '/jobs/{task_id}'
  const raw = {
    'route:GET /api/input/feedback/push/bulk/{task_id}': { path },
    'route:GET /api/input/feedback/upload/{task_id}': { path },
  }
  expect(checkFacts(raw).faults).toEqual([])
  const all = { ...raw, 'route:GET /api/input/content/push/bulk/{task_id}': { path } }
  expect(checkFacts(all).faults).toEqual([])
  const { paths } = describeService({ serverUrl: 'http://service', service: contractWith(all).description }) as {
    paths: Record<string, { get?: object }>
  }
  expect(paths[path]!.get).toMatchObject({ 'x-words': 'classic' })
})
