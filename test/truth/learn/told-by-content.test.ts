import { expect, test } from 'vitest'
import { COUNT, factsFrom, listOf, object, oneOf, TEXT } from './document.js'
import { factsSeen, seen } from './seen.js'

const ANALYSIS = 'GET /api/input/sources/3/analysis'
const analysis = (more: object) => ({ analysis_status: 'available', analysis_id: '1', item_count: 9, ...more })

test('an address is no word of an enum, whatever it is called', () => {
  const receipt = { task_id: 't1', links: { status: '/api/input/tasks/t1' }, state: 'queued', progress: 0 }
  const upload = seen('POST /api/input/feedback/upload', receipt, { status: 202, body: {} })
  const names = factsSeen([upload])['result:uploadFeedback']?.names as Record<string, string>
  expect(names.status).not.toBe('links.status')
  expect(names).toMatchObject({ status: 'state', status_url: 'links.status' })
})

test('a list is told by what its entries hold', () => {
  const monitor = object({
    monitor_id: TEXT,
    name: TEXT,
    match_count: COUNT,
    query: listOf(TEXT),
    share: { type: 'number' },
  })
  const facts = factsFrom({
    path: '/api/input/sources/{id}/analysis',
    answer: object({ analysis_status: oneOf('none', 'available'), findings: listOf(monitor) }),
  })
  expect(facts['result:getAnalysis.monitor_matches']).toEqual({ name: 'findings' })
})

test('objects under numbers, or under what is no name, are entries of a map', () => {
  const entry = { name: 'Pool', query: ['pool'], match_count: 2, share: 0.2 }
  const byId = factsSeen([seen(ANALYSIS, analysis({ monitor_matches: { 1: entry, 2: { ...entry, name: 'Bar' } } }))])
  expect(byId['result:getAnalysis.monitor_matches']).toEqual({ list: { by: 'monitor_id' } })
  const counted = { 1: { ...entry, monitor_id: '1' }, 2: { ...entry, monitor_id: '2', name: 'Bar' } }
  const byEither = factsSeen([seen(ANALYSIS, analysis({ monitor_matches: counted }))])
  expect(byEither['result:getAnalysis.monitor_matches']).toEqual({ list: { numbered: 1 } })
  const far = { 7: { ...entry, monitor_id: '7' }, 9: { ...entry, monitor_id: '9', name: 'Bar' } }
  const byOwn = factsSeen([seen(ANALYSIS, analysis({ monitor_matches: far }))])
  expect(byOwn['result:getAnalysis.monitor_matches']).toEqual({ list: { by: 'monitor_id' } })
  const { name: _, ...rest } = { ...entry, monitor_id: '1' }
  const byName = factsSeen([seen(ANALYSIS, analysis({ monitor_matches: { 'Pool alarm': rest } }))])
  expect(byName['result:getAnalysis.monitor_matches']).toEqual({ list: { by: 'name' } })
})

test('an object is told by its members, and what stands in it is read by our name for it', () => {
  const facts = factsSeen([
    seen('GET /api/input/sources/3/invite-template', {
      survey_id: '3',
      present: true,
      mailing: { domain: 'a.example', status: 'verified' },
    }),
  ])
  expect(facts['result:getInviteTemplate']).toMatchObject({
    names: { sender_domain: 'mailing' },
  })
})

test('a map of texts is counted from the number that was seen', () => {
  const monitor = (query: object) => ({ monitor_id: '1', name: 'Pool', match_count: 2, query })
  const from = (query: object) =>
    factsSeen([seen(ANALYSIS, analysis({ monitor_matches: [monitor(query)] }))])['result:getAnalysis.monitor_matches']
  expect(from({ 0: 'pool', 1: 'bar' })).toEqual({ lists: { '[].query': { numbered: 0 } } })
  expect(from({ 1: 'pool', 2: 'bar' })).toEqual({ lists: { '[].query': { numbered: 1 } } })
})

test('the last member of an object is the last of ours in it, if it can be', () => {
  const template = (domain: object) =>
    factsFrom({
      path: '/api/input/sources/{id}/invite-template',
      answer: object({ survey_id: TEXT, sender_domain: object({ ...domain, status: TEXT } as never) }),
    })['result:getInviteTemplate'] ?? {}
  expect(template({ hostname: TEXT })).toMatchObject({ names: { 'sender_domain.domain': 'hostname' } })
  expect(JSON.stringify(template({ hostname: TEXT, mailbox: TEXT }))).not.toContain('hostname')
  expect(JSON.stringify(template({ records: COUNT }))).not.toContain('records')
})

test('the last flag that must be there is ours, where a description lists all of a record', () => {
  const template = (more: object) =>
    factsFrom({
      path: '/api/input/sources/{id}/invite-template',
      answer: object({ survey_id: TEXT, subject: TEXT, ...more } as never),
    })['result:getInviteTemplate'] ?? {}
  const FLAG = { type: 'boolean' }
  expect(template({ is_set: FLAG })).toMatchObject({ names: { present: 'is_set' } })
  expect(JSON.stringify(template({ is_set: FLAG, is_old: FLAG }))).not.toContain('is_set')
})

test('a value beside the side of a sentiment is its count', () => {
  const side = (name: string, value: number) => ({ class: name, value })
  const sides = [side('positive', 5), side('neutral', 1), side('negative', 3)]
  const facts = factsSeen([
    seen(ANALYSIS, analysis({ sentiment: { score: 0.2, breakdown: sides }, monitor_matches: [] })),
  ])
  expect(facts['result:getAnalysis.sentiment']).toMatchObject({
    names: { 'positive.count': '/sentiment.breakdown[class=positive].value' },
  })
})

test('an object of ours that stands whole under another name is said by that name, and each member alone where it is shared', () => {
  const task = (result: object, beside: object = {}) =>
    factsFrom({
      path: '/api/input/feedback/upload/{task_id}',
      answer: object({ task_id: TEXT, status: TEXT, ...result, ...beside } as never),
    })['result:getTask']
  const rows = { rows_read: COUNT, rows_rejected: COUNT, inserted: COUNT }
  expect(task({ summary: object(rows) })?.names).toMatchObject({ result: 'summary' })
  expect(task({ summary: object({ ...rows, progress: COUNT }) })?.names).toMatchObject({
    'result.inserted': '/summary.inserted',
    progress: 'summary.progress',
  })
})
