import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Transport } from '../../src/contract/wire.js'
import { errorOf, Reply, runInpk, scripted } from '../cli/run-inpk.js'
import { type Choices, type Json, otherService } from './other-service.js'
import { ME } from './sample.js'
import { scratchFolder, writeFile } from './scratch.js'
import { openBench, stageSource } from './with-emulator.js'

describe('a refusal in another form (P6)', () => {
  const refused = (status: number, body: unknown) =>
    runInpk(['groups', 'create', 'Support'], {
      transport: scripted({ 'GET /me': ME, 'POST /survey_series/create': new Reply(status, body) }),
    })

  it('422 is exit code 6, and details that are a list are shown with their places', async () => {
    const details = [
      { loc: ['body', 'name'], msg: 'field required', type: 'value_error.missing' },
      { path: 'questions[0].type', message: 'is not known' },
      'no more groups',
      { msg: 'all of it' },
    ]
    const { code, stderr } = await refused(422, errorOf('VALIDATION_ERROR', 'The request is not valid.', details))
    expect(code).toBe(6)
    expect(stderr.split('\n').slice(0, 5)).toEqual([
      'error: The request is not valid.',
      '  NAME "Support": field required',
      '  questions[0].type: is not known',
      '  no more groups',
      '  all of it',
    ])
  })

  it.each([[[]], [[null, 7, {}, { loc: ['body'] }]]])(
    'a list of what is not a fault shows none: %j',
    async (details) => {
      const { code, stderr } = await refused(422, errorOf('VALIDATION_ERROR', 'The request is not valid.', details))
      expect([code, stderr.split('\n')[1]?.startsWith(' ')]).toEqual([6, false])
    },
  )

  it.each([
    ['Cannot POST /api/input/survey_series/create', 'Check the path, and the base URL and the prefix'],
    ['Not Found', 'If both are right, this service may have the operation under another path'],
  ])('an unknown path is not taken for an unknown identifier: %s', async (message, hint) => {
    const { code, stderr } = await refused(404, errorOf('NOT_FOUND', message))
    expect([code, stderr.includes(hint)]).toEqual([5, true])
  })
})

/** A file of two rows, pushed to a service that stores it. */
async function pushing(choices: Choices, ...words: string[]) {
  const bench = await openBench()
  const cwd = scratchFolder()
  writeFile(cwd, 'a.csv', 'text\none\ntwo\n')
  const surroundings = { cwd, env: { INPK_CONFIG_DIR: join(cwd, 'config') } }
  const push = (transport: Transport) => bench.run(['push', 'a.csv', ...words], { ...surroundings, transport })
  const texts = async () => (await bench.json<Json[]>(['feedback', 'list'])).map(({ text }) => text)
  const first = (transport = otherService(bench.emulator.handle, choices)) => push(transport)
  return { bench, first, again: () => push(bench.emulator.handle), texts }
}

describe('a push that was accepted in other words (P6)', () => {
  it.each<[string, unknown]>([
    ['other members', { accepted: 2, request: 'r' }],
    ['no members', {}],
    ['a list', [1, 2]],
    [
      'counts that do not add up',
      { survey_series_id: '1', survey_id: '1', question_id: '1', inserted: 1, duplicates: 0 },
    ],
    ['members of another type', { survey_series_id: '1', inserted: 'two', duplicates: null }],
  ])('says what is known, and stores nothing twice: %s', async (_, body) => {
    const answer = (payload: Json, path: string) => (path === '/content/push' ? body : payload)
    const { bench, first, again, texts } = await pushing({ answer }, '--source', 'Tickets')
    await stageSource(bench)
    const { code, stderr } = await first()
    expect(code, stderr).toBe(1)
    expect(stderr).toContain('0 items definitely arrived. The service accepted more, but its response does not say')
    expect(stderr).toContain('(UNEXPECTED_RESPONSE)')
    expect(stderr).not.toMatch(/arrived before|Nothing is lost|fault of inpk|wrong host|WRONG_HOST/i)
    expect([(await again()).code, await texts()]).toEqual([0, ['one', 'two']])
  })

  it.each([
    ['source', 'survey_id'],
    ['group', 'survey_series_id'],
    ['field', 'question_id'],
  ])('an answer about another %s books nothing as stored', async (kind, member) => {
    const answer = (payload: Json, path: string) => (path === '/content/push' ? { ...payload, [member]: 77 } : payload)
    const { bench, first, again, texts } = await pushing({ answer }, '--source', 'Tickets')
    await stageSource(bench)
    const { code, stderr } = await first()
    expect(code, stderr).toBe(1)
    expect(stderr).toContain(`the service answered for ${kind} 77, but the items were sent to ${kind} `)
    expect(stderr).toContain('0 items definitely arrived.')
    expect([(await again()).code, await texts()]).toEqual([0, ['one', 'two']])
  })

  it('an answer that names no source, or as a number, is taken', async () => {
    for (const named of [{ survey_id: undefined, survey_series_id: undefined, question_id: undefined }, {}]) {
      const answer = (payload: Json, path: string) =>
        path === '/content/push' ? { ...payload, survey_id: Number(payload.survey_id), ...named } : payload
      const { bench, first } = await pushing({ answer }, '--source', 'Tickets')
      await stageSource(bench)
      expect((await first()).code).toBe(0)
    }
  })

  it.each([200, 202, 204])('an answer without content does not say that nothing arrived: %i', async (status) => {
    const { bench, first, again, texts } = await pushing({}, '--source', 'Tickets')
    await stageSource(bench)
    const { code, stderr } = await first(async (request) => {
      const response = await bench.emulator.handle(request)
      return request.url.endsWith('/content/push') ? { ...response, status, body: Buffer.from('') } : response
    })
    expect([code, stderr]).toEqual([1, expect.stringContaining('0 items definitely arrived')])
    expect([(await again()).code, await texts()]).toEqual([0, ['one', 'two']])
  })
})

describe('push --create where an answer lacks members (P4, P6)', () => {
  const CREATE = ['--group', 'Shops', '--source', 'Survey', '--create']
  const lacking = (path: string, ...members: string[]): Choices => ({
    answer(payload, at) {
      if (at !== path) return payload
      const kept = Object.entries(payload).filter(([name]) => members.length > 0 && !members.includes(name))
      return kept.length > 0 ? Object.fromEntries(kept) : { done: true }
    },
  })

  it.each<[string, string[]]>([
    ['/survey/publish', ['questions']],
    ['/survey/publish', ['survey_id']],
    ['/survey/publish', []],
    ['/survey/create', ['survey_id', 'questions']],
    ['/survey/create', []],
    ['/survey_series/create', ['survey_series_id', 'created']],
    ['/survey_series/create', []],
  ])('%s without %j, or without any: goes on by the listing', async (path, members) => {
    const { bench, first, texts } = await pushing(lacking(path, ...members), ...CREATE)
    const { code, stderr } = await first()
    expect([code, await texts()], stderr).toEqual([0, ['one', 'two']])
    expect(stderr).toContain('Created and published source 1 (Survey).')
    expect(await bench.json(['sources', 'list'])).toHaveLength(1)
  })

  it('a publish that the listing does not show either: the same command goes on', async () => {
    const publishing = lacking('/survey/publish')
    const drafts: Choices['answer'] = (payload, path, query) => {
      if (path !== '/surveys/list' && !path.endsWith('/list')) return publishing.answer!(payload, path, query)
      return JSON.parse(JSON.stringify(payload).replaceAll('ACCESSIBLE', 'EDITING'))
    }
    const { bench, first, again, texts } = await pushing({ answer: drafts }, ...CREATE)
    const { code, stderr } = await first()
    expect(code).toBe(1)
    expect(stderr).toContain('nothing was pushed to it yet. Run the same command again to resume.')
    expect([(await again()).code, await texts()]).toEqual([0, ['one', 'two']])
    expect(await bench.json(['sources', 'list'])).toHaveLength(1)
  })

  it('a source that neither the answer nor the listing shows: the same command goes on', async () => {
    const hidden: Choices['answer'] = (payload, path) => {
      if (path === '/survey/create') return { done: true }
      if (!path.endsWith('/list')) return payload
      return { ...payload, survey_series: payload.survey_series?.map((group: Json) => ({ ...group, surveys: [] })) }
    }
    const { bench, first, again, texts } = await pushing({ answer: hidden }, ...CREATE)
    const { code, stderr } = await first()
    expect([code, stderr.includes('(NOT_LISTED)')], stderr).toEqual([1, true])
    expect([(await again()).code, await texts()]).toEqual([0, ['one', 'two']])
    expect(await bench.json(['sources', 'list'])).toHaveLength(1)
  })
})
