import { existsSync, readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { startEmulator } from '../../../emulator/index.js'
import { runInpk } from '../../cli/run-inpk.js'
import { skipWhere } from '../../skip.js'
import { scratchFolder, writeFile } from '../scratch.js'

const env = { INPK_CONFIG_DIR: '/nowhere' }

/** Runs `emulator start` without sockets, and stops it as soon as it runs. */
async function startIn(cwd: string, args: string[]) {
  let interrupt: (signal: NodeJS.Signals) => void = () => {}
  const running = runInpk(['emulator', 'start', ...args], {
    env,
    cwd,
    startEmulator: async (options) => {
      const emulator = await startEmulator({ ...options, listen: false })
      setImmediate(() => interrupt('SIGTERM'))
      return emulator
    },
    onSignal: (handle) => {
      interrupt = handle
      return () => {}
    },
  })
  return running
}

describe('in a folder that nobody can write', skipWhere(!existsSync('/sys/kernel'), 'no /sys on this machine'), () => {
  it.each(['/sys', '/proc'])('--ephemeral needs no disk, and says how it is found: %s (newcomer E1)', async (cwd) => {
    const { stderr, code } = await startIn(cwd, ['--ephemeral'])
    expect(stderr).toContain(`warning: ${cwd} can't be written, so commands can't find this emulator automatically`)
    expect(stderr).not.toContain('by itself')
    expect(code).toBe(143)
  })

  it.each([
    ['/sys', []],
    ['/sys', ['--detach']],
    ['/proc', ['--data', '/proc/x']],
  ])('an emulator with data says where to put them: %s %s (newcomer E1)', async (cwd, args) => {
    const { stderr, code } = await startIn(cwd, args)
    expect(stderr).toMatch(/^error: \S+ can't be written \(E[A-Z]+\)\nName another folder with --data/)
    expect(code).toBe(1)
  })

  it('in the background an emulator needs a folder whatever it keeps, and says so (newcomer E1)', async () => {
    const { stderr, code } = await startIn('/sys', ['--ephemeral', '--detach'])
    expect(stderr).toMatch(
      /^error: \S+ can't be written \(E[A-Z]+\)\nName another folder with --data, or start it without --detach/,
    )
    expect(code).toBe(1)
  })
})

describe('where a file has the name of the data directory', () => {
  const stage = (args: string[]) => {
    const cwd = scratchFolder()
    writeFile(cwd, '.inpk', 'x')
    return startIn(cwd, args)
  }

  it.each([
    [[], 'Name another folder with --data, or keep nothing on disk with --ephemeral.'],
    [['--detach'], 'Name another folder with --data, or keep nothing on disk with --ephemeral.'],
    [['--detach', '--ephemeral'], 'Name another folder with --data, or start it without --detach:'],
  ])('says so, and what to do: %j', async (args, hint) => {
    const { code, stderr } = await stage(args)
    expect(stderr).toMatch(/^error: \S+\.inpk is a file or inside one; data needs a folder\n/)
    expect([code, stderr]).toEqual([2, expect.stringContaining(`folder\n${hint}`)])
  })

  it('--ephemeral needs none, and says how it is found', async () => {
    const { code, stderr } = await stage(['--ephemeral'])
    expect(stderr).toMatch(/warning: \S+\.inpk is not a folder, so commands can't find this emulator automatically/)
    expect(code).toBe(143)
  })
})

it('--ephemeral leaves nothing behind (findings C10)', async () => {
  const cwd = scratchFolder()
  await startIn(cwd, ['--ephemeral'])
  expect(readdirSync(cwd)).toEqual([])
})
