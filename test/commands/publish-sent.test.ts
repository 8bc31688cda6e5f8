import { expect, test } from 'vitest'
import { errorOf, Reply, runInpk, scripted } from '../cli/run-inpk.js'
import { scratchFolder, writeFile } from './scratch.js'

const SOURCE = { survey_id: '7', survey_series_id: '4', survey_title: 'Tickets', mode: 'EDITING', questions: [] }
const LISTING = {
  survey_series: [{ survey_series_id: '4', name: 'Support', surveys: [SOURCE] }],
  pagination: { limit: 200, next_cursor: null, has_more: false },
}

/** What publishing a source sends where this is known of its group. */
async function sentUnder(fact: string): Promise<unknown> {
  const facts = writeFile(scratchFolder(), 'f.yaml', `'body:publishSource.survey_series_id': ${fact}\n`)
  const published = { ...SOURCE, mode: 'ACCESSIBLE', already_published: false }
  const transport = scripted({ 'GET /surveys/list': LISTING, 'POST /survey/publish': published })
  const { code, stderr } = await runInpk(['sources', 'publish', '7', '--facts', facts], { transport })
  expect([code, stderr.includes('(FACTS_INVALID)')]).toEqual([0, false])
  return transport.asked.find(({ route }) => route === 'POST /survey/publish')?.body
}

test('what requests were always seen to send is sent as well, by its name there', async () => {
  expect(await sentUnder('{ sent: true }')).toEqual({ survey_id: '7', survey_series_id: '4' })
  expect(await sentUnder('{ name: group_id, sent: true }')).toEqual({ survey_id: '7', group_id: '4' })
})

test('nothing else is sent unasked', async () => {
  expect(await sentUnder('{ name: group_id }')).toEqual({ survey_id: '7' })
  expect(await sentUnder('{ sent: false }')).toEqual({ survey_id: '7' })
})

test.each([
  ['{ sent: often }', 'sent must be true or false'],
  ['{ name: null, sent: true }', "can't be sent: the service does not have it"],
])('refuses %s', async (fact, message) => {
  const facts = writeFile(scratchFolder(), 'f.yaml', `'body:publishSource.survey_series_id': ${fact}\n`)
  const { code, stderr } = await runInpk(['sources', 'list', '--facts', facts], { transport: scripted({}) })
  expect([code === 0, stderr]).toEqual([false, expect.stringContaining(message)])
})

test('only a member that can be found unasked can be said to be sent', async () => {
  const facts = writeFile(scratchFolder(), 'f.yaml', "'body:publishSource.survey_id': { sent: true }\n")
  const { stderr } = await runInpk(['sources', 'list', '--facts', facts], { transport: scripted({}) })
  expect(stderr).toContain('has no sent')
})

const refusal = new Reply(409, errorOf('SURVEY_LIVE', 'The survey is live'))
const listing = (mode: string) => ({
  ...LISTING,
  survey_series: [{ survey_series_id: '4', name: 'Support', surveys: [{ ...SOURCE, mode }] }],
})

test('a source that a service refuses to publish is published if it is listed so', async () => {
  const transport = scripted({ 'GET /surveys/list': listing('ACCESSIBLE'), 'POST /survey/publish': refusal })
  const { code, stdout } = await runInpk(['sources', 'publish', '7'], { transport })
  expect([code, stdout]).toEqual([0, 'Source 7 (Tickets) was already published.\n'])
})

test('a draft that a service refuses to publish stays its refusal', async () => {
  const transport = scripted({ 'GET /surveys/list': listing('EDITING'), 'POST /survey/publish': refusal })
  const { code, stderr } = await runInpk(['sources', 'publish', '7'], { transport })
  expect([code, stderr]).toEqual([7, expect.stringContaining('SURVEY_LIVE')])
})
