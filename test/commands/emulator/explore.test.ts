import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { DISTURBANCES } from '../../../src/explore/kinds.js'
import { DISTURBANCE_NAMES } from '../../../src/explore/observed.js'
import { writeReplay } from '../../../src/explore/replay-file.js'
import { BIN, CORRECT, exploreClient, inpkExec, PLANTED, SEED } from '../../explore/clients.js'
import { inSoak, onLinux } from '../../skip.js'
import { scratchFolder, writeFile } from '../scratch.js'

/** Asks who it is with a key of an organisation that it has made. */
const ELSEWHERE = `key=$(curl -sS -X POST -H 'Content-Type: application/json' -d '{}' "$INPK_EMULATOR_URL/_emulator/orgs" |
  grep -o 'inpk_test_[^"]*' | head -1); curl -sS --fail -H "Authorization: Bearer $key" "$INPK_BASE_URL/api/input/me"`

/** Sends its key where others read it. */
const KEY_IN_URL = [
  ...['--', 'sh', '-c'],
  `curl -sS -H "Authorization: Bearer $INPK_API_KEY" "$INPK_BASE_URL/api/input/me?key=$INPK_API_KEY"`,
]

const causeOf = (client: string) => client.replace(/\.\w+$/, '')
// Each waits for runs of processes, most of which wait themselves: they do so at once.
describe.concurrent('emulator exec --explore', { timeout: 240_000, ...onLinux }, () => {
  test('finds a push that is repeated without its key, and replays it', async () => {
    const { code, stdout, folder } = await exploreClient('retries-without-key.ts', '--budget', '1s', '--json')
    expect(code).toBe(11)
    const { verdict, findings, recorded } = JSON.parse(stdout)
    expect([verdict, recorded]).toEqual(['failed', [{ operation: 'pushContent', requests: 2 }]])
    expect(findings[0]).toMatchObject({ breach: 'stored-twice', cause: 'retries-without-key' })
    expect(findings[0].disturbances).toMatchObject([{ operation: 'pushContent', nth: 0 }])
    expect(findings[0].story.join('\n')).toMatch(
      /The client sent the 1st pushContent.*\nThen .*\n.* the same request again, without an Idempotency-Key, and got 200\.\n/,
    )
    expect(findings[0].replay).toBe('inpk emulator exec --replay inpk-explore/1-retries-without-key.json')
    const replayed = await inpkExec(['--replay', join(folder, 'inpk-explore/1-retries-without-key.json'), '--json'])
    expect([replayed.code, JSON.parse(replayed.stdout).cause]).toEqual([11, 'retries-without-key'])
    expect(existsSync(join(replayed.folder, 'inpk-explore'))).toBe(false)
  })

  test('finds nothing in a client that follows the interface, and leaves nothing behind', async () => {
    const { code, stdout, folder } = await exploreClient('correct.ts', '--budget', '1s', '--output', 'junit')
    expect(stdout).toContain('<testcase classname="explore" name="undisturbed runs agree"/>')
    expect(stdout).toContain('name="response lost at the 1st pushContent"')
    expect([code, readdirSync(folder)]).toEqual([0, []])
  })

  test('a finding fails in JUnit, with its story and how to replay it', async () => {
    const { code, stdout } = await inpkExec(['--explore', '--budget', '1s', '--output', 'junit', ...KEY_IN_URL])
    expect(code).toBe(11)
    expect(stdout).toMatch(/<failure message="It puts the API key into the URL"[^>]*>The command exited with 0\./)
    expect(stdout).toContain('Wrong: an API key was sent in a URL')
    expect(stdout).toContain('Replay: inpk emulator exec --replay inpk-explore/1-key-in-url.json')
  })

  test('a command that draws its own outcome is flaky, and one that fails or sends nothing can only be reported', async () => {
    const explored = async (script: string) => {
      const { code, stdout } = await inpkExec(['--explore', '--seed', SEED, '--json', '--', 'sh', '-c', script])
      const { verdict, reason } = JSON.parse(stdout)
      return [code, verdict, reason]
    }
    const sometimes = `[ -e "$HOME/ran" ] || { touch "$HOME/ran"; exit 4; }; true`
    expect(await explored(sometimes)).toEqual([11, 'flaky', 'it exited with 4, 0, 0'])
    expect(await explored('echo no such table; exit 3')).toEqual([
      11,
      'fails undisturbed',
      'it exited with 3; its last line was: no such table',
    ])
    expect(await explored('true')).toEqual([11, 'sends nothing', 'the command sent no request to the emulator'])
  })

  test('a command is disturbed in the organisations that it makes, too, and what it did there is replayed', async () => {
    const folder = scratchFolder()
    const argv = ['--explore', '--budget', '1s', '--json', '--', 'sh', '-c', ELSEWHERE]
    const { code, stdout } = await inpkExec(argv, folder)
    const { findings, recorded } = JSON.parse(stdout)
    expect([code, recorded]).toEqual([11, [{ operation: 'getMe', requests: 1 }]])
    const [{ disturbances, file }] = findings
    expect(disturbances).toMatchObject([{ organization: '2', operation: 'getMe', nth: 0 }])
    const replayed = await inpkExec(['--replay', file], folder)
    expect(replayed.code).toBe(11)
    expect(replayed.stdout).toContain('at the 1st getMe of organisation 2')
  })

  test('a second Ctrl-C ends it at once, and leaves no folder either', async () => {
    const [folder, ready] = [scratchFolder(), join(scratchFolder(), 'ready')]
    // What it leaves running hears no SIGTERM, so that ending it takes a second.
    const script = `trap '' TERM; while :; do sleep 0.1; done & touch '${ready}'; wait`
    const argv = [BIN, 'emulator', 'exec', '--explore', '--', 'sh', '-c', script]
    const env = { ...process.env, HOME: folder, TMPDIR: folder }
    const child = spawn(process.execPath, argv, { cwd: folder, env, stdio: 'ignore' })
    await vi.waitFor(() => expect(existsSync(ready)).toBe(true), { timeout: 60_000 })
    expect(readdirSync(folder)).toEqual([expect.stringMatching(/^inpk-explore-/)])
    const ended = once(child, 'close')
    child.kill('SIGINT')
    await new Promise((done) => setTimeout(done, 100))
    child.kill('SIGINT')
    expect(await ended).toEqual([null, 'SIGINT'])
    expect(readdirSync(folder)).toEqual([])
  })

  test('what can never be judged is said at once: a command that does not exist, a state command that fails', async () => {
    const missing = await inpkExec(['--explore', '--', 'no-such-command'])
    expect([missing.code, missing.stdout]).toEqual([
      11,
      "fails undisturbed: it exited with 127; its last line was: no-such-command can't be run: no such command\n",
    ])
    const stateless = await inpkExec(['--explore', '--state-command', 'exit 3', '--', 'true'])
    expect([stateless.code, stateless.stdout]).toEqual([11, 'fails undisturbed: --state-command exited with 3\n'])
  })

  test('a seed file and a number to draw from may both be given', async () => {
    const seeds = ['--seed', SEED, '--seed', '7']
    const { stdout } = await inpkExec(['--explore', ...seeds, '--json', '--', 'true'])
    expect(JSON.parse(stdout).seed).toBe(7)
    const { code, stderr } = await inpkExec(['--explore', ...seeds, '--seed', '8', '--', 'true'])
    expect([code, stderr]).toEqual([2, expect.stringContaining('--seed was given several numbers')])
  })

  test('a key that is sent in a URL undisturbed is told of the undisturbed run', async () => {
    const { code, stdout } = await inpkExec(['--explore', '--budget', '1s', '--json', ...KEY_IN_URL])
    const { findings } = JSON.parse(stdout)
    expect([code, findings[0].cause, findings[0].disturbances]).toEqual([11, 'key-in-url', []])
  })

  test('what was tried is in the order of the search, not in that in which it ended', async () => {
    const script = `curl -sS -H "Authorization: Bearer $INPK_API_KEY" "$INPK_BASE_URL/api/input/me"; true`
    const argv = ['--explore', '--budget', '30s', '--output', 'junit', '--', 'sh', '-c', script]
    const { stdout } = await inpkExec(argv)
    const tried = [...stdout.matchAll(/ name="([^"]*) at the 1st getMe"/g)].map((match) => match[1]!)
    // It takes longer than those after it.
    expect(tried).toContain('delay')
    const searched = DISTURBANCE_NAMES.map((name) => DISTURBANCES[name].title)
    expect(tried).toEqual(searched.filter((title) => tried.includes(title)))
  })

  test('a failure no longer happens once three replays in a row are without it', async () => {
    const file = writeReplay({
      command: [
        'sh',
        '-c',
        `echo run >> runs; curl -sS -H "Authorization: Bearer $INPK_API_KEY" "$INPK_BASE_URL/api/input/me"`,
      ],
      options: {},
      disturbances: [{ kind: 'delayed', organization: '1', operation: 'getMe', nth: 0, index: 0 }],
      breach: 'gave-up',
      cause: 'not-patient',
      story: [],
    })
    const folder = scratchFolder()
    const { code, stdout } = await inpkExec(['--replay', writeFile(folder, 'replay.json', file)], folder)
    expect([code, stdout]).toEqual([
      0,
      'It no longer happens: delay at the 1st getMe.\nIt was: It does not wait for a slow response.\n',
    ])
    expect(readFileSync(join(folder, 'runs'), 'utf8')).toBe('run\n'.repeat(6))
  })

  test('a replay file that is none is refused', async () => {
    const { code, stderr } = await inpkExec(['--replay', SEED])
    expect([code, stderr]).toEqual([6, expect.stringContaining('not a replay file of `inpk emulator exec --explore`')])
  })

  test('what does not go together is refused', async () => {
    for (const args of [
      ['--explore', '--report', '--', 'true'],
      ['--budget', '3m', '--', 'true'],
      ['--state-command', 'true', '--', 'true'],
      ['--replay', SEED, '--', 'true'],
      ['--explore', '--dashboard-port', '0', '--', 'true'],
    ]) {
      expect((await inpkExec(args)).code, args.join(' ')).toBe(2)
    }
  })
})

describe('the example clients', inSoak, () => {
  test.each(PLANTED)(
    '%s is found within three minutes, with the right cause, and replays 20 of 20 times',
    async (client) => {
      const { code, stdout, folder } = await exploreClient(client, '--budget', '3m', '--json')
      const { findings } = JSON.parse(stdout)
      expect([code, findings[0]?.cause]).toEqual([11, causeOf(client)])
      for (const { file, cause } of findings) {
        for (let left = 20; left > 0; left -= 1) {
          const { code, stdout } = await inpkExec(['--replay', join(folder, file), '--json'])
          expect([code, JSON.parse(stdout).cause]).toEqual([11, cause])
        }
      }
    },
  )

  test.each(CORRECT)('%s: no false alarm in ten minutes', async (client) => {
    const { code, stdout } = await exploreClient(client, '--budget', '10m', '--json')
    const { findings, unsteady, tried, cells } = JSON.parse(stdout)
    expect([code, findings, unsteady, tried]).toEqual([0, [], [], cells])
    expect(cells).toBeGreaterThan(20)
  })
})
