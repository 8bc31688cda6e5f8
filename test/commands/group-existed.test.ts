import { expect, test } from 'vitest'
import { runInpk, scripted } from '../cli/run-inpk.js'
import { scratchFolder, writeFile } from './scratch.js'

const GROUP = { survey_series_id: '7', name: 'Support' }
const UNSAID = 'is there; this service does not say whether it already existed.'

/** What is said of a group that was answered so. */
async function saidOf(answer: object, status: number, fact?: object, ...more: string[]): Promise<string> {
  const transport = scripted({ 'POST /survey_series/create': answer })
  const answering: typeof transport = Object.assign(
    async (...request: Parameters<typeof transport>) => ({ ...(await transport(...request)), status }),
    transport,
  )
  const facts = fact && writeFile(scratchFolder(), 'f.json', JSON.stringify({ 'status:createGroup': fact }))
  const argv = ['groups', 'create', 'Support', ...(facts ? ['--facts', facts] : []), ...more]
  return (await runInpk(argv, { transport: answering })).stdout.trim()
}

test.each([
  ['the answer says that it was made', { ...GROUP, created: true }, 200, undefined, 'Created group 7 (Support).'],
  [
    'the answer says that it existed',
    { ...GROUP, created: false },
    201,
    undefined,
    'Group 7 (Support) already exists.',
  ],
  ['neither answer nor status says it', GROUP, 201, undefined, `Group 7 (Support) ${UNSAID}`],
  ['all have one status', GROUP, 201, { success: 201, existing: 201 }, `Group 7 (Support) ${UNSAID}`],
  ['one status is known', GROUP, 201, { success: 201 }, `Group 7 (Support) ${UNSAID}`],
  ['201 is of what was made', GROUP, 201, { success: 201, existing: 200 }, 'Created group 7 (Support).'],
  ['200 is of what existed', GROUP, 200, { success: 201, existing: 200 }, 'Group 7 (Support) already exists.'],
])('a group where %s', async (_, answer, status, fact, said) => {
  expect(await saidOf(answer, status, fact)).toBe(said)
})

test.each([
  [201, true],
  [200, false],
])('status %i says to a script whether the group was made: created %s', async (status, created) => {
  const said = await saidOf(GROUP, status, { success: 201, existing: 200 }, '--json')
  expect(JSON.parse(said)).toEqual({ created, ...GROUP })
})

test('where neither says it, a script is told nothing', async () => {
  expect(JSON.parse(await saidOf(GROUP, 201, undefined, '--json'))).toEqual(GROUP)
})
