import { expect, test } from 'vitest'
import { SourceRecord } from '../../src/contract/records.js'
import type { Transport } from '../../src/contract/wire.js'
import { scratchFolder, writeFile } from './scratch.js'
import { openBench } from './with-emulator.js'

const NOTHING = Object.fromEntries(Object.keys(SourceRecord.properties).map((name) => [name, null]))
const FACTS = {
  'result:createSource': { names: NOTHING },
  'result:createGroup.survey_series_id': { name: null },
  'status:createSource': { success: 201 },
}

test.each([[[]], [['--facts']]])('what was made is read back by its Location, facts %j', async (words) => {
  const bench = await openBench({ facts: FACTS })
  const known = words.length > 0 ? [...words, writeFile(scratchFolder(), 'f.json', JSON.stringify(FACTS))] : []
  const { survey_series_id: group } = await bench.json<{ survey_series_id: string }>([
    'groups',
    'create',
    'Team',
    ...known,
  ])
  const answer = await bench.emulator.handle({
    ...{ method: 'POST', url: `${bench.emulator.baseUrl}/api/input/survey/create`, timeoutMs: 1_000 },
    headers: { authorization: `Bearer ${bench.emulator.apiKeys.test.all}`, 'content-type': 'application/json' },
    body: JSON.stringify({ survey_series_id: group, survey_title: 'Before' }),
  })
  expect([answer.status, new TextDecoder().decode(answer.body)]).toEqual([201, ''])
  expect(answer.headers.location).toMatch(/survey_id=\d+$/)
  const create = ['sources', 'create', 'Exit', '--group', group, '--question', 'DEPTH_TEXT: Why?', ...known]
  const source = await bench.json<{ survey_title: string; survey_id: string }>(create)
  expect(source).toMatchObject({ survey_title: 'Exit', survey_id: expect.stringMatching(/\d/) })
  const { stdout, stderr, code } = await bench.run([
    'sources',
    'create',
    'Two',
    '--group',
    group,
    '--publish',
    ...known,
  ])
  expect([code, stderr]).toEqual([0, ''])
  expect(stdout).toContain('Two')
})

test.each([[{ ok: true }], [{ message: 'created', request: { id: 'r1' } }]])(
  'a body that says nothing of the source does not stand in its place: %j',
  async (body) => {
    const bench = await openBench()
    const { survey_series_id: group } = await bench.json<{ survey_series_id: string }>(['groups', 'create', 'Team'])
    const transport: Transport = async (request) => {
      const response = await bench.emulator.handle(request)
      if (!request.url.endsWith('/survey/create')) return response
      const { survey_id: id } = JSON.parse(new TextDecoder().decode(response.body))
      const headers = { ...response.headers, location: `/api/input/sources/${id}` }
      return { ...response, status: 201, headers, body: Buffer.from(JSON.stringify(body)) }
    }
    const argv = ['sources', 'create', 'Exit', '--group', group, '--question', 'DEPTH_TEXT: Why?', '--publish']
    const { code, stdout, stderr } = await bench.run([...argv, '--json'], { transport })
    expect([code, stderr]).toEqual([0, ''])
    expect(JSON.parse(stdout)).toMatchObject({ survey_id: '1', survey_title: 'Exit', mode: 'ACCESSIBLE' })
  },
)
