import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeCertificate } from '../../../src/base/certificate.js'
import { scratchFolder, writeFile } from '../scratch.js'

const BIN = resolve(import.meta.dirname, '../../../bin/inpk.js')
const run = promisify(execFile)

interface Ended {
  code: number
  stdout: string
  stderr: string
}

/** Runs the program as a user does, without the variables of this machine's own emulators. */
async function inpk(cwd: string, args: string[], env: Record<string, string> = {}): Promise<Ended> {
  const { PATH = '', HOME = '' } = process.env
  const options = { cwd, env: { PATH, HOME, INPK_CONFIG_DIR: cwd, ...env } }
  try {
    return { code: 0, ...(await run(process.execPath, [BIN, ...args], options)) }
  } catch (error) {
    return error as unknown as Ended
  }
}

describe('emulator start --https', () => {
  const folder = scratchFolder()
  const certificate = join(folder, '.inpk', 'emulator-cert.pem')
  let started: Ended

  beforeAll(async () => {
    started = await inpk(folder, ['emulator', 'start', '--detach', '--https', '--port', '0'])
  }, 60_000)
  afterAll(async () => {
    await inpk(folder, ['emulator', 'stop'])
    expect(existsSync(certificate), 'goes with the emulator').toBe(false)
  })

  test('prints the file to trust, and how', () => {
    expect(started).toMatchObject({ code: 0, stdout: expect.stringContaining(`certificate  ${certificate}`) })
    const log = readFileSync(join(folder, '.inpk', 'emulator.log'), 'utf8')
    expect(log).toContain(`Trust      NODE_EXTRA_CA_CERTS=${certificate} (Node)\n`)
    expect(log).toContain(`           curl --cacert ${certificate}\n`)
  })

  test.each([
    [['me'], 'Default organisation'],
    [['groups', 'create', 'Shop'], 'Created group'],
    [['emulator', 'members', 'list'], 'Owner'],
    [['emulator', 'wait'], 'ready at https://127.0.0.1:'],
    [['emulator', 'status', '--jq', '.answers'], 'true'],
    [['doctor'], 'answers with TLS'],
  ])('commands in its folder trust it by themselves: %j', async (args, shown) => {
    const { code, stdout, stderr } = await inpk(folder, args)
    expect({ code, stdout }, stderr).toEqual({ code: 0, stdout: expect.stringContaining(shown) })
  })

  test('elsewhere the variables of `emulator env` do; without them the refusal comes at once and says so', async () => {
    const printed = await inpk(folder, ['emulator', 'env', '--json'])
    const { NODE_EXTRA_CA_CERTS: trusted, ...variables } = JSON.parse(printed.stdout)
    expect(trusted).toBe(certificate)
    const elsewhere = scratchFolder()
    const refused = await inpk(elsewhere, ['me'], variables)
    expect(refused.code).toBe(9)
    expect(refused.stderr).toContain('set NODE_EXTRA_CA_CERTS as `inpk emulator env` prints it')
    expect(refused.stderr).not.toContain('Retrying')
    const env = { ...variables, NODE_EXTRA_CA_CERTS: trusted }
    expect(await inpk(elsewhere, ['me'], env)).toMatchObject({ code: 0 })
    const again = await inpk(elsewhere, ['emulator', 'env', '--json'], env)
    expect(JSON.parse(again.stdout)).toMatchObject({ NODE_EXTRA_CA_CERTS: trusted })
  })

  test('a client that speaks HTTP learns why it is refused', async () => {
    const { base_url } = JSON.parse((await inpk(folder, ['emulator', 'status', '--json'])).stdout)
    const address = base_url.replace('https:', 'http:')
    const { stderr } = await inpk(folder, ['me', '--base-url', address], { INPK_API_KEY: wellFormedKey() })
    expect(stderr).toContain('this emulator speaks HTTPS: use https:// in the address')
  })
})

const wellFormedKey = () => `inpk_test_EMUNOBODY1_${'A'.repeat(43)}=`

describe('emulator exec --https', () => {
  const ask = `fetch(process.env.INPK_BASE_URL + '/_emulator/health').then(({ status }) => process.exit(status === 200 ? 3 : 1))`

  test('its command trusts the emulator, and what it trusted before; the file goes with it', async () => {
    const cwd = scratchFolder()
    const own = makeCertificate(Date.now(), { name: 'mine', days: 1 }).cert
    const mine = writeFile(cwd, 'mine.pem', own)
    const script = writeFile(
      cwd,
      'ask.cjs',
      `require('node:fs').copyFileSync(process.env.NODE_EXTRA_CA_CERTS, 'trusted.pem')
       require('node:fs').writeFileSync('where', process.env.NODE_EXTRA_CA_CERTS)
       ${ask}`,
    )
    const args = ['emulator', 'exec', '--https', '--', process.execPath, script]
    const { code, stderr } = await inpk(cwd, args, { NODE_EXTRA_CA_CERTS: mine })
    expect(code, stderr).toBe(3)
    const trusted = readFileSync(join(cwd, 'trusted.pem'), 'utf8')
    expect(trusted.match(/BEGIN CERTIFICATE/g)).toHaveLength(2)
    expect(trusted).toContain(own)
    expect(existsSync(readFileSync(join(cwd, 'where'), 'utf8'))).toBe(false)
  }, 60_000)
})
