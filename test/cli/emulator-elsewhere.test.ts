import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Emulator, startEmulator } from '../../emulator/index.js'
import { ownIdentity } from '../../src/base/process.js'
import { scratchFolder } from '../commands/scratch.js'
import { atEndOfFile } from '../end-of-file.js'
import { onLinux } from '../skip.js'
import { runInpk } from './run-inpk.js'

const isLinux = process.platform === 'linux'

describe('an emulator that runs for another folder', () => {
  let emulator: Emulator
  beforeAll(async () => {
    emulator = await startEmulator({ port: 0 })
    atEndOfFile(() => emulator.close())
  })

  const run = async (argv: readonly string[], cwd = scratchFolder(), more: Record<string, string> = {}) => {
    const env = { INPK_BASE_URL: emulator.baseUrl, INPK_CONFIG_DIR: '/nowhere', ...more }
    const ran = await runInpk(argv, { cwd, env, transport: emulator.handle })
    return { ...ran, stderr: ran.stderr.replaceAll(/\s+/g, ' ') }
  }
  const folder = isLinux ? process.cwd() : 'another folder'
  const named = `an emulator started in ${folder} (pid ${process.pid})`

  it('is named by doctor, with how to use it where no key is set', async () => {
    const { checks } = JSON.parse((await run(['doctor', '--json'])).stdout)
    const find = (id: string) => checks.find((check: { id: string }) => check.id === id)
    expect(find('host')).toMatchObject({ status: 'ok', message: `responds with JSON (200): ${named}` })
    expect(find('key')).toMatchObject({ status: 'failed', message: 'no API key is set' })
    expect(find('key').fix).toMatch(/^To use that emulator, run this in .+ `inpk emulator start --port 0`\.$/)
  })

  it('is named by learn, which asks the address for its description', async () => {
    expect((await run(['learn'])).stderr).toContain(`${named}. Name your service with --base-url.`)
    expect((await run(['learn', '--base-url', emulator.baseUrl])).stderr).toBe('')
  })

  it('is named where a command has no key', async () => {
    const { code, stderr } = await run(['me'])
    expect(code).toBe(3)
    expect(stderr).toContain(`At that address is ${named}. To use that emulator, run this in`)
    expect(stderr).not.toContain('No service yet?')
  })

  it('is not spoken of in its own folder, nor where it was named', async () => {
    const own = scratchFolder()
    const { pid, start, place } = ownIdentity()
    const record = { pid, process_start: start, process_place: place, base_url: emulator.baseUrl }
    mkdirSync(join(own, '.inpk'))
    writeFileSync(
      join(own, '.inpk', 'emulator.json'),
      JSON.stringify({ ...record, started_at: '', dashboard_url: emulator.dashboardUrl }),
    )
    for (const ran of [
      await run(['doctor'], own),
      await run(['doctor'], undefined, { INPK_EMULATOR_URL: emulator.dashboardUrl }),
    ])
      expect(ran.stdout).not.toContain('an emulator started in')
  })
})

describe('a port that is in use', onLinux, () => {
  it.each([
    ['emulator', 'start', '--ephemeral'],
    ['webhooks', 'listen', '--secret-env', 'SECRET'],
    ['record', '--to', 'https://ingest.example.com', '--out', 'session.har'],
  ])('is named with the folder of its holder: %s %s', async (...words) => {
    const holder = createServer()
    await new Promise<void>((resolve) => holder.listen(0, '127.0.0.1', resolve))
    const { port } = holder.address() as AddressInfo
    const env = { INPK_CONFIG_DIR: '/nowhere', SECRET: 'x' }
    const { code, stderr } = await runInpk([...words, '--port', String(port)], { cwd: scratchFolder(), env })
    await new Promise((resolve) => holder.close(resolve))
    expect(code).toBe(7)
    expect(stderr.replaceAll(/\s+/g, ' ')).toMatch(
      new RegExp(`port ${port} is in use by .+ \\(pid ${process.pid}, in `),
    )
    expect(stderr.replaceAll(/\s+/g, ' ')).toContain(`in ${process.cwd()})`)
  })
})
