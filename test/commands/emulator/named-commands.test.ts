import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { startEmulator } from '../../../emulator/index.js'
import { nameEmulator } from '../../../src/cli/name-emulator.js'
import { writeEmulatorFile } from '../../../src/commands/emulator/emulator-file.js'
import { TREE } from '../../../src/commands/tree.js'
import { runInpk } from '../../cli/run-inpk.js'
import { atEndOfFile } from '../../end-of-file.js'
import { scratchFolder } from '../scratch.js'

describe('commands that texts name', async () => {
  const cwd = scratchFolder()
  const emulator = await startEmulator({ listen: false })
  atEndOfFile(() => emulator.close())
  writeEmulatorFile(join(cwd), {
    started_at: '2026-03-01T00:00:00.000Z',
    base_url: emulator.baseUrl,
    dashboard_url: emulator.dashboardUrl,
    random_keys: false,
  })
  const run = (...argv: string[]) => runInpk(argv, { cwd, transport: emulator.handle, env: { INPK_CONFIG_DIR: cwd } })

  it.each([
    [['emulator', 'templates', 'list', '--data', '.'], '`inpk emulator templates set SOURCE FILE --data .`'],
    [['emulator', 'undo', 'x', '--data', '.', '--org', '1'], '`inpk emulator log --data . --org 1`'],
    [['emulator', 'undo', 'x', '--org', '1'], '`inpk emulator log --org 1`'],
    [['emulator', 'undo', 'x'], '`inpk emulator log`'],
    [['emulator', 'env', '--data', 'no where'], "`inpk emulator start --data 'no where'`"],
    [['emulator', 'start', '--data', '.'], '`inpk emulator stop --data .`'],
  ])('%j: name the emulator that it named', async (argv, command) => {
    const { stdout, stderr } = await run(...argv)
    expect(stdout + stderr).toContain(command)
  })

  it('in the texts of commands on webhooks, which name an organisation', async () => {
    const env = { INPK_CONFIG_DIR: cwd, INPK_EMULATOR_URL: emulator.dashboardUrl }
    const argv = ['webhooks', 'deliveries', '--org', '1']
    const { stdout, stderr } = await runInpk(argv, { cwd, transport: emulator.handle, env })
    expect(stdout + stderr).toContain('`inpk webhooks listen --org 1`')
  })

  it.each([
    ['the --json of an error', ['emulator', 'undo', 'x', '--data', '.', '--json']],
    ['its lines', ['emulator', 'undo', 'x', '--data', '.']],
  ])('in %s', async (_, argv) => expect((await run(...argv)).stderr).toContain('`inpk emulator log --data .`'))

  it('take only the options that they have, once', async () => {
    const named = (text: string) => nameEmulator(text, { tree: TREE, named: { data: 'd', org: '2' } })
    expect(await named('`inpk webhooks deliveries 5`')).toBe(
      '`eval "$(inpk emulator env --data d)" && inpk webhooks deliveries 5 --org 2`',
    )
    expect(await named('`inpk emulator undo`, `inpk emulator stop`')).toBe(
      '`inpk emulator undo --data d --org 2`, `inpk emulator stop --data d`',
    )
    for (const text of ['`inpk emulator exec -- npm test`', '`inpk emulator stop --data e`', '`inpk push --source 1`'])
      expect(await named(text)).toBe(text)
  })
})
