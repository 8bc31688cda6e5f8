import { expect, test } from 'vitest'
import { createClient } from '../../src/client/index.js'
import { TEST_KEY } from '../cli/run-inpk.js'
import { scratchFolder, writeFile } from './scratch.js'
import { openBench, stageSource } from './with-emulator.js'

/** An input of a command, the fact by which the service has no place for it, and what is named. */
const INPUTS: [string, object, (source: string, file: string) => string[], string, RegExp][] = [
  [
    'a period',
    { 'query:getAnalysis.period_key': { name: null } },
    (source) => ['analysis', 'show', source, '--period', '2026-02'],
    '',
    /no `period_key` in getAnalysis[\s\S]*--period/,
  ],
  [
    'a label of an upload',
    { 'body:uploadFeedback': { names: { source_reference: null } } },
    (source, file) => ['upload', file, '--source', source, '--source-reference', 'May'],
    'text,external_id\nGood.,u1\n',
    /no `source_reference` in uploadFeedback[\s\S]*--source-reference/,
  ],
  [
    'ids of customers',
    { 'body:eraseFeedback': { names: { customer_ids: null, customer_id: null } } },
    () => ['feedback', 'erase', '--customer-id', 'C-1', '--yes', '--confirm', 'Default organisation'],
    '',
    /no `customer_ids` in eraseFeedback[\s\S]*--customer-id/,
  ],
  [
    'options of a question',
    { 'body:createSource.questions[].options': { name: null } },
    () => ['sources', 'create', 'T', '--group', '1', '--question', 'SCQ: Again?', '--option', 'Yes', '--option', 'No'],
    '',
    /no `questions\[\].options` in createSource[\s\S]*--option/,
  ],
  [
    'whether a question is required',
    { 'body:createSource.questions[].required': { name: null } },
    () => ['sources', 'create', 'T', '--group', '1', '--question', 'TEXT: Why?', '--required'],
    '',
    /no `questions\[\].required` in createSource[\s\S]*--required/,
  ],
  [
    'a form of the description',
    { 'query:getOpenapi.envelope': { name: null } },
    () => ['openapi', '--envelope', 'data'],
    '',
    /no `envelope` in getOpenapi[\s\S]*--envelope/,
  ],
]

test.each(INPUTS)('an option that the service is known to take nowhere is refused by its name: %s', async (...row) => {
  const [, facts, argv, content, said] = row
  const bench = await openBench({ facts: facts as never })
  const { source } = await stageSource(bench)
  const folder = scratchFolder()
  const file = writeFile(folder, 'a.csv', content)
  const sent: string[] = []
  const { code, stderr } = await bench.run([...argv(source, file), '--facts', writeFile(folder, 'facts.json', facts)], {
    columns: 200,
    transport(request) {
      if (request.method !== 'GET') sent.push(request.url)
      return bench.emulator.handle(request)
    },
  })
  expect([code, stderr, sent]).toEqual([2, expect.stringMatching(said), []])
})

test('a filter that the service is known not to have is checked here', async () => {
  const facts = { 'query:listFeedback': { names: { external_id: null } } }
  const bench = await openBench({ facts })
  await stageSource(bench, [
    { text: 'One', external_id: 'e1' },
    { text: 'Two', external_id: 'e2' },
  ])
  const file = writeFile(scratchFolder(), 'facts.json', facts)
  const found = await bench.json(['feedback', 'list', '--external-id', 'e2', '--facts', file])
  expect(found).toMatchObject([{ text: 'Two' }])
})

test('a bare description is made here where the service is known to give none', async () => {
  const facts = { 'query:getOpenapi.envelope': { name: null } }
  const bench = await openBench({ facts })
  const file = writeFile(scratchFolder(), 'facts.json', facts)
  const { paths } = await bench.json(['openapi', '--envelope', 'bare', '--facts', file])
  expect(JSON.stringify(paths['/me'].get.responses['200'])).not.toContain('"data"')
})

test('ids of recipients that the service takes none of are left out with a warning, for the column is there for others too', async () => {
  const bench = await openBench()
  const { source } = await stageSource(bench, [])
  const folder = scratchFolder()
  const people = writeFile(folder, 'people.csv', 'email,external_id,name\nada@example.com,E-1,Ada\n')
  const facts = writeFile(folder, 'facts.json', {
    'body:sendInvites.recipients': { names: { '[].external_id': null } },
  })
  const sent: unknown[] = []
  const transport: typeof bench.emulator.handle = async (request) => {
    if (new URL(request.url).pathname.endsWith('/invites')) sent.push(JSON.parse(String(request.body)))
    return bench.emulator.handle(request)
  }
  const { code, stderr } = await bench.run(['invites', 'send', source, people, '--yes', '--facts', facts], {
    transport,
  })
  expect(stderr).toContain('takes no external_id of recipients: that column is not sent')
  expect(code).not.toBe(2)
  expect(sent).toEqual([{ recipients: [{ email: 'ada@example.com', variables: { name: 'Ada' } }] }])
})

test('a group that the service is known not to filter by is checked by the command, and refused by the client', async () => {
  const facts = { 'query:listFeedback': { names: { survey_series_id: null } } }
  const bench = await openBench({ facts: facts as never })
  const { group } = await stageSource(bench, [{ text: 'One', external_id: 'e1' }])
  const file = writeFile(scratchFolder(), 'facts.json', facts)
  expect(await bench.json(['feedback', 'list', '--group', group, '--facts', file])).toMatchObject([{ text: 'One' }])
  const transport = bench.emulator.handle
  const client = createClient({ baseUrl: 'http://127.0.0.1:9', apiKey: TEST_KEY, transport, facts: facts as never })
  await expect(client.listFeedback({ query: { survey_series_id: group } })).rejects.toThrow(
    'takes no `feedback_group_id`',
  )
})
