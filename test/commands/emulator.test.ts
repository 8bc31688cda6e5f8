import { existsSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { startEmulator } from '../../emulator/index.js'
import { processStart } from '../../src/base/process.js'
import type { Environment } from '../../src/cli/environment.js'
import { runInpk, stdinOf } from '../cli/run-inpk.js'
import { readJson, scratchFolder, writeFile } from './scratch.js'
import { openBench } from './with-emulator.js'

const NO_ENV = { INPK_CONFIG_DIR: '/nowhere' }

/** An environment whose emulators have no sockets, and that can be told to stop. */
function quietEnvironment() {
  let interrupt: (signal: NodeJS.Signals) => void = () => {}
  const opened: Awaited<ReturnType<typeof startEmulator>>[] = []
  const environment: Partial<Environment> = {
    env: NO_ENV,
    cwd: scratchFolder(),
    startEmulator: async (options) => {
      const emulator = await startEmulator({ ...options, listen: false })
      opened.push(emulator)
      return emulator
    },
    transport: (request) => opened[0]!.handle(request),
    onSignal(listener) {
      interrupt = listener
      return () => {}
    },
    sleep: () => new Promise((resolve) => setImmediate(resolve)),
  }
  return { environment, stop: () => interrupt('SIGINT') }
}

async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await new Promise((resolve) => setImmediate(resolve))
}

describe('emulator start', () => {
  it('is found by every command in its folder, and takes its place away when Ctrl-C ends it', async () => {
    const { environment, stop } = quietEnvironment()
    const file = join(environment.cwd!, '.inpk', 'emulator.json')
    const running = runInpk(['emulator', 'start'], environment)
    await until(() => existsSync(file))
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(readFileSync(join(environment.cwd!, '.inpk', '.gitignore'), 'utf8')).toBe('*\n')
    const nested = { ...environment, onSignal: () => () => {} }
    const me = await runInpk(['me'], nested)
    expect(me.code).toBe(0)
    expect(me.stderr).toContain('Using the running emulator')
    const { stdout } = await runInpk(['emulator', 'env', '--format', 'json'], nested)
    expect(JSON.parse(stdout)).toMatchObject({ INPK_BASE_URL: 'http://127.0.0.1:4600' })
    stop()
    const { code, stderr } = await running
    expect(code).toBe(130)
    expect(stderr).toMatch(/200 GET \/api\/input\/me/)
    expect(existsSync(file)).toBe(false)
  })

  it('--random-keys lays the keys down for their owner alone, says where, and commands find them', async () => {
    const { environment, stop } = quietEnvironment()
    const data = join(environment.cwd!, 'elsewhere')
    const running = runInpk(['emulator', 'start', '--random-keys', '--data', data], environment)
    await until(() => existsSync(join(data, 'emulator.json')))
    const file = join(data, 'random-keys.json')
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const keys = JSON.parse(readFileSync(file, 'utf8'))
    const nested = { ...environment, onSignal: () => () => {} }
    const env = await runInpk(['emulator', 'env', '--format', 'json', '--data', data], nested)
    expect(JSON.parse(env.stdout).INPK_API_KEY).toBe(keys.test.all)
    for (const noun of ['outbox', 'keys', 'faults', 'orgs', 'snapshot', 'tracking', 'monitors']) {
      expect([noun, (await runInpk(['emulator', noun, 'list', '--data', data], nested)).code]).toEqual([noun, 0])
      expect([noun, (await runInpk(['emulator', noun, 'list'], nested)).code]).toEqual([noun, 9])
    }
    stop()
    const { stderr } = await running
    expect(stderr).toContain(`random, in ${file}`)
    for (const key of [...Object.values(keys.test), ...Object.values(keys.live)]) expect(stderr).not.toContain(key)
  })

  it('--random-keys on data with several organisations keeps the new keys of all in that file, and says so (A1)', async () => {
    const { environment, stop } = quietEnvironment()
    const nested = { ...environment, onSignal: () => () => {} }
    const first = runInpk(['emulator', 'start'], environment)
    await until(() => existsSync(join(environment.cwd!, '.inpk', 'emulator.json')))
    await runInpk(['emulator', 'orgs', 'create', 'Acme'], nested)
    stop()
    await first

    const second = quietEnvironment()
    const again = runInpk(['emulator', 'start', '--random-keys'], { ...second.environment, cwd: environment.cwd! })
    const file = join(environment.cwd!, '.inpk', 'random-keys.json')
    await until(() => existsSync(join(environment.cwd!, '.inpk', 'emulator.json')))
    const keys = JSON.parse(readFileSync(file, 'utf8'))
    const env = { ...NO_ENV, INPK_API_KEY: keys.organizations['2'].test.all }
    const around = { ...second.environment, cwd: environment.cwd!, onSignal: () => () => {}, env }
    expect((await runInpk(['me', '--jq', '.org_id'], around)).stdout).toBe('2\n')
    second.stop()
    const { stderr } = await again
    expect(stderr).toContain(`random, in ${file} (organisations 1 and 2), readable only by you`)
    expect(stderr).not.toContain('inpk_test_')
  })

  it('[RTE-1] limits requests unless told otherwise', async () => {
    for (const [flag, code] of [
      ['on', 8],
      ['off', 0],
    ] as const) {
      const { environment, stop } = quietEnvironment()
      const running = runInpk(['emulator', 'start', '--rate-limits', flag, '--ephemeral'], environment)
      await until(() => existsSync(join(environment.cwd!, '.inpk', 'emulator.json')))
      const ask = () =>
        runInpk(['groups', 'list', '--retries', '0', '-q'], { ...environment, onSignal: () => () => {} })
      for (let asked = 0; asked < 60; asked += 1) await ask()
      expect((await ask()).code).toBe(code)
      stop()
      await running
    }
  })

  it.each([
    ['EADDRINUSE', { code: 'EADDRINUSE', port: 4600 }, 7, 'port 4600 is in use'],
    ['a data directory that is in use', { name: 'DataDirectoryInUseError', message: 'in use by process 12' }, 7, '12'],
    ['damaged data', { name: 'DamagedFileError', message: 'journal.jsonl, line 3' }, 1, 'journal.jsonl, line 3'],
  ])('%s is named', async (_, facts, code, message) => {
    const refuse = () => Promise.reject(Object.assign(new Error('no'), facts))
    const ran = await runInpk(['emulator', 'start'], { env: NO_ENV, cwd: scratchFolder(), startEmulator: refuse })
    expect(ran.code).toBe(code)
    expect(ran.stderr).toContain(message)
  })

  it.each([
    [['--clock', 'frozen@never']],
    [['--sunset', 'soon']],
    [['--port', '70000']],
    [['--ephemeral', '--data', 'x']],
    [['--envelope', 'paper']],
  ])('%j is wrong usage', async (argv) => {
    expect((await runInpk(['emulator', 'start', ...argv], { env: NO_ENV, cwd: scratchFolder() })).code).toBe(2)
  })
})

describe('emulator stop', () => {
  const facts = (pid: number, start: string | null) => ({
    pid,
    process_start: start,
    started_at: '2026-03-01T00:00:00.000Z',
    base_url: 'http://127.0.0.1:4600',
    dashboard_url: 'http://127.0.0.1:4601',
  })

  async function stopWith(emulatorFile: object, healthPid: number | undefined) {
    const cwd = scratchFolder()
    const { mkdirSync } = await import('node:fs')
    mkdirSync(join(cwd, '.inpk'))
    writeFile(join(cwd, '.inpk'), 'emulator.json', emulatorFile)
    const signalled: number[] = []
    const transport: Environment['transport'] = async () => {
      if (healthPid === undefined) throw new Error('nobody there')
      return { status: 200, headers: {}, body: Buffer.from(JSON.stringify({ status: 'ok', pid: healthPid })) }
    }
    const signalProcess = (pid: number) => void signalled.push(pid)
    const ran = await runInpk(['emulator', 'stop'], { env: NO_ENV, cwd, transport, signalProcess })
    return { ...ran, signalled }
  }

  it('that finds none is no failure', async () => {
    const ran = await runInpk(['emulator', 'stop', '--json'], { env: NO_ENV, cwd: scratchFolder() })
    expect(ran.code).toBe(0)
    expect(JSON.parse(ran.stdout)).toEqual({ stopped: false })
  })

  it('never signals a process whose start time is another', async () => {
    const { code, signalled } = await stopWith(facts(process.pid, '1'), undefined)
    expect([code, signalled]).toEqual([0, []])
  })

  it('never signals a process when another one answers at the address', async () => {
    const { code, signalled, stderr } = await stopWith(
      facts(process.pid, processStart(process.pid) ?? null),
      process.pid + 1,
    )
    expect([code, signalled]).toEqual([1, []])
    expect(stderr).toContain('Nothing was stopped')
  })

  it('signals the one that answers with its pid', async () => {
    const { signalled } = await stopWith(facts(process.pid, processStart(process.pid) ?? null), process.pid)
    expect(signalled).toEqual([process.pid])
  })
})

describe('without an emulator', () => {
  it.each([
    [['emulator', 'status'], 9],
    [['emulator', 'env'], 9],
    [['emulator', 'clock', 'show'], 9],
    [['emulator', 'reset'], 9],
    [['emulator', 'wait', '--within', '1s'], 12],
  ])('%j ends with %i', async (argv, code) => {
    expect((await runInpk(argv, { env: NO_ENV, cwd: scratchFolder() })).code).toBe(code)
  })
})

describe('emulator clock', () => {
  it('freezes, goes forward and resumes; what fell due is told', async () => {
    const bench = await openBench()
    const frozen = await bench.json(['emulator', 'clock', 'freeze', '2030-01-01T00:00:00Z'])
    expect(frozen).toEqual({ mode: 'frozen', now: '2030-01-01T00:00:00.000Z' })
    expect((await bench.json(['emulator', 'clock', 'advance', '6m'])).now).toBe('2030-01-01T00:06:00.000Z')
    expect((await bench.json(['emulator', 'clock', 'advance', '2030-01-02'])).now).toBe('2030-01-02T00:00:00.000Z')
    expect((await bench.json(['emulator', 'clock', 'set', '2030-01-03'])).mode).toBe('frozen')
    expect((await bench.json(['emulator', 'clock', 'resume'])).mode).toBe('real')
    expect((await bench.run(['emulator', 'clock', 'show'])).stdout).toMatch(/^real, 2030-01-03/)
  })

  it('never goes backward (6)', async () => {
    const bench = await openBench()
    expect((await bench.run(['emulator', 'clock', 'set', '2001-01-01'])).code).toBe(6)
  })
})

describe('emulator reset', () => {
  it('takes everything away', async () => {
    const bench = await openBench()
    await bench.run(['groups', 'create', 'Support'])
    expect((await bench.run(['emulator', 'reset'])).code).toBe(0)
    expect(await bench.json(['groups', 'list'])).toEqual([])
  })

  it.each([
    ['n\n', [], 1, 1],
    ['y\n', [], 0, 0],
    ['', ['--yes'], 0, 0],
  ])('asks whoever sits at a terminal, for nothing brings it back: %j %j', async (typed, words, exit, left) => {
    const bench = await openBench()
    await bench.run(['groups', 'create', 'Support'])
    const stdin = { ...stdinOf(typed), isTerminal: true }
    const { code, stderr } = await bench.run(['emulator', 'reset', ...words], { stdin })
    expect([code, await bench.json(['groups', 'list'])]).toEqual([exit, expect.objectContaining({ length: left })])
    const question = 'Reset organisation 1 (Default organisation)? This deletes everything in it; `inpk emulator undo`'
    expect(stderr.replace(/\s+/g, ' ').includes(question)).toBe(words.length === 0)
  })
})

describe('emulator exec', () => {
  type ChildOptions = Parameters<Environment['startChild']>[0]

  async function exec(
    end: { code: number | null; signal: NodeJS.Signals | null } | Error,
    argv: readonly string[] = [],
  ) {
    const { environment } = quietEnvironment()
    let asked: ChildOptions | undefined
    const startChild: Environment['startChild'] = (given) => {
      asked = given
      const ended = end instanceof Error ? Promise.reject(end) : Promise.resolve(end)
      return { pid: 1, kill: () => {}, ended }
    }
    const ran = await runInpk(['emulator', 'exec', ...argv, '--', 'npm', 'test', '--json'], {
      ...environment,
      startChild,
    })
    return { ...ran, asked }
  }

  it("gives the command address and keys, and returns the command's exit code", async () => {
    const { code, asked, stdout } = await exec({ code: 7, signal: null })
    expect([code, stdout]).toEqual([7, ''])
    expect(asked!.command).toEqual(['npm', 'test', '--json'])
    expect(Object.keys(asked!.env).filter((name) => name.startsWith('INPK_'))).toEqual(
      expect.arrayContaining([
        ...['INPK_BASE_URL', 'INPK_API_KEY', 'INPK_API_KEY_PUSH', 'INPK_API_KEY_CREATE', 'INPK_API_KEY_SEND'],
        ...['INPK_API_KEY_MCP_READ', 'INPK_API_KEY_ALL', 'INPK_LIVE_API_KEY', 'INPK_EMULATOR_URL'],
      ]),
    )
    expect(asked!.env.INPK_LIVE_API_KEY).toMatch(/^inpk_live_EMU/)
  })

  it('returns 128 + signal where one ended it, 127 where there is no such command', async () => {
    expect((await exec({ code: null, signal: 'SIGTERM' })).code).toBe(143)
    expect((await exec(Object.assign(new Error('spawn'), { code: 'ENOENT' }))).code).toBe(127)
  })

  it.each([
    ['--port 4700', 'always picks a free port', 'INPK_BASE_URL'],
    ['--data here', 'keeps its data in memory only', 'inpk emulator start --data'],
    ['--detach', 'runs only as long as its command', 'inpk emulator start --detach'],
  ])('refuses %s with what to do instead (C11)', async (option, message, instead) => {
    const { code, stderr } = await exec({ code: 0, signal: null }, option.split(' '))
    expect(code).toBe(2)
    expect(stderr).toContain(`error: \`emulator exec\` ${message}`)
    expect(stderr).toContain(instead)
  })

  it('takes the other options of start: --dashboard-port, and --ephemeral, which it always is (C11)', async () => {
    const { code, asked } = await exec({ code: 0, signal: null }, ['--ephemeral', '--dashboard-port', '4777'])
    expect([code, asked!.env.INPK_EMULATOR_URL]).toEqual([0, 'http://127.0.0.1:4777'])
  })

  it('returns 125 where the emulator itself failed', async () => {
    const startEmulatorThatFails = () => Promise.reject(new Error('no memory'))
    const argv = ['emulator', 'exec', '--', 'true']
    const ran = await runInpk(argv, { env: NO_ENV, startEmulator: startEmulatorThatFails })
    expect(ran.code).toBe(125)
    expect(ran.stderr).toContain('no memory')
  })
})

describe('emulator env', () => {
  it.each([
    ['sh', /^export INPK_BASE_URL='http:/],
    ['dotenv', /^INPK_BASE_URL="http:/],
    ['github', /^INPK_BASE_URL=http:/],
    ['powershell', /^\$env:INPK_BASE_URL = 'http:/],
    ['json', /^\{\n {2}"INPK_BASE_URL": "http:/],
  ])('--format %s', async (format, shape) => {
    const { environmentLines } = await import('../../src/commands/emulator/env-formats.js')
    expect(environmentLines({ INPK_BASE_URL: 'http://127.0.0.1:1' }, format as 'sh').join('\n')).toMatch(shape)
  })

  it('the keys of --random-keys lie in one file; without it nobody knows them', async () => {
    const { environment, stop } = quietEnvironment()
    const running = runInpk(['emulator', 'start', '--random-keys'], environment)
    const file = join(environment.cwd!, '.inpk', 'emulator.json')
    await until(() => existsSync(file))
    const nested = { ...environment, onSignal: () => () => {} }
    expect((await runInpk(['me'], nested)).code).toBe(0)
    expect(JSON.stringify(readJson(file))).not.toContain('inpk_test_')
    rmSync(join(environment.cwd!, '.inpk', 'random-keys.json'))
    expect((await runInpk(['emulator', 'env'], nested)).code).toBe(5)
    expect((await runInpk(['me'], nested)).code).toBe(3)
    stop()
    await running
  })

  it('the keys of --random-keys do not get into the log of an emulator in the background', async () => {
    const { environment, stop } = quietEnvironment()
    environment.env = { ...NO_ENV, INPK_IN_BACKGROUND: '1' }
    const running = runInpk(['emulator', 'start', '--random-keys'], environment)
    await until(() => existsSync(join(environment.cwd!, '.inpk', 'emulator.json')))
    stop()
    const { stderr } = await running
    expect(stderr).toMatch(/random-keys\.json[^\n]*\n`inpk emulator stop` stops it\.$/m)
    expect(stderr).not.toContain('inpk_test_')
  })
})
