import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { runInpk, scripted, TEST_KEY } from '../cli/run-inpk.js'
import { scratchFolder, writeFile } from './scratch.js'
import { openBench, stageSource } from './with-emulator.js'

const entriesOf = (folder: string, name = 'a.har') => JSON.parse(readFileSync(join(folder, name), 'utf8')).log.entries

it('`--record` keeps every exchange of a command, retries and all, without the key', async () => {
  const folder = scratchFolder()
  let tries = 0
  const answer = scripted({ 'GET /me': { key: {} } })
  const { stderr } = await runInpk(['me', '--record', 'a.har'], {
    cwd: folder,
    transport: async (request) => {
      tries += 1
      return tries === 1 ? { status: 503, headers: {}, body: new Uint8Array() } : answer(request)
    },
  })
  expect(entriesOf(folder).map((entry: { response: { status: number } }) => entry.response.status)).toEqual([503, 200])
  expect(readFileSync(join(folder, 'a.har'), 'utf8')).not.toContain(TEST_KEY)
  expect(stderr).toContain('Recorded 2 requests to a.har')
  expect(readdirSync(folder)).toEqual(['a.har'])
})

it('a push of many batches is recorded whole, and a second command goes on in the file', async () => {
  const bench = await openBench()
  const { source } = await stageSource(bench)
  const cwd = scratchFolder()
  const rows = Array.from({ length: 450 }, (_, at) => `${at},Text ${at}`)
  writeFile(cwd, 'reviews.csv', ['id,text', ...rows].join('\n'))
  const push = ['push', 'reviews.csv', '--source', source, '--record', 'a.har']
  const { code, stderr } = await bench.run(push, { cwd, env: { XDG_STATE_HOME: cwd } })
  expect([code, stderr]).toEqual([0, expect.stringContaining('Recorded')])
  const first = entriesOf(cwd)
  const pushed = first.filter(({ request }: { request: { url: string } }) => request.url.includes('/content/push'))
  const sent = pushed.map(({ request }: { request: { postData: { text: string } } }) => request.postData.text).join('')
  expect(rows.filter((row) => !sent.includes(`"${row.split(',')[1]}"`))).toEqual([])
  await bench.run(['sources', 'list', '--record', 'a.har', '--json'], { cwd })
  expect(entriesOf(cwd).length).toBeGreaterThan(first.length)
})

it('an exchange without an answer is recorded with the reason', async () => {
  const cwd = scratchFolder()
  const transport = async () => {
    throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
  }
  await runInpk(['me', '--record', 'a.har', '--retries', '0'], { cwd, transport })
  expect(entriesOf(cwd)).toMatchObject([{ response: { status: 0 }, comment: 'connect ECONNREFUSED' }])
})

it('what goes to the control API of an emulator is not recorded', async () => {
  const bench = await openBench()
  const cwd = scratchFolder()
  const { stderr } = await bench.run(['emulator', 'keys', 'list', '--record', 'a.har'], { cwd })
  expect(stderr).toContain('Recorded 0 requests')
  expect(entriesOf(cwd)).toEqual([])
})

it('a file of another kind is refused with exit code 6 before anything is sent, and stays', async () => {
  const cwd = scratchFolder()
  writeFile(cwd, 'reviews.csv', 'id,text\n')
  const { code, stderr } = await runInpk(['me', '--record', 'reviews.csv'], { cwd })
  expect([code, stderr]).toEqual([6, expect.stringContaining('reviews.csv is not a HAR file')])
  expect(readFileSync(join(cwd, 'reviews.csv'), 'utf8')).toBe('id,text\n')
  expect(existsSync(join(cwd, 'reviews.csv.lock.1'))).toBe(false)
})
