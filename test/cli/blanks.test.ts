import { expect, test } from 'vitest'
import { scratchFolder } from '../commands/scratch.js'
import { Reply, runInpk, scripted } from './run-inpk.js'

const COUNTS = { total: 4, sent: 4, delivered: 4, bounced: 0, complained: 0 }
const SIDES = Object.fromEntries(['positive', 'neutral', 'negative'].map((side) => [side, { count: 1, share: 0.3 }]))
const ANALYSIS = { analysis_status: 'available', analysis_id: '1', item_count: 3, sentiment: { ...SIDES, score: 0 } }
const INVITE = { invite_id: '7', source_id: '3', created_at: '2026-03-01T10:00:00.000Z', counts: COUNTS }
const TASK = { task_id: 't1', kind: 'push', progress: 50, created_at: '2026-03-01T10:00:00.000Z' }
const TEMPLATE = { source_id: '3', present: true, subject: 'Hi', variables: [] }
const SOURCE = { survey_id: '3', survey_title: 'Tickets', mode: 'ACCESSIBLE', questions: [] }
const LIMITS = { per_key_per_minute: 60, per_org_per_minute: 300 }
const ME = { org_id: '1', org_name: 'Acme', key: { name: 'k', scope: 'all', environment: 'live' }, rate_limits: LIMITS }
const DRAFT = { ...SOURCE, mode: 'EDITING' }

function listing(...surveys: object[]) {
  const group = { survey_series_id: '1', name: 'Support', surveys }
  return { survey_series: [group], pagination: { has_more: false, next_cursor: null, total: 1 } }
}

async function noted(args: string, answers: Record<string, object>) {
  const replies = Object.entries(answers).map(([route, body]) => [route, new Reply(200, body)] as const)
  const listed = { 'GET /surveys/list': new Reply(200, listing(SOURCE)) }
  const transport = scripted({ ...listed, ...Object.fromEntries(replies) })
  const { code, stderr } = await runInpk(args.split(' '), { cwd: scratchFolder(), transport })
  return [code, stderr]
}

const analysis = (body: object) => ({
  'GET /sources/3/analysis': { ...ANALYSIS, themes: [], monitor_matches: [], ...body },
})

test.each([
  ['analysis show 3', 'analysed_at', analysis({})],
  ['tasks show t1', 'completed_at', { 'GET /content/push/bulk/t1': { ...TASK, status: 'completed' } }],
  ['invites show 7', 'completed_at', { 'GET /invites/7': { ...INVITE, status: 'completed' } }],
  ['sources show 3', 'published_at', {}],
  ['me', 'credits.limit`, `credits.remaining', { 'GET /me': { ...ME, credits: { used: 3 } } }],
  [
    'invites template 3',
    'quota.limit`, `quota.remaining',
    { 'GET /sources/3/invite-template': { ...TEMPLATE, sender_domain: {}, quota: { used: 2 } } },
  ],
])('`%s` names what it shows as a dash, where the answer does not even say null', async (args, member, answers) => {
  const [code, stderr] = await noted(args, answers)
  expect([code, stderr]).toEqual([0, expect.stringContaining(`${member}\``)])
  expect(stderr).toContain('shown as -')
})

test("monitors that can't be read make a table end with 10, and a warning, as JSON does", async () => {
  const [code, stderr] = await noted('analysis show 3', analysis({ monitor_matches: { Refunds: {} } }))
  expect([code, stderr]).toEqual([10, expect.stringMatching(/^warning: .*`monitor_matches`.*shown as -/m)])
})

test.each([
  ['analysis show 3', 'analysed_at', analysis({ analysed_at: null })],
  ['tasks show t1', 'completed_at', { 'GET /content/push/bulk/t1': { ...TASK, status: 'running' } }],
  ['invites show 7', 'completed_at', { 'GET /invites/7': { ...INVITE, status: 'sending' } }],
  ['me', 'credits', { 'GET /me': { ...ME, credits: { used: 3, limit: null } } }],
  ['sources show 3', 'published_at', { 'GET /surveys/list': listing(DRAFT) }],
  [
    'invites template 3',
    'quota.limit',
    { 'GET /sources/3/invite-template': { ...TEMPLATE, sender_domain: {}, quota: { used: 2, remaining: 5 } } },
  ],
])('`%s` says nothing of `%s` where null is said, or nothing else can be', async (args, member, answers) => {
  const [code, stderr] = await noted(args, answers)
  expect([code, stderr]).toEqual([0, expect.not.stringContaining(member)])
})

test('a list names what one row of many lacks, once, also where that comes late', async () => {
  const source = {
    ...SOURCE,
    feedback_type: 'review',
    item_count: 3,
    created_at: '2026-03-01T10:00:00.000Z',
    published_at: null,
  }
  const surveys = Array.from({ length: 450 }, (_, index) => {
    const { item_count, ...rest } = { ...source, survey_id: String(index), survey_title: `Tickets ${index}` }
    return index === 250 || index === 440 ? rest : { ...rest, item_count }
  })
  const [code, stderr] = await noted('sources list', { 'GET /surveys/list': listing(...surveys) })
  expect([code, stderr]).toEqual([0, expect.stringContaining('has no `survey_series[].surveys[].item_count` that')])
  expect(String(stderr).split('item_count')).toHaveLength(2)
})
