import { appendFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { writeEmulatorFile } from '../../../src/commands/emulator/emulator-file.js'
import { runInpk } from '../../cli/run-inpk.js'
import { scratchFolder } from '../scratch.js'

it.each([
  [[], {}],
  [[], { COLUMNS: '30' }],
  [['--json'], {}],
  [['--debug'], { COLUMNS: '40' }],
])('a start in the background fails as one in the foreground does: %j %j (newcomer B10)', async (more, extra) => {
  const taken = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => taken.once('listening', resolve))
  const { port } = taken.address() as { port: number }
  const cwd = scratchFolder()
  const env = { INPK_CONFIG_DIR: '/nowhere', ...extra }
  const { code, stderr } = await runInpk(['emulator', 'start', '--detach', '--port', String(port), ...more], {
    cwd,
    env,
    sleep: (ms) => new Promise((resolve) => setTimeout(resolve, Math.min(ms, 20))),
    startChild: ({ command, env: inner }) => {
      const ended = runInpk(command.slice(command.indexOf('emulator')), {
        cwd,
        env: inner as Record<string, string>,
      }).then((ran) => {
        appendFileSync(inner!.INPK_IN_BACKGROUND!, ran.stderr)
        return { code: ran.code, signal: null }
      })
      return { pid: 999_999, ended, kill: () => {} } as never
    },
  })
  await new Promise((resolve) => taken.close(resolve))
  expect([code, stderr]).toEqual([7, expect.stringContaining('PORT_IN_USE')])
  expect(stderr.replaceAll(/\s+/g, ' ')).toContain(`port ${port} is`)
  expect(stderr).not.toMatch(/EMULATOR_DID_NOT_START|ended with/)
  expect(stderr.match(/error"?:/g)).toHaveLength(1)
})

it.each([
  [[], '.inpk', ''],
  [['--detach'], '.inpk', ''],
  [['--data', 'other'], 'other', ' --data other'],
  [['--data', 'other one', '--detach'], 'other one', " --data 'other one'"],
])(
  'a second emulator on a folder is refused alike, with a way out: %j (newcomer 1b-6)',
  async (more, folder, named) => {
    const cwd = scratchFolder()
    const url = 'http://127.0.0.1:4777'
    writeEmulatorFile(join(cwd, folder), { started_at: '', base_url: url, dashboard_url: url })
    const env = { INPK_CONFIG_DIR: '/nowhere' }
    const { code, stderr } = await runInpk(['emulator', 'start', ...more], { cwd, env })
    expect([code, stderr]).toEqual([7, expect.stringContaining('ALREADY_RUNNING')])
    expect(stderr).toContain(`already running ${named === '' ? 'in this folder' : `with --data ${folder}`}, at ${url}`)
    // Without a port of its own the other one would meet the port of this one.
    expect(stderr).toContain(
      `Stop it with \`inpk emulator stop${named}\`, or start another with \`--data FOLDER --port 0\`.`,
    )
  },
)
