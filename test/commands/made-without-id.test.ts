import { expect, test } from 'vitest'
import { runInpk, scripted } from '../cli/run-inpk.js'
import { otherService } from './other-service.js'
import { scratchFolder, writeFile } from './scratch.js'
import { openBench, stageSource } from './with-emulator.js'

const LISTING = {
  survey_series: [
    {
      survey_series_id: '1',
      name: 'Support',
      surveys: [{ survey_id: '7', survey_title: 'Tickets', mode: 'ACCESSIBLE', questions: [] }],
    },
  ],
  pagination: { limit: 200, next_cursor: null, has_more: false },
}
const WRITES: [string, string[], string, object][] = [
  [
    'survey_series_id',
    ['groups', 'create', 'Support'],
    'POST /survey_series/create',
    { name: 'Support', id: 3, created: true },
  ],
  ['survey_id', ['sources', 'create', 'T', '--group', '1'], 'POST /survey/create', { survey_title: 'T', id: 3 }],
]

test.each(WRITES)('what was made without a readable %s is no success', async (member, argv, route, answer) => {
  for (const words of [[], ['--json']]) {
    const transport = scripted({ 'GET /surveys/list': LISTING, [route]: answer })
    const { code, stdout, stderr } = await runInpk([...argv, ...words], { transport })
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toMatch(new RegExp(`the service accepted \\w+ \\(2\\d\\d\\), but its response has no \`${member}\``))
    expect(stderr).toContain('inpk learn')
  }
})

test('a service that is known to tell no id of a group', async () => {
  const facts = writeFile(scratchFolder(), 'f.yaml', "'result:createGroup.survey_series_id': { name: null }\n")
  const transport = scripted({ 'POST /survey_series/create': { name: 'Support', created: true } })
  const { code, stdout } = await runInpk(['groups', 'create', 'Support', '--facts', facts], { transport })
  const said = 'Created group "Support"; this service does not say its id: see `inpk groups list`.\n'
  expect([code, stdout]).toEqual([0, said])
})

test('an upload whose task cannot be read is no success', async () => {
  const bench = await openBench()
  const { source } = await stageSource(bench)
  const file = writeFile(scratchFolder(), 'a.csv', 'text\nhello\n')
  const transport = otherService(bench.emulator.handle, {
    answer: ({ task_id: job, ...payload }, path) => (path === '/feedback/upload' ? { ...payload, job } : payload),
  })
  const { code, stdout, stderr } = await bench.run(['upload', file, '--source', source], { transport })
  expect([code, stdout]).toEqual([1, ''])
  expect(stderr).toContain('error: the service accepted uploadFeedback (202), but its response has no `task_id`')
})
