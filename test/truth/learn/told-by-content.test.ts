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
    names: { 'sender_domain.domain': '/mailing.domain', 'sender_domain.status': '/mailing.status' },
  })
})

test('a map of texts is counted from the number that was seen', () => {
  const monitor = (query: object) => ({ monitor_id: '1', name: 'Pool', match_count: 2, query })
  const from = (query: object) =>
    factsSeen([seen(ANALYSIS, analysis({ monitor_matches: [monitor(query)] }))])['result:getAnalysis.monitor_matches']
  expect(from({ 0: 'pool', 1: 'bar' })).toEqual({ lists: { '[].query': { numbered: 0 } } })
  expect(from({ 1: 'pool', 2: 'bar' })).toEqual({ lists: { '[].query': { numbered: 1 } } })
})
