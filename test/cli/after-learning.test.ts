import { expect, test } from 'vitest'
import { scratchFolder, writeFile } from '../commands/scratch.js'
import { Reply, runInpk, scripted } from './run-inpk.js'

const PAGE = {
  items: Array.from({ length: 20 }, (_, index) => ({ feedback_id: String(index), text: 'late' })),
  page_info: { here: 1, total_pages: 3 },
}

const SOURCE = { survey_id: '3', survey_title: 'Tickets', mode: 'ACCESSIBLE', questions: [] }
const LISTING = {
  survey_series: [{ survey_series_id: '1', name: 'Support', surveys: [SOURCE] }],
  pagination: { has_more: false, next_cursor: null, total: 1 },
}

async function listed(what: string | undefined) {
  const cwd = scratchFolder()
  const evidence = what === undefined ? '' : `, evidence: [{ from: it, what: ${what}, at: 2026-03-01 }]`
  writeFile(cwd, 'inpk.facts.yaml', `status:createGroup: { success: 201${evidence} }\n`)
  const transport = scripted({ 'GET /feedback': new Reply(200, PAGE) })
  return runInpk(['feedback', 'export', '--format', 'ndjson'], { cwd, transport })
}

test('an error advises to learn where that was not done', async () => {
  const { code, stderr } = await listed(undefined)
  expect([code, stderr]).toEqual([8, expect.stringContaining('`inpk learn` finds out how')])
})

test.each([
  ['description', 'a session recorded with `--record FILE.har`, or `inpk learn --probe`, or'],
  ['traffic', '`inpk learn` of its description, or `inpk learn --probe`, or'],
])('after learning from %s it names what would settle it', async (what, ways) => {
  const { code, stderr } = await listed(what)
  expect([code, stderr]).toEqual([8, expect.stringContaining(`leaves that open; this may settle it: ${ways}`)])
  expect(stderr).not.toContain('finds out')
})

async function shown(what: string, counts: object = { total: 1 }) {
  const cwd = scratchFolder()
  writeFile(
    cwd,
    'inpk.facts.yaml',
    `status:createGroup: { success: 201, evidence: [{ from: it, what: ${what}, at: 2026-03-01 }] }\n`,
  )
  const invite = { distribution_id: '7', status: 'completed', counts }
  const transport = scripted({ 'GET /invites/7': new Reply(200, invite) })
  return runInpk(['invites', 'show', '7'], { cwd, transport })
}

test('a warning about what cannot be read names what would settle it, too', async () => {
  const { code, stderr } = await shown('probe-writes')
  expect(code).toBe(0)
  expect(stderr).toContain('shown as -. What was learned of this service so far leaves that open; this may settle it: ')
  expect(stderr).not.toMatch(/finds out|--probe-writes/)
})

test('names of many members that cannot be read stay below what would settle them', async () => {
  const { stderr } = await shown('description', { sent: 1 })
  expect(stderr).toMatch(/lacks \d+ members.*this may settle it: .*\n {2}`counts\.total`/s)
  expect(stderr).toContain('`counts.bounced`')
})

test('a view whose main content cannot be read is an error that names the operation and its members', async () => {
  const { code, stdout, stderr } = await shown('description', { Total: 1 })
  expect([code, stdout]).toEqual([1, ''])
  expect(stderr).toContain('error: the response to getInvite has no `counts.total`, `counts.sent`')
  expect(stderr).toContain('leaves that open')
})

test('a view warns of what it shows as a dash alone, and JSON of all that an answer lacks', async () => {
  const transport = () =>
    scripted({ 'GET /content/push/bulk/t1': new Reply(200, { task_id: 't1', status: 'completed', progress: 100 }) })
  const run = (...more: string[]) =>
    runInpk(['tasks', 'show', 't1', ...more], { cwd: scratchFolder(), transport: transport() })
  const seen = await run()
  expect(seen.stderr).toContain(
    'The response to getTask has no `completed_at`, `created_at` that can be read; shown as -.',
  )
  expect(seen.stdout).toContain('completed, 100%')
  const { stderr } = await run('--json')
  expect(stderr).toContain('`kind`')
  expect(stderr).toContain('left out')
})

test('the view of an analysis warns of what it shows as a dash alone', async () => {
  const mood = { count: 1, share: 0.5 }
  const theme = { theme_id: 'd1', label: 'Late', item_count: 1, sentiment: { score: -0.5 }, keywords: ['late'] }
  const analysis = {
    ...{ analysis_status: 'available', analysis_id: 'a1', item_count: 2, analysed_at: '2026-03-01T10:00:00Z' },
    ...{ sentiment: { positive: mood, neutral: { count: 0, share: 0 }, negative: mood, score: 0 } },
    ...{ themes: [theme], monitor_matches: [{ name: 'Refunds', match_count: 1, share: 0.5 }] },
  }
  const transport = scripted({ 'GET /sources/7/analysis': new Reply(200, analysis) })
  const { stdout, stderr } = await runInpk(['analysis', 'show', '7'], { cwd: scratchFolder(), transport })
  expect(stdout).toMatch(/Late +1 +- +-0.50 +late/)
  expect(stderr).toContain('The response to getAnalysis has no `themes[].share` that can be read; shown as -.')
})

test('an analysis of which only the shares of its sentiment can be read is shown, and what it lacks is named', async () => {
  const sides = { positive: { share: 0.5 }, neutral: { share: 0.25 }, negative: { share: 0.25 } }
  const lists = { themes: [{ gist: 'price' }], monitor_matches: [] }
  const analysis = { analysis_status: 'available', analysis_id: '1', analysed_at: null, sentiment: sides, ...lists }
  const transport = scripted({
    'GET /sources/3/analysis': new Reply(200, analysis),
    'GET /surveys/list': new Reply(200, LISTING),
  })
  const { code, stdout, stderr } = await runInpk(['analysis', 'show', '3'], { cwd: scratchFolder(), transport })
  expect([code, stdout]).toEqual([10, expect.stringMatching(/^positive .* 50%/m)])
  expect(stderr).toMatch(
    /lacks 10 members[^\n]*\n[\s\S]*^ {2}`sentiment\.positive\.count`\n[\s\S]*^ {2}`themes\[\]\.label`\n/m,
  )
})
