import { expect, test } from 'vitest'
import { runInpk, scripted } from '../cli/run-inpk.js'
import { ME } from './sample.js'
import { scratchFolder, writeFile } from './scratch.js'

const SOURCE = { survey_id: '7', survey_title: 'Tickets', survey_series_id: '1', mode: 'ACCESSIBLE', questions: [] }
const GROUP = { survey_series_id: '1', name: 'Support', tracking: 'none', surveys: [SOURCE] }

/** A service whose templates have what is given, and no word of whether there is one. */
async function shown(template: object) {
  const cwd = scratchFolder()
  writeFile(cwd, 'inpk.facts.yaml', "'result:getInviteTemplate': { names: { present: null } }\n")
  const transport = scripted({
    'GET /me': ME,
    'GET /surveys/list': { survey_series: [GROUP], pagination: { limit: 200, next_cursor: null, has_more: false } },
    'GET /sources/7/invite-template': { source_id: '7', ...template },
  })
  return runInpk(['invites', 'template', 'Tickets', '--json'], { transport, cwd })
}

test('of a template without variables that can be read the rest is shown, and what is missing is named', async () => {
  const { code, stdout, stderr } = await shown({ subject: 'How was it?', required_variables: ['first_name'] })
  expect([code, JSON.parse(stdout).subject]).toEqual([0, 'How was it?'])
  expect(stderr).toMatch(/getInviteTemplate [\s\S]*`variables`/)
})

test('a response with neither a subject nor variables is refused', async () => {
  const { code, stderr } = await shown({ required_variables: ['first_name'] })
  expect([code, stderr]).toEqual([1, expect.stringContaining('has no')])
})
