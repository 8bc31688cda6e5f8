import { type ChildProcess, spawn } from 'node:child_process'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { requestLog, startEmulator } from '../../../emulator/index.js'
import { startGuardedChild } from '../../../src/cli/guarded-child.js'
import { writeBundle } from '../../../src/commands/emulator/exec/bundle.js'
import { createRecorder, leastScope } from '../../../src/commands/emulator/exec/recorder.js'
import { makeExecReport } from '../../../src/commands/emulator/exec/report.js'
import { onLinux } from '../../skip.js'
import { scratchFolder, writeFile } from '../scratch.js'

const BIN = resolve(import.meta.dirname, '../../../bin/inpk.js')
/** Nine have each way to end it with a command that ignores signals, and with one that does not. */
const ROUNDS = process.env.INPK_SOAK ? 200 : 9
/** What tells the processes of a test by their environment. */
type Mark = `INPK_${string}_TEST_${number}`
const MARK: Mark = `INPK_KILLED_TEST_${process.pid}`
const OTHERS: Mark = `INPK_OTHER_TEST_${process.pid}`
const WATCHDOG: Mark = `INPK_WATCHDOG_TEST_${process.pid}`

/** Processes that carry a mark. */
function marked(mark: Mark): string[] {
  return readdirSync('/proc').filter((name) => {
    try {
      return /^\d+$/.test(name) && readFileSync(`/proc/${name}/environ`, 'latin1').includes(mark)
    } catch {
      return false
    }
  })
}

afterAll(() => {
  for (const pid of [MARK, OTHERS, WATCHDOG].flatMap(marked)) process.kill(Number(pid), 'SIGKILL')
})

interface Ended {
  code: number | null
  stderr: string
}

function inpk(cwd: string, args: string[], mark = OTHERS): { child: ChildProcess; ended: Promise<Ended> } {
  const env = { ...process.env, [mark]: '1', INPK_CONFIG_DIR: cwd }
  const child = spawn(process.execPath, [BIN, ...args], { cwd, env, stdio: ['ignore', 'ignore', 'pipe'] })
  let stderr = ''
  child.stderr.on('data', (text) => (stderr += text))
  return { child, ended: new Promise((done) => child.once('close', (code) => done({ code, stderr }))) }
}

async function until(fact: () => boolean): Promise<void> {
  for (let left = 1_000; !fact() && left > 0; left -= 1) await new Promise((done) => setTimeout(done, 20))
  expect(fact()).toBe(true)
}

const ask = (path: string) =>
  `fetch(process.env.INPK_BASE_URL + '/api/input/${path}', { headers: { authorization: 'Bearer ' + process.env.INPK_API_KEY } })`

// Each waits for processes of its own.
describe.concurrent('emulator exec', onLinux, () => {
  test('leaves no process, whoever of the two is killed and whatever the command started', async () => {
    // The command starts another that moves to a session of its own; in some rounds both ignore signals, and are waited for a second.
    const stubborn = `trap '' TERM\nsetsid sh -c "trap '' TERM HUP; sleep 100" &\necho $$ > child.pid\nsleep 100\n`
    const willing = 'setsid sleep 100 &\necho $$ > child.pid\nsleep 100\n'
    const rounds = Array.from({ length: ROUNDS }, (_, round) => round)
    for (let from = 0; from < ROUNDS; from += 3) {
      await Promise.all(
        rounds.slice(from, from + 3).map(async (round) => {
          const own = scratchFolder()
          writeFile(own, 'child.sh', round % 4 === 0 ? stubborn : willing)
          const { child, ended } = inpk(own, ['emulator', 'exec', '--', 'sh', 'child.sh'], MARK)
          const hasStarted = () => readdirSync(own).includes('child.pid')
          if (round % 3 !== 2) await until(hasStarted)
          else await new Promise((done) => setTimeout(done, (round * 137) % 900))
          if (round % 3 === 0) process.kill(Number(readFileSync(join(own, 'child.pid'), 'utf8')), 'SIGKILL')
          else child.kill('SIGKILL')
          const { code } = await ended
          if (round % 3 === 0) expect(code).toBe(137)
          expect(readdirSync(own).filter((name) => name !== 'child.sh' && name !== 'child.pid')).toEqual([])
        }),
      )
    }
    await until(() => marked(MARK).length === 0)
  }, 1_200_000)

  test('passes signals on and gives back how the command took them', async () => {
    const cwd = scratchFolder()
    writeFile(cwd, 'child.sh', "trap 'exit 42' TERM\ntouch ready\nwhile true; do sleep 0.05; done\n")
    const { child, ended } = inpk(cwd, ['emulator', 'exec', '--', 'sh', 'child.sh'])
    await until(() => readdirSync(cwd).includes('ready'))
    child.kill('SIGTERM')
    expect((await ended).code).toBe(42)
  }, 60_000)

  test('--report tells what was exercised and the least scope; a failure leaves a folder without secrets', async () => {
    const cwd = scratchFolder()
    writeFile(cwd, 'child.mjs', `await ${ask('surveys/list')}; await ${ask('nothing')}; process.exitCode = 3\n`)
    const { stderr, code } = await inpk(cwd, ['emulator', 'exec', '--report', '--', process.execPath, 'child.mjs'])
      .ended
    expect(code).toBe(3)
    expect(stderr).toMatch(/listSources +200 × 1/)
    expect(stderr).toMatch(/\(none\) +404 × 1/)
    expect(stderr).toContain('has scope all; mcp_read would do')
    expect(stderr).toContain('refused (1×): /api/input/nothing not found')
    const folder = join(cwd, readdirSync(cwd).find((name) => name.startsWith('inpk-exec-'))!)
    expect(readdirSync(folder).sort()).toEqual(
      ['clock', 'deliveries', 'faults', 'organization', 'report', 'requests', 'state'].map((name) => `${name}.json`),
    )
    for (const file of readdirSync(folder)) {
      expect(readFileSync(join(folder, file), 'utf8')).not.toMatch(/inpk_(test|live)_EMU\w+_|whsec_/)
    }
  }, 60_000)

  test('--evolve runs the command in every future and tells which one it does not get along with', async () => {
    const cwd = scratchFolder()
    writeFile(cwd, 'child.mjs', `const { key } = await (await ${ask('me')}).json(); process.exitCode = key ? 0 : 9\n`)
    const { stderr, code } = await inpk(cwd, ['emulator', 'exec', '--evolve', '--', process.execPath, 'child.mjs'])
      .ended
    expect(code).toBe(9)
    expect(stderr).toMatch(/data envelope +exit code 9/)
    for (const name of ['unknown fields', 'unknown values', 'unknown events']) {
      expect(stderr).toMatch(new RegExp(`${name} +the same`))
    }
  }, 60_000)

  test('a child that cannot be started leaves no watchdog', async () => {
    const child = startGuardedChild({ command: ['/no/such/command'], env: { [WATCHDOG]: '1' }, cwd: '/' })
    await expect(child.ended).rejects.toMatchObject({ code: 'ENOENT' })
    expect(marked(WATCHDOG)).toEqual([])
  })
})

/** What a command did that made an organisation for a test, and deleted it after the test. */
async function recordedRun() {
  const recorder = createRecorder(requestLog())
  const { take: onRequest, hear: onNews } = recorder
  const emulator = await startEmulator({ listen: false, onRequest, onEvent: onNews })
  const organization = await emulator.createOrganization()
  const body = { url: 'http://127.0.0.1:9/', events: ['series.created' as const], local: true }
  await organization.control.createSubscription({ body })
  await organization.client.createGroup({ body: { name: 'Shop' } })
  return { recorder, emulator, organization, control: emulator.control }
}

test('what was done in organisations that are deleted by the end is in the report and in the folder of a failure', async () => {
  const { recorder, emulator, organization, control } = await recordedRun()
  await organization.delete()
  const report = await makeExecReport(recorder, control)
  expect(report).toMatchObject({
    operations: [{ operation: 'createGroup', statuses: { 200: 1 } }],
    events: [{ event: 'series.created', deliveries: 1 }],
    keys: [{ scope: 'all', least_scope: 'create' }],
  })
  const environment = { cwd: scratchFolder(), now: () => Date.UTC(2026, 0, 1) }
  const names = [1, 2].map(() => writeBundle(environment, control, recorder, { exit_code: 1, ...report }))
  expect(await Promise.all(names)).toEqual(['inpk-exec-20260101T000000', 'inpk-exec-20260101T000000-2'])
  const file = join(environment.cwd, 'inpk-exec-20260101T000000/deleted-organizations.json')
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject([
    { org_id: organization.id, requests: [{ operation: 'createGroup', status: 200 }], deliveries: [{}] },
  ])
  await emulator.close()
})

test('where the working folder takes no files, those of a failure are laid down among the temporary ones', async () => {
  const { recorder, emulator, control } = await recordedRun()
  const cwd = join(scratchFolder(), 'no-folder')
  const report = { exit_code: 1, ...(await makeExecReport(recorder, control)) }
  const folder = await writeBundle({ cwd, now: () => 0 }, control, recorder, report)
  expect(readdirSync(folder)).toContain('org-2-requests.json')
  rmSync(folder, { recursive: true })
  await emulator.close()
})

test('the least scope opens every route a key was used for', () => {
  expect(leastScope(['any'])).toBe('mcp_read')
  expect(leastScope([['push', 'create', 'all']])).toBe('push')
  expect(
    leastScope([
      ['push', 'create', 'all'],
      ['create', 'all'],
    ]),
  ).toBe('create')
  expect(
    leastScope([
      ['send', 'all'],
      ['create', 'all'],
    ]),
  ).toBe('all')
})
