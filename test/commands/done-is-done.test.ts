import { describe, expect, it, test } from 'vitest'
import { type Choices, type Json, otherService } from './other-service.js'
import { scratchFolder, writeFile } from './scratch.js'
import { openBench, stageSource } from './with-emulator.js'

/** An emulator that answers a publication with something else. */
async function publishing(body: string, status: number) {
  const bench = await openBench()
  await bench.json(['groups', 'create', 'Support'])
  const run = (words: string) =>
    bench.run(words.split(' '), {
      transport: async (request) => {
        const response = await bench.emulator.handle(request)
        return request.url.endsWith('/survey/publish') ? { ...response, status, body: Buffer.from(body) } : response
      },
    })
  const modes = async () => (await bench.json<{ mode: string }[]>(['sources', 'list'])).map(({ mode }) => mode)
  return { run, modes }
}

describe.each([
  ['no content', '', 204],
  ['an empty body', '', 200],
  ['a mere success', '{"success":true}', 200],
])('a publication that is answered with %s is done', (_, body, status) => {
  it('by `sources publish`', async () => {
    const { run, modes } = await publishing(body, status)
    await run('sources create T --group 1 --question Why?')
    const { code, stdout } = await run('sources publish 1')
    expect([code, stdout, await modes()]).toEqual([
      0,
      'Source 1 (T) is published and accepts feedback.\n',
      ['ACCESSIBLE'],
    ])
  })

  it('by `sources create --publish`', async () => {
    const { run, modes } = await publishing(body, status)
    const { code, stdout } = await run('sources create T --group 1 --question Why? --publish --json')
    expect([code, JSON.parse(stdout).mode, await modes()]).toEqual([0, 'ACCESSIBLE', ['ACCESSIBLE']])
  })
})

test('a publication that is answered without the title is told by the name that was asked for', async () => {
  const { run } = await publishing('{"survey_series_id":"1","mode":"ACCESSIBLE"}', 200)
  await run('sources create T --group 1 --question Why?')
  expect((await run('sources publish T')).stdout).toBe('Source 1 (T) is published and accepts feedback.\n')
})

test('a publication without content that did nothing is an error', async () => {
  const bench = await openBench()
  await bench.json(['groups', 'create', 'Support'])
  await bench.run(['sources', 'create', 'T', '--group', '1', '--question', 'Why?'])
  const { code, stderr } = await bench.run(['sources', 'publish', '1'], {
    transport: async (request) =>
      request.url.endsWith('/survey/publish')
        ? { status: 204, headers: {}, body: Buffer.from('') }
        : bench.emulator.handle(request),
  })
  expect([code, stderr]).toEqual([1, expect.stringContaining('the source is still a draft')])
})

describe('invites that went out', () => {
  async function sending(answer: NonNullable<Choices['answer']>, facts?: object, more: readonly string[] = []) {
    const bench = await openBench()
    const { source } = await stageSource(bench)
    const folder = scratchFolder()
    const text = { subject: 'Hi', text: 'Tell us', html: '<p>Tell us</p>', variables: [] }
    const template = writeFile(folder, 't.json', JSON.stringify(text))
    await bench.json(['emulator', 'templates', 'set', source, template])
    await bench.json(['emulator', 'domain', 'set', 'mail.example.com'])
    const file = writeFile(folder, 'r.csv', 'email\na@example.com\n')
    const known = facts ? ['--facts', writeFile(folder, 'f.json', JSON.stringify(facts))] : []
    const transport = otherService(bench.emulator.handle, { answer })
    return bench.run(['invites', 'send', source, file, '--yes', ...known, ...more], { transport })
  }
  const isSend = (path: string) => path.endsWith('/invites')

  it('are waited for where their counts are not all told, and what is missing is', async () => {
    const without = ({ counts, ...payload }: Json) => {
      const { total, delivered } = counts as Json
      return { ...payload, counts: { total, delivered } }
    }
    const answer: Choices['answer'] = (payload, path) => (/\/invites\/[^/]+$/.test(path) ? without(payload) : payload)
    const { code, stdout, stderr } = await sending(answer, undefined, ['--wait', '--within', '10s'])
    expect([code, stdout]).toEqual([12, expect.stringContaining('sending: - of 1 sent, 0 delivered, - bounced')])
    expect(stderr).toContain('The response to getInvite has no `counts.sent`, `counts.bounced`, `counts.complained`')
  })

  it('name what is missing of each of the answers that they were told by', async () => {
    const answer: Choices['answer'] = ({ counts: _, accepted: _accepted, ...payload }: Json, path) =>
      /\/invites(\/[^/]+)?$/.test(path) ? payload : { ...payload, accepted: _accepted }
    const { stderr } = await sending(answer, undefined, ['--wait', '--within', '10s'])
    expect(stderr).toContain('sendInvites (202), but its response has no `accepted`')
    expect(stderr).toContain('The response to getInvite has no `counts`')
  })

  it('are waited for no longer once they have an end, whatever word the service has for it', async () => {
    const ended = (completed_at: string | null) => (payload: Json, path: string) =>
      /\/invites\/[^/]+$/.test(path)
        ? { ...payload, status: 'sent', completed_at, counts: { ...(payload.counts as Json), sent: 0 } }
        : payload
    const wait = ['--wait', '--within', '10s']
    const { code, stdout, stderr } = await sending(ended('2026-10-01T08:05:00.000Z'), undefined, wait)
    expect([code, stdout]).toEqual([10, expect.stringContaining('  sent: ')])
    expect(stderr).toContain('ended with the status "sent", which inpk does not know')
    expect(await sending(ended(null), undefined, wait)).toMatchObject({ code: 12 })
  })

  it('are done by their counts where that word is not known', async () => {
    const counted = (sent: number) => (payload: Json, path: string) =>
      /\/invites\/[^/]+$/.test(path)
        ? { ...payload, status: 'sent', completed_at: '2026-10-01T08:05:00.000Z', counts: { total: 1, sent } }
        : payload
    const { code, stderr } = await sending(counted(1), undefined, ['--wait', '--within', '10s'])
    expect([code, stderr.includes('which inpk does not know')]).toEqual([0, false])
    expect((await sending(counted(0), undefined, ['--wait', '--within', '10s'])).code).toBe(10)
  })

  it.each([
    ['without a status', ({ status: _, ...payload }: Json) => payload, undefined],
    ['with the status null', (payload: Json) => ({ ...payload, status: null }), undefined],
    [
      'by a service that is known to tell none',
      ({ status: _, ...payload }: Json) => payload,
      {
        'result:sendInvites': { names: { status: null } },
      },
    ],
  ])('are sent %s', async (_, change, facts) => {
    const { code, stdout } = await sending((payload, path) => (isSend(path) ? change(payload) : payload), facts)
    expect([code, stdout]).toEqual([0, expect.stringMatching(/recipients +1 row: 1 accepted/)])
  })
})

test('a group whose answer has no name is called by the one it was given', async () => {
  const bench = await openBench()
  const transport = otherService(bench.emulator.handle, {
    answer: ({ name: _, ...payload }, path) => (path === '/survey_series/create' ? payload : payload),
  })
  const { code, stdout } = await bench.run(['groups', 'create', 'Support'], { transport })
  expect([code, stdout]).toEqual([0, 'Created group 1 (Support).\n'])
})

test('rows that an upload rejected count where the service lists them without their number', async () => {
  const bench = await openBench()
  const { source } = await stageSource(bench, ['One'])
  const cwd = scratchFolder()
  writeFile(cwd, 'u.csv', 'Comment,Nr\nGood,U-1\n,U-2\n')
  const withoutCount = (text: string) => text.replace(/,"rows_(read|accepted|rejected)":\d+/g, '')
  const ran = await bench.run(['upload', 'u.csv', '--source', source, '--map', 'text=Comment', '--wait', '--json'], {
    cwd,
    transport: async (request) => {
      const response = await bench.emulator.handle(request)
      if (request.method !== 'GET') return response
      return { ...response, body: Buffer.from(withoutCount(Buffer.from(response.body).toString())) }
    },
  })
  expect([ran.code, JSON.parse(ran.stdout).result.rejections.length]).toEqual([10, 1])
  expect(ran.stdout).not.toContain('rows_rejected')
})
