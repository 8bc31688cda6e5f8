import { describe, expect, it, test } from 'vitest'
import type { Transport } from '../../src/contract/wire.js'
import { errorOf, Reply, runInpk, type Surroundings, scripted, stdinOf, TEST_KEY } from '../cli/run-inpk.js'
import { type Choices, type Json, otherService } from './other-service.js'
import { ME } from './sample.js'
import { scratchFolder, writeFile } from './scratch.js'
import { openBench, stageSource } from './with-emulator.js'

const LIVE_KEY = TEST_KEY.replace('_test_EMU', '_live_ABC')
const DONE = { erased: 2, not_found: [] }

function service() {
  return scripted({ 'GET /me': ME, 'POST /feedback/erase': DONE })
}

test('`feedback erase` erases by external_id and customer_id and says what was not found', async () => {
  const bench = await openBench()
  await stageSource(bench, [
    { text: 'a', external_id: 'e1', customer_id: 'c1' },
    { text: 'b', external_id: 'e2', customer_id: 'c1' },
    { text: 'c', external_id: 'e3' },
  ])
  const argv = ['feedback', 'erase', '--customer-id', 'c1', '--external-id', 'e3', '--external-id', 'e9', '--yes']
  const { code, stdout } = await bench.run(argv)
  expect(code).toBe(0)
  expect(stdout).toBe('Erased 3 items; 1 not found.\n  not found: e9\n')
  expect(await bench.json(argv)).toMatchObject({ erased: 0 })
  expect(await bench.json(['feedback', 'list'])).toEqual([])
})

test('a wrong name in `--confirm` is refused before any id is looked up', async () => {
  const bench = await openBench()
  const { source } = await stageSource(bench, [{ text: 'a', external_id: 'e1' }])
  const asked: string[] = []
  const transport: Transport = (request) => {
    asked.push(new URL(request.url).pathname)
    return bench.emulator.handle(request)
  }
  const argv = ['feedback', 'erase', '--external-id', 'e1', '--source', source, '--confirm', 'Wrong']
  const { code, stderr } = await bench.run(argv, { transport })
  expect([code, asked]).toEqual([2, ['/api/input/surveys/list']])
  expect(stderr).toContain('error: --confirm "Wrong" does not match: the name is "Tickets"\n')
})

test('entries for each id in place of totals are added up', async () => {
  const facts = { 'behaviour:erase-answer': { form: 'entries' }, 'status:eraseFeedback': { success: 207 } }
  const bench = await openBench({ facts })
  await stageSource(bench, [
    { text: 'a', external_id: 'e1', customer_id: 'c1' },
    { text: 'b', external_id: 'e2', customer_id: 'c1' },
  ])
  const known = ['--facts', writeFile(scratchFolder(), 'f.json', JSON.stringify(facts))]
  const argv = ['feedback', 'erase', '--customer-id', 'c1', '--external-id', 'e9', '--yes', ...known]
  expect((await bench.run(argv)).stdout).toBe('Erased 2 items; 1 not found.\n  not found: e9\n')
})

test('an emulator answers with an entry for each id, also for one whose items another one erased', async () => {
  const bench = await openBench({ facts: { 'behaviour:erase-answer': { form: 'entries' } } })
  await stageSource(bench, [{ text: 'a', external_id: 'e1', customer_id: 'c1' }])
  const body = JSON.stringify({ external_ids: ['e1'], customer_ids: ['c1'] })
  expect(
    await bench.json(['api', 'post', '/feedback/erase', '--input', writeFile(scratchFolder(), 'b.json', body)]),
  ).toEqual({
    results: [
      { id: 'e1', status: 200, erased: 1 },
      { id: 'c1', status: 200, erased: 0 },
    ],
  })
})

test('ids come from a file, an external_id a line or a CSV with such columns, in calls of 1,000 at most', async () => {
  const transport = service()
  const lines = Array.from({ length: 2_300 }, (_, index) => `id ${index}`)
  const run = (text: string) =>
    runInpk(['feedback', 'erase', '--from', '-', '--yes', '--json'], { transport, stdin: stdinOf(text) })
  expect(JSON.parse((await run(`${lines.join('\r\n')}\r\n\r\nid 0\n`)).stdout)).toEqual({ erased: 6, not_found: [] })
  const calls = () =>
    transport.asked
      .filter(({ route }) => route === 'POST /feedback/erase')
      .map(({ body }) => body as Record<string, string[]>)
  expect(calls().map(({ external_ids }) => external_ids?.length)).toEqual([1_000, 1_000, 300])
  await run('\ufefftext,external_id,customer_id\n"a, b","x,1",c1\n"z\nz",,c2\n')
  expect(calls().at(-1)).toEqual({ external_ids: ['x,1'], customer_ids: ['c2'] })
  await run('external_id;customer_id\ne1;\n;c2\n')
  expect(calls().at(-1)).toEqual({ external_ids: ['e1'], customer_ids: ['c2'] })
})

test('a row of a file that names an item and its customer erases that item, and not all else of the customer', async () => {
  const bench = await openBench()
  await stageSource(bench, [
    { text: 'a', external_id: 'e1', customer_id: 'c1' },
    { text: 'b', external_id: 'e2', customer_id: 'c1' },
  ])
  const stdin = stdinOf('external_id,customer_id\ne1,c1\n')
  const { stderr, stdout } = await bench.run(['feedback', 'erase', '--from', '-', '--yes'], { stdin })
  expect(stdout).toBe('Erased 1 item; 0 not found.\n')
  expect(stderr.replace(/\s+/g, ' ')).toContain(
    '1 row has an external_id and a customer_id: only feedback with that external_id',
  )
})

test('only in one source: its name is looked up and asked about', async () => {
  const bench = await openBench()
  await stageSource(bench, [{ text: 'a', external_id: 'e1' }])
  const stdin = { ...stdinOf('y\n'), isTerminal: true }
  const { code, stderr, stdout } = await bench.run(
    ['feedback', 'erase', '--external-id', 'e1', '--source', 'Tickets'],
    { stdin },
  )
  const asked = 'Erase the feedback with external_id "e1" in "Tickets"? This can\'t be undone. [y/N]'
  expect(stderr.replace(/\s+/g, ' ')).toContain(asked)
  expect([code, stdout]).toEqual([0, 'Erased 1 item; 0 not found.\n'])
})

test.each([
  ['a no', 'n\n', true, [], 1, 'nothing was changed'],
  ['nothing', '', true, [], 1, 'nothing was changed'],
  ['no terminal', '', false, [], 2, 'Pass `--yes`'],
  ['--no-input', 'y\n', true, ['--no-input'], 2, 'Pass `--yes`'],
])('without a yes nothing is sent: %s', async (_name, typed, isTerminal, words, exit, message) => {
  const transport = service()
  const stdin = { ...stdinOf(typed), isTerminal }
  const { code, stderr } = await runInpk(['feedback', 'erase', '--external-id', 'e1', ...words], { transport, stdin })
  expect(code).toBe(exit)
  expect(stderr).toContain(message)
  expect(transport.asked.map(({ route }) => route)).toEqual(['GET /me'])
})

test.each([
  ['--yes alone', ['--yes'], '', 2, 'Pass `--confirm "Acme"`'],
  ['another name', ['--confirm', 'Acne'], '', 2, 'the name is "Acme"'],
  ['the name', ['--confirm', 'Acme'], '', 0, ''],
  ['the name typed', [], 'Acme\n', 0, 'Type "Acme" to continue'],
  ['a mere yes typed', [], 'y\n', 1, 'nothing was changed'],
])('a live key that is not the emulator’s wants the name: %s', async (_name, words, typed, exit, message) => {
  const transport = service()
  const env = { INPK_API_KEY: LIVE_KEY, INPK_BASE_URL: 'https://ingest.example.com', INPK_CONFIG_DIR: '/nowhere' }
  const stdin = { ...stdinOf(typed), isTerminal: typed !== '' }
  const ran = await runInpk(['feedback', 'erase', '--external-id', 'e1', ...words], { transport, env, stdin })
  expect(ran.code, ran.stderr).toBe(exit)
  // A question is broken between words at the width of the terminal.
  expect(ran.stderr.replaceAll('\n', ' ')).toContain(message)
  expect(transport.asked.some(({ route }) => route === 'POST /feedback/erase')).toBe(exit === 0)
})

test('a failure in the middle says how much is gone and that the same command goes on', async () => {
  let calls = 0
  const erase = () => {
    calls += 1
    return calls === 1 ? DONE : new Reply(403, errorOf('INSUFFICIENT_PERMISSION', 'no'))
  }
  const transport = scripted({ 'GET /me': ME, 'POST /feedback/erase': erase })
  const from = writeFile(scratchFolder(), 'ids', Array.from({ length: 1_001 }, (_, index) => `i${index}`).join('\n'))
  const { code, stderr } = await runInpk(['feedback', 'erase', '--from', from, '--yes'], { transport })
  expect(code).toBe(4)
  expect(stderr).toContain('2 items erased before that; run the same command again to resume.')
})

test.each([
  ['a refusal', () => new Reply(400, errorOf('INVALID', 'no')), 6],
  [
    'a lost response',
    () => {
      throw Object.assign(new Error('gone'), { code: 'ECONNRESET' })
    },
    13,
  ],
])(
  '%s of the first call says nothing of items that were erased before, nor twice how to go on',
  async (_, erase, exit) => {
    const transport = scripted({ 'GET /me': ME, 'POST /feedback/erase': erase })
    const { code, stderr } = await runInpk(['feedback', 'erase', '--external-id', 'a', '--yes'], { transport })
    expect([code, stderr]).toEqual([exit, expect.not.stringMatching(/before that|to resume/)])
  },
)

test('only the first ids that were not found are printed', async () => {
  const not_found = Array.from({ length: 1_244 }, (_, index) => ({ external_id: `i${index}` }))
  const transport = scripted({ 'GET /me': ME, 'POST /feedback/erase': { erased: 0, not_found } })
  const argv = ['feedback', 'erase', '--external-id', 'i1', '--external-id', 'i2', '--yes']
  const { stdout } = await runInpk(argv, { transport })
  expect(stdout.split('\n')).toHaveLength(23)
  expect(stdout).toContain('  not found: i19\n  … and 1,224 more (--json lists all)\n')
  const ran = await runInpk([...argv, '--json'], { transport })
  expect(JSON.parse(ran.stdout).not_found).toHaveLength(1_244)
})

test.each([
  ['nothing named', [], 2],
  ['an empty file', ['--from', '-'], 6],
])('%s: %j ends with %i', async (_, words, exit) => {
  expect((await runInpk(['feedback', 'erase', ...words], { transport: service() })).code).toBe(exit)
})

/** Takes `source_id` of an erase from the description of the service. */
function undescribed(payload: Json, path: string): Json {
  if (!path.endsWith('openapi.json')) return payload
  const copy = structuredClone(payload)
  delete copy.components.schemas.Erase.properties.source_id
  return copy
}

describe('`feedback erase --source` erases nothing elsewhere (P1)', () => {
  /** Items of two sources, Tickets (1) and Chats (2), and what was asked of the service. */
  async function openTwo(tickets: object[], chats: object[], choices: (erased: unknown[]) => Choices) {
    const bench = await openBench()
    await stageSource(bench, tickets)
    await bench.json(['sources', 'create', 'Chats', '--group', 'Support', '--question', 'Why?', '--publish'])
    const content = { survey_series_id: '1', survey_id: '2', question: { question_id: '2', content: chats } }
    if (chats.length > 0)
      await bench.json(['api', 'POST', 'content/push', '--input', '-'], { stdin: stdinOf(JSON.stringify(content)) })
    const erased: unknown[] = []
    const asked: string[] = []
    const query = (_: URLSearchParams, path: string) => void asked.push(path)
    const transport = otherService(bench.emulator.handle, { query, ...choices(erased) })
    const left = async () =>
      (await bench.json<{ source_id: string; text: string }[]>(['feedback', 'list'])).map(({ text }) => text)
    const erase = (words: string, surroundings: Surroundings = {}) =>
      bench.run(['feedback', 'erase', ...words.split(' '), '--source', 'Tickets', '--yes'], {
        transport,
        ...surroundings,
      })
    return { erase, left, erased, asked }
  }

  /** A service that does not know `source_id` of an erase, and so neither describes nor heeds it. */
  const withoutMember = (erased: unknown[]): Choices => ({
    answer: undescribed,
    body: (body, path) => {
      if (path !== '/feedback/erase') return body
      erased.push(body)
      return { ...body, source_id: undefined }
    },
  })

  it('an id of two sources goes in the named one alone where the service describes `source_id`, without looking ids up', async () => {
    const shared = { external_id: 'E', customer_id: 'C' }
    const tickets = [
      { text: 'a', ...shared },
      { text: 'c', customer_id: 'C' },
    ]
    const { erase, left, asked } = await openTwo(tickets, [{ text: 'b', ...shared }], () => ({}))
    expect(await erase('--external-id E')).toMatchObject({ code: 0, stdout: 'Erased 1 item; 0 not found.\n' })
    expect([await left(), asked.filter((path) => path === '/feedback')]).toEqual([['c', 'b'], []])
    expect(await erase('--customer-id C --external-id X')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('Erased 1 item; 1'),
    })
    expect(await left()).toEqual(['b'])
  })

  it.each([20, 21])('%i ids that must be looked up first are said to be only above 20', async (ids) => {
    const { erase } = await openTwo([{ text: 'a' }], [{ text: 'b' }], withoutMember)
    const stdin = stdinOf(Array.from({ length: ids }, (_, index) => `i${index}\n`).join(''))
    const { code, stdout, stderr } = await erase('--from -', { stdin })
    expect([code, stdout.split('\n')[0]]).toEqual([0, `Erased 0 items; ${ids} not found.`])
    expect(stderr.includes('so 21 ids are looked up first')).toBe(ids > 20)
  })

  it('an answer without `erased` leaves the count unknown, and does not say that nothing went', async () => {
    const lacking = (payload: Json, path: string) => (path === '/feedback/erase' ? { not_found: [] } : payload)
    const { erase, left } = await openTwo([{ text: 'a', external_id: 'E' }], [{ text: 'b' }], () => ({
      answer: lacking,
    }))
    const { code, stderr } = await erase('--external-id E')
    expect([code, await left()]).toEqual([1, ['b']])
    expect(stderr).toContain('Unknown how many items were erased; `inpk feedback list` shows what is left.')
  })

  it('a service that erases later is said to do so, and no count is made up', async () => {
    const task = new Reply(202, { task_id: 'task_9', status: 'processing' })
    const transport = scripted({ 'GET /me': new Reply(200, ME), 'POST /feedback/erase': task })
    const { code, stdout } = await runInpk(['feedback', 'erase', '--external-id', 'E', '--yes'], { transport })
    const said = 'The service accepted the request and erases later; it does not say how many items.\n'
    expect([code, stdout]).toEqual([0, said])
    const json = await runInpk(['feedback', 'erase', '--external-id', 'E', '--yes', '--json'], { transport })
    expect([json.code, JSON.parse(json.stdout)]).toEqual([0, { erased: null, not_found: null }])
  })

  it('a service that answers 204 has erased, and does not say how many items', async () => {
    const transport = scripted({ 'GET /me': new Reply(200, ME), 'POST /feedback/erase': new Reply(204, '') })
    const { code, stdout } = await runInpk(['feedback', 'erase', '--external-id', 'E', '--yes'], { transport })
    const said = 'Erased, but the service says neither how many items it erased nor which ids were not found.'
    expect([code, stdout.split('\n')[0]]).toEqual([0, said])
  })

  it.each([
    ['without `not_found`', { erased: 3 }],
    ['with another form of it', { erased: 3, not_found: [{ key: 'E' }, 'F'] }],
  ])('an answer %s is said to lack it, with a hint to `inpk learn`', async (_what, answer) => {
    const transport = scripted({ 'GET /me': new Reply(200, ME), 'POST /feedback/erase': new Reply(200, answer) })
    const { code, stdout, stderr } = await runInpk(['feedback', 'erase', '--external-id', 'E', '--yes'], { transport })
    expect([code, stdout]).toEqual([0, 'Erased 3 items; not found: -.\n'])
    expect(stderr).toContain('its response has no `not_found')
    expect(stderr).toContain('`inpk learn` finds out how this service differs')
  })

  it('a service that is known not to say which ids were not found is not asked for it', async () => {
    const transport = scripted({ 'GET /me': new Reply(200, ME), 'POST /feedback/erase': new Reply(200, { erased: 3 }) })
    const folder = scratchFolder()
    writeFile(folder, 'inpk.facts.yaml', 'result:eraseFeedback: { names: { not_found: null } }\n')
    const argv = ['feedback', 'erase', '--external-id', 'E', '--yes']
    const { code, stdout, stderr } = await runInpk(argv, { transport, cwd: folder })
    expect([code, stdout]).toEqual([0, 'Erased 3 items; the response does not say which ids were not found.\n'])
    expect(stderr).not.toContain('inpk learn')
  })

  it('ids that were not found and are plain texts are those that were asked for', async () => {
    const erased = async (not_found: unknown, ...ids: string[]) => {
      const transport = scripted({
        'GET /me': new Reply(200, ME),
        'POST /feedback/erase': new Reply(200, { erased: 1, not_found }),
      })
      const { code, stdout } = await runInpk(['feedback', 'erase', ...ids, '--yes', '--json'], { transport })
      return [code, JSON.parse(stdout).not_found]
    }
    expect(await erased(['E2'], '--external-id', 'E1', '--external-id', 'E2')).toEqual([0, [{ external_id: 'E2' }]])
    expect(await erased([7], '--customer-id', '7', '--external-id', 'E2')).toEqual([0, [{ customer_id: '7' }]])
    const lists = { external_ids: ['E2'], customer_ids: [] }
    expect(await erased(lists, '--external-id', 'E1', '--external-id', 'E2')).toEqual([0, [{ external_id: 'E2' }]])
    expect(await erased({ reference: ['A'] }, '--external-id', 'A')).toEqual([0, null])
    // Which of the two it is stays open, as does what was never asked for.
    expect(await erased(['A'], '--customer-id', 'A', '--external-id', 'A')).toEqual([0, null])
    expect(await erased(['B'], '--external-id', 'A')).toEqual([0, null])
    expect(await erased([{ reference: 'A' }], '--external-id', 'A')).toEqual([0, null])
  })

  it('an id that another source has, too, is refused and nothing is sent', async () => {
    const { erase, left, erased } = await openTwo(
      [{ text: 'a', external_id: 'E' }],
      [{ text: 'b', external_id: 'E' }],
      withoutMember,
    )
    const { code, stderr } = await erase('--external-id E')
    expect([code, erased, await left()]).toEqual([1, [], ['a', 'b']])
    expect(stderr).toContain('error: external_id "E" also occurs outside source 1')
    expect(stderr).toContain('omit --source to erase in every source')
  })

  it('a customer of both is erased here by the external_ids of the items here', async () => {
    const tickets = [
      { text: 'a', external_id: 'E1', customer_id: 'C' },
      { text: 'c', external_id: 'E3', customer_id: 'D' },
    ]
    const { erase, left, erased } = await openTwo(
      tickets,
      [{ text: 'b', external_id: 'E2', customer_id: 'C' }],
      withoutMember,
    )
    const { code, stdout } = await erase('--customer-id C --external-id E2')
    expect([code, stdout]).toEqual([0, 'Erased 1 item; 1 not found.\n  not found: E2\n'])
    expect(erased).toEqual([{ external_ids: ['E1'], source_id: '1' }])
    expect(await left()).toEqual(['c', 'b'])
  })

  it.each([
    ['has no external_id', [{ text: 'a', customer_id: 'C' }]],
    ['shares it with another customer', [{ text: 'a', customer_id: 'C', external_id: 'E2' }]],
  ])('a customer of both whose item here %s is refused', async (_, tickets) => {
    const chats = [{ text: 'b', external_id: 'E2', customer_id: 'C' }]
    const { erase, left, erased } = await openTwo(tickets, chats, withoutMember)
    const { code, stderr } = await erase('--customer-id C')
    expect([code, erased, await left()]).toEqual([1, [], ['a', 'b']])
    expect(stderr).toContain('(ERASE_SCOPE_UNPROVEN)')
  })

  it('a listing that does not say where its items are: nothing is erased', async () => {
    const bench = await openBench()
    await stageSource(bench, [{ text: 'a', external_id: 'E' }])
    const transport = otherService(bench.emulator.handle, {
      answer: (payload, path) => {
        for (const item of path === '/feedback' ? payload.items : []) delete item.source_id
        return undescribed(payload, path)
      },
    })
    const argv = ['feedback', 'erase', '--external-id', 'E', '--source', 'Tickets', '--yes']
    const { code, stderr } = await bench.run(argv, { transport })
    expect([code, (await bench.json(['feedback', 'list'])).length]).toEqual([1, 1])
    expect(stderr).toContain('nothing was erased')
  })

  it('an item that leaves out the id it is looked up by proves nothing: nothing is erased', async () => {
    const { erase, left, erased } = await openTwo(
      [{ text: 'a', external_id: 'E' }],
      [{ text: 'b', external_id: 'E' }],
      (sent) => ({
        ...withoutMember(sent),
        answer: (payload, path) => {
          for (const item of path === '/feedback' ? payload.items : []) {
            if (item.text === 'b') delete item.external_id
          }
          return undescribed(payload, path)
        },
      }),
    )
    const { code, stderr } = await erase('--external-id E')
    expect([code, erased, await left()]).toEqual([1, [], ['a', 'b']])
    expect(stderr).toContain(
      'items outside source 1 may have external_id "E" too: the service lists items without their external_id',
    )
  })

  it('an item without an id has none where the list has items of other ids, and so is not filtered', async () => {
    const { erase, left, erased } = await openTwo(
      [{ text: 'a', external_id: 'E' }],
      [{ text: 'b' }, { text: 'd', external_id: 'F' }],
      (sent) => ({
        ...withoutMember(sent),
        query: (query, path) => void (path === '/feedback' && query.delete('external_id')),
        answer: (payload, path) => {
          for (const item of path === '/feedback' ? payload.items : []) {
            if (item.external_id === null) delete item.external_id
          }
          return undescribed(payload, path)
        },
      }),
    )
    expect(await erase('--external-id E')).toMatchObject({ code: 0, stdout: 'Erased 1 item; 0 not found.\n' })
    expect([erased, await left()]).toEqual([[{ external_ids: ['E'], source_id: '1' }], ['b', 'd']])
  })

  /** A service that ignores these filters, and leaves these members out of items as told. */
  const hiding =
    (ignored: string, hide: (item: Json) => void) =>
    (sent: unknown[]): Choices => ({
      ...withoutMember(sent),
      query: (query, path) => void (path === '/feedback' && query.delete(ignored)),
      answer: (payload, path) => {
        for (const item of path === '/feedback' ? payload.items : []) hide(item)
        return undescribed(payload, path)
      },
    })

  it('an item without an id may have it where no other of its source shows one: nothing is erased', async () => {
    const { erase, left, erased } = await openTwo(
      [
        { text: 'a', external_id: 'E' },
        { text: 'c', external_id: 'F' },
      ],
      [{ text: 'b', external_id: 'E' }],
      hiding('external_id', (item) => item.text === 'b' && delete item.external_id),
    )
    expect(await erase('--external-id E')).toMatchObject({ code: 1, stdout: '' })
    expect([erased, await left()]).toEqual([[], ['a', 'c', 'b']])
  })

  it('items of nobody are not those of a customer where a service does not filter: nothing is erased', async () => {
    const { erase, left, erased } = await openTwo(
      [
        { text: 'a', external_id: 'E1', customer_id: 'C-1' },
        { text: 'nobody', external_id: 'E3' },
      ],
      [{ text: 'b', external_id: 'E2', customer_id: 'C-1' }],
      hiding('customer_id', (item) => item.customer_id === null && delete item.customer_id),
    )
    expect(await erase('--customer-id C-1')).toMatchObject({ code: 1, stdout: '' })
    expect([erased, await left()]).toEqual([[], ['a', 'nobody', 'b']])
  })

  it('two items that nothing tells apart may both be erased', async () => {
    const items = ['E1', 'E2'].map((external_id) => ({ text: 'ok', external_id, occurred_at: '2026-01-01T00:00:00Z' }))
    const hide = (item: Json) => {
      for (const name of ['item_id', 'external_id', 'created_at']) delete item[name]
    }
    const { erase, left } = await openTwo(items, [], hiding('', hide))
    const ran = await erase('--external-id E1 --external-id E2')
    expect(ran).toMatchObject({ code: 0, stdout: 'Erased 2 items; 0 not found.\n' })
    expect(await left()).toEqual([])
  })

  it('items to which a service gives no id of their own are erased here alone', async () => {
    const { erase, left, erased } = await openTwo(
      [
        { text: 'a', external_id: 'E', customer_id: 'C' },
        { text: 'c', external_id: 'E3', customer_id: 'C' },
      ],
      [{ text: 'b', external_id: 'E2', customer_id: 'C' }],
      (sent) => ({
        ...withoutMember(sent),
        answer: (payload, path) => {
          for (const item of path === '/feedback' ? payload.items : []) delete item.item_id
          return undescribed(payload, path)
        },
      }),
    )
    expect(await erase('--customer-id C')).toMatchObject({ code: 0, stdout: 'Erased 2 items; 0 not found.\n' })
    expect([erased, await left()]).toEqual([[{ external_ids: ['E', 'E3'], source_id: '1' }], ['b']])
  })

  /** A service that neither takes a source in an erase nor lists whose items they are, and filters by customer in this way. */
  const unlisted =
    (filter: (query: URLSearchParams) => void) =>
    (sent: unknown[]): Choices => ({
      ...withoutMember(sent),
      query: (query, path) => void (path === '/feedback' && filter(query)),
      answer: (payload, path) => {
        for (const item of path === '/feedback' ? payload.items : []) delete item.customer_id
        return undescribed(payload, path)
      },
    })
  const TICKETS = [
    { text: 'a', external_id: 'E1', customer_id: 'C-1' },
    { text: 'c', external_id: 'E3', customer_id: 'D-1' },
  ]
  const CHATS = [{ text: 'b', external_id: 'E2', customer_id: 'C-1' }]

  it('a customer whose id is not listed is erased here alone where the service filters by customer', async () => {
    const { erase, left, erased } = await openTwo(
      TICKETS,
      CHATS,
      unlisted(() => {}),
    )
    expect(await erase('--customer-id C-1')).toMatchObject({ code: 0, stdout: 'Erased 1 item; 0 not found.\n' })
    expect([erased, await left()]).toEqual([[{ external_ids: ['E1'], source_id: '1' }], ['c', 'b']])
  })

  it('a customer whose id is not listed is erased where all items are here, be they of others', async () => {
    const { erase, left, erased } = await openTwo(
      TICKETS,
      [],
      unlisted((query) => query.delete('customer_id')),
    )
    expect(await erase('--customer-id C-1')).toMatchObject({ code: 0, stdout: 'Erased 1 item; 0 not found.\n' })
    expect([erased, await left()]).toEqual([[{ customer_ids: ['C-1'], source_id: '1' }], ['c']])
  })

  it.each<[string, (query: URLSearchParams) => void]>([
    ['ignores the filter', (query) => query.delete('customer_id')],
    ['finds the beginning of an id', (query) => query.get('customer_id') === 'C-' && query.set('customer_id', 'C-1')],
  ])('a customer whose id is not listed is refused where the service %s', async (_, filter) => {
    const { erase, left, erased } = await openTwo(TICKETS, CHATS, unlisted(filter))
    const { code, stderr } = await erase('--customer-id C-1')
    expect([code, erased, await left()]).toEqual([1, [], ['a', 'c', 'b']])
    expect(stderr).toContain('items outside source 1 may have customer_id "C-1" too')
    expect(stderr).toContain('Nothing was erased. Name external_ids that only this source has, or omit --source')
    expect(stderr).toContain('`inpk learn` finds out where this service has `customer_id`')
    expect(stderr).toContain('(ERASE_SCOPE_UNPROVEN)')
  })

  it.each<[string, (payload: Json) => Json]>([
    ['no word on more pages', ({ items }) => ({ items: items.slice(0, 1) })],
    ['paging of another kind', ({ items }) => ({ items: items.slice(0, 1), page: 1, per_page: 5 })],
  ])('a short page that the service did not call the last proves nothing: %s', async (_, cut) => {
    const { erase, left, erased } = await openTwo(
      [{ text: 'a', customer_id: 'C' }],
      [{ text: 'b', customer_id: 'C' }],
      (sent) => ({
        ...withoutMember(sent),
        answer: (payload, path) => (path === '/feedback' ? cut(payload) : undescribed(payload, path)),
      }),
    )
    const { code, stderr } = await erase('--customer-id C')
    expect([code, erased, await left()]).toEqual([8, [], ['a', 'b']])
    expect(stderr).toContain('did not say whether there are more')
    expect(stderr).toContain('Nothing was erased')
    expect(stderr).toContain('Omit --source')
  })

  it.each([
    ['a total that was reached', ({ items }: Json) => ({ items, total: items.length })],
    ['no next page', ({ items }: Json) => ({ items, next: null })],
  ])('%s is the word of the service', async (_, answer) => {
    const { erase, left } = await openTwo(
      [{ text: 'a', customer_id: 'C' }],
      [{ text: 'b', customer_id: 'D' }],
      (sent) => ({
        ...withoutMember(sent),
        answer: (payload, path) => (path === '/feedback' ? answer(payload) : undescribed(payload, path)),
      }),
    )
    expect([(await erase('--customer-id C')).code, await left()]).toEqual([0, ['b']])
  })

  it('a count other than that of the items found is an error', async () => {
    const bench = await openBench()
    await stageSource(bench, [{ text: 'a', external_id: 'E' }])
    const transport = otherService(bench.emulator.handle, {
      answer: (payload, path) => (path === '/feedback/erase' ? { ...payload, erased: 2 } : payload),
    })
    const argv = ['feedback', 'erase', '--external-id', 'E', '--source', 'Tickets', '--yes']
    const { code, stderr } = await bench.run(argv, { transport })
    expect(code).toBe(1)
    expect(stderr).toContain('the service erased 2 items where at most 1 was found in this source')
  })
})

describe('a service that takes no source in an erase, and says so', () => {
  const refusal = (status: number, body: object) => ({ status, headers: {}, body: Buffer.from(JSON.stringify(body)) })

  const EXTRA = [{ loc: ['body', 'source_id'], msg: 'Extra inputs are not permitted' }]

  async function erasing({
    facts,
    isDescribed = false,
    details = EXTRA,
  }: {
    facts?: object
    isDescribed?: boolean
    details?: object[]
  }) {
    const bench = await openBench()
    const { source } = await stageSource(bench, [
      { text: 'a', external_id: 'e1', customer_id: 'c1' },
      { text: 'b', external_id: 'e2', customer_id: 'c2' },
    ])
    const transport: Transport = async (request) => {
      const path = new URL(request.url).pathname
      if (path.endsWith('/openapi.json') && !isDescribed) return refusal(404, errorOf('NOT_FOUND', 'no such path'))
      const isOther = path.endsWith('/feedback/erase') && /source_id|survey_id/.test(String(request.body))
      if (isOther) return refusal(422, errorOf('VALIDATION_ERROR', 'The request is not valid.', details))
      return bench.emulator.handle(request)
    }
    const folder = scratchFolder()
    const known = facts ? ['--facts', writeFile(folder, 'f.json', JSON.stringify(facts))] : []
    const words = ['feedback', 'erase', '--customer-id', 'c1', '--source', source, '--yes', ...known]
    const { code, stdout } = await bench.run(words, { transport })
    return { code, stdout, left: (await bench.json<Json[]>(['feedback', 'list'])).map(({ text }) => text) }
  }

  it.each([
    ['is asked again without it, for ids that only that source has', {}],
    ['is not told it where facts say so', { facts: { 'body:eraseFeedback': { names: { survey_id: null } } } }],
  ])('%s', async (_, how) => {
    expect(await erasing(how)).toEqual({ code: 0, stdout: 'Erased 1 item; 0 not found.\n', left: ['b'] })
  })

  it.each([
    ['the source is refused for another reason', [{ loc: ['body', 'source_id'], msg: 'Source is under legal hold' }]],
    ['another member is not taken', [{ loc: ['body', 'ids'], msg: 'Extra inputs are not permitted' }]],
    ['no member is named', ['This source must not be erased']],
  ])('is not asked without it where %s', async (_, details) => {
    expect(await erasing({ details: details as object[] })).toEqual({ code: 6, stdout: '', left: ['a', 'b'] })
  })

  it('is not asked without it where the ids were not looked up', async () => {
    expect(await erasing({ isDescribed: true })).toEqual({ code: 6, stdout: '', left: ['a', 'b'] })
  })
})

describe('an erase that a service carries out as a task', () => {
  const facts = { 'behaviour:erase-task': { task_id: 'task_id' }, 'status:eraseFeedback': { success: 202 } }
  const task = (members: object) => ({
    ...{ task_id: 'task_9', kind: 'erase', status: 'completed', progress: 100 },
    ...{ created_at: '2026-01-02T10:00:00Z', completed_at: '2026-01-02T10:00:02Z' },
    ...members,
  })
  const run = async (answers: readonly object[], words: readonly string[] = []) => {
    const asked = [...answers]
    const transport = scripted({
      'GET /me': ME,
      'POST /feedback/erase': new Reply(202, { task_id: 'task_9', status: 'queued' }),
      'GET /content/push/bulk/task_9': () => (asked.length > 1 ? asked.shift() : asked[0]),
    })
    const known = writeFile(scratchFolder(), 'f.json', JSON.stringify(facts))
    return runInpk(['feedback', 'erase', '--external-id', 'E', '--yes', '--facts', known, ...words], { transport })
  }

  it('is waited for, and its end says how many items went', async () => {
    const queued = task({ status: 'queued', progress: 0, completed_at: null })
    const { code, stdout } = await run([queued, task({ result: { erased: 3, not_found: [{ external_id: 'E' }] } })])
    expect([code, stdout]).toEqual([0, 'Erased 3 items; 1 not found.\n  not found: E\n'])
  })

  it('that does not say how many says so, with its id', async () => {
    const { code, stdout } = await run([task({})])
    expect([code, stdout]).toEqual([0, 'The service erased as task task_9; it does not say how many items.\n'])
    const json = JSON.parse((await run([task({})], ['--json'])).stdout)
    expect(json).toEqual({ erased: null, not_found: null, tasks: [{ task_id: 'task_9', status: 'completed' }] })
  })

  it('that failed is a failure, with why', async () => {
    const error = { code: 'INTERNAL_ERROR', message: 'disk full' }
    const { code, stdout } = await run([task({ status: 'failed', error, result: { erased: 3, not_found: [] } })])
    expect([code, stdout]).toEqual([8, 'Task task_9, which erases, failed: disk full.\n'])
  })

  it('whose end cannot be seen is not taken for done', async () => {
    const { code, stderr } = await run([new Reply(404, errorOf('NOT_FOUND', 'no such task'))])
    expect(code).toBe(5)
    expect(stderr).toContain('`inpk tasks wait task_9` shows it.')
  })
})
