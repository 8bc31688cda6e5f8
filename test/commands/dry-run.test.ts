import { expect, test } from 'vitest'
import type { Transport } from '../../src/contract/wire.js'
import { scratchFolder, writeFile } from './scratch.js'
import { openBench, stageSource } from './with-emulator.js'

/** `invites send --dry-run` to a service that answers it so, and has or lacks `dry_run` in its description. */
async function previewOf({
  answer,
  status = 202,
  undescribed = false,
  facts,
}: {
  answer: object
  status?: number
  undescribed?: boolean
  facts?: string
}) {
  const bench = await openBench()
  const { source } = await stageSource(bench)
  const cwd = scratchFolder()
  const file = writeFile(cwd, 'recipients.csv', 'email\nada@example.com\n')
  if (facts) writeFile(cwd, 'inpk.facts.yaml', facts)
  const sent: string[] = []
  const transport: Transport = async (request) => {
    if (request.url.endsWith('/invites')) {
      sent.push(request.url)
      return { status, headers: {}, body: Buffer.from(JSON.stringify(answer)) }
    }
    const response = await bench.emulator.handle(request)
    if (!undescribed || !request.url.endsWith('/openapi.json')) return response
    return { ...response, body: Buffer.from(Buffer.from(response.body).toString().replaceAll('dry_run', 'else')) }
  }
  const run = (...more: string[]) =>
    bench.run(['invites', 'send', source, file, '--dry-run', ...more], { transport, cwd })
  return { run, sent }
}

const SENT = { invite_id: 'inv_7', status: 'queued', accepted: 1, skipped: [] }
const PREVIEW = { dry_run: true, accepted: 1, skipped: [], previews: [] }

test('a preview is not asked of a service that may ignore `dry_run` and send the emails', async () => {
  const { run, sent } = await previewOf({ answer: PREVIEW, status: 200, undescribed: true })
  const { code, stderr } = await run()
  expect([code, sent]).toEqual([2, []])
  expect(stderr).toContain('does not describe `dry_run` and may send the emails')
  await run('--yes')
  expect(sent).toHaveLength(1)
})

test('a dry run that the service takes for sending is an error that says so', async () => {
  const { code, stdout, stderr } = await (await previewOf({ answer: SENT })).run()
  expect([code, stdout]).toEqual([1, ''])
  expect(stderr).toContain(
    'error: the service did not take this as a dry run, and sends the invites: distribution inv_7',
  )
  expect(stderr).toContain('`inpk invites show inv_7`')
})

test.each([
  { dry_run: false, previews: null },
  { previews: null },
  { previews: [] },
  { dry_run: false, previews: [{}] },
])('a member for previews without any, or a response that says it was no dry run, is no preview: %j', async (said) => {
  const { code, stdout, stderr } = await (await previewOf({ answer: { ...SENT, ...said } })).run()
  expect([code, stdout]).toEqual([1, ''])
  expect(stderr).toContain(
    'error: the service did not take this as a dry run, and sends the invites: distribution inv_7',
  )
})

test('a status shows that it sends as well, and a preview may have an id of its own', async () => {
  const { invite_id: _, ...unnamed } = SENT
  const { code, stderr } = await (await previewOf({ answer: unnamed })).run()
  expect([code, stderr]).toEqual([
    1,
    expect.stringContaining('did not take this as a dry run, and sends the invites\n'),
  ])
  const preview = await previewOf({ answer: { ...PREVIEW, invite_id: 'prev_1' }, status: 200 })
  expect((await preview.run()).code).toBe(0)
})

test.each([false, true])(
  'a wrong name in `--confirm` is refused before a preview: undescribed %s',
  async (undescribed) => {
    const { run, sent } = await previewOf({ answer: PREVIEW, status: 200, undescribed })
    const { code, stderr } = await run('--confirm', 'Wrong', '--yes')
    expect([code, sent]).toEqual([2, []])
    expect(stderr).toContain('error: --confirm "Wrong" does not match: the name is "Tickets"\n')
    expect((await run('--confirm', 'Tickets')).code).toBe(0)
  },
)

test('a dry run of a service that has none is refused at once, with what to do', async () => {
  const { run, sent } = await previewOf({
    answer: PREVIEW,
    status: 200,
    facts: 'body:sendInvites.dry_run: { name: null }\n',
  })
  for (const more of [[], ['--yes'], ['--confirm', 'Tickets']]) {
    const { code, stderr } = await run(...more)
    expect([code, sent]).toEqual([2, []])
    expect(stderr).toContain("error: this service can't preview invites: by the facts in force it has no `dry_run`\n")
    expect(stderr).toContain('Send them to an address of your own first, or correct the facts file if that is wrong.\n')
  }
})
