import { expect, test } from 'vitest'
import { runInpk, scripted } from '../cli/run-inpk.js'
import { ME } from './sample.js'
import { scratchFolder, writeFile } from './scratch.js'
import { openBench, stageSource } from './with-emulator.js'

const FACTS = JSON.stringify({
  'result:sendInvites': { names: { skipped: 'already_invited' }, lists: { skipped: { counted: true } } },
  'result:eraseFeedback': { lists: { not_found: { counted: true } } },
})
const facts = () => ['--facts', writeFile(scratchFolder(), 'f.json', FACTS)]

test('ids that an answer only counts are counted, and no dash stands for them', async () => {
  const transport = scripted({ 'GET /me': ME, 'POST /feedback/erase': { erased: 1, not_found: 2 } })
  const ids = ['e1', 'e2', 'e3'].flatMap((id) => ['--external-id', id])
  const { stdout } = await runInpk(['feedback', 'erase', ...ids, '--yes', ...facts()], { transport })
  expect(stdout).toBe('Erased 1 item; 2 not found.\n')
})

test('recipients that an answer only counts as skipped are counted, without reasons', async () => {
  const bench = await openBench()
  const { source } = await stageSource(bench)
  const file = writeFile(scratchFolder(), 'r.csv', 'email\na@example.com\nb@example.com\n')
  const { stdout } = await bench.run(['invites', 'send', source, file, ...facts()], {
    transport: async (request) =>
      request.url.endsWith('/invites')
        ? json({ invite_id: 'inv_1', status: 'queued', accepted: 1, already_invited: 1 })
        : bench.emulator.handle(request),
  })
  expect(stdout).toMatch(/^recipients +2 rows: 1 accepted, 1 skipped\n/)
  expect(stdout).not.toMatch(/^skipped/m)
})

const PREVIEW = { email: 'a@example.com', subject: 'Hello', text: 'Hi' }

test.each([
  [
    'accepted as a list of those',
    [],
    { invite_id: 'i', status: 'queued', accepted: ['a@example.com'], skipped: [] },
    0,
  ],
  ['nothing of accepted', [], { invite_id: 'i', status: 'queued', skipped: [] }, 10],
  ['a list with counts in it', [], { invite_id: 'i', status: 'queued', accepted: [{ count: 1 }], skipped: [] }, 10],
  ['a preview without accepted', ['--dry-run'], { dry_run: true, previews: [PREVIEW] }, 0],
])('an answer to invites with %s', async (_what, more, answer, wanted) => {
  const bench = await openBench()
  const { source } = await stageSource(bench)
  const file = writeFile(scratchFolder(), 'r.csv', 'email\na@example.com\n')
  const { code, stdout } = await bench.run(['invites', 'send', source, file, '--json', ...more], {
    transport: async (request) => (request.url.endsWith('/invites') ? json(answer) : bench.emulator.handle(request)),
  })
  const isKnown = wanted === 0 && more.length === 0
  expect([code, JSON.parse(stdout).accepted]).toEqual([wanted, isKnown ? 1 : null])
})

test('a dry run that stopped half way does not say that anything was sent', async () => {
  const bench = await openBench()
  const { source } = await stageSource(bench)
  const rows = Array.from({ length: 1_001 }, (_, index) => `p${index}@example.com`)
  const file = writeFile(scratchFolder(), 'r.csv', ['email', ...rows].join('\n'))
  let calls = 0
  const { code, stderr } = await bench.run(['invites', 'send', source, file, '--dry-run', '--retries', '0'], {
    transport: async (request) => {
      if (!request.url.endsWith('/invites')) return bench.emulator.handle(request)
      calls += 1
      return calls === 1 ? json({ dry_run: true, accepted: 1_000, skipped: [], previews: [] }) : json({}, 500)
    },
  })
  expect(code).not.toBe(0)
  expect(stderr).toContain('1000 invites were previewed before it stopped.')
})

test('an identifier of many digits in a file keeps all of them', async () => {
  const transport = scripted({
    'POST /survey/create': { survey_id: '7', survey_series_id: '9007199254740993', survey_title: 'S', questions: [] },
  })
  const file = writeFile(scratchFolder(), 's.json', '{ "survey_series_id": 9007199254740993, "survey_title": "S" }')
  await runInpk(['sources', 'create', '--from', file], { transport })
  expect(JSON.stringify(transport.asked.map(({ body }) => body))).toContain('9007199254740993')
})

function json(body: object, status = 200) {
  return { status, headers: {}, body: Buffer.from(JSON.stringify(body)) }
}
