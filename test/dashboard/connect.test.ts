import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Emulator, startEmulator } from '../../emulator/index.js'
import { skipUnlessFound } from '../skip.js'
import { findTool } from '../webhooks/tools.js'
import { findChromium, openChromium } from './chromium.js'

const run = promisify(execFile)
const PROGRAM = resolve('bin/inpk.js')

describe('connecting from the dashboard', skipUnlessFound(findChromium() !== undefined, 'Chromium'), () => {
  let emulator: Emulator
  let browser: Browser
  let page: Page

  beforeAll(async () => {
    emulator = await startEmulator({ port: 0, dashboardPort: 0 })
    browser = await openChromium()
    const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] })
    page = await context.newPage()
    page.setDefaultTimeout(10_000)
  })
  afterAll(async () => {
    await browser?.close()
    await emulator?.close()
  })

  const code = async (tab: string): Promise<string> => {
    await page.getByRole('button', { name: tab, exact: true }).click()
    return (await page.locator('.connect pre').textContent())!
  }
  const copied = () => page.evaluate('navigator.clipboard.readText()') as Promise<string>

  it('the first page has the address, a key, and code that runs as it is', async () => {
    await page.goto(emulator.dashboardUrl)
    await page.getByText('No requests yet.').waitFor()
    const key = emulator.apiKeys.test.all
    expect(await code('Shell')).toBe(`export INPK_BASE_URL=${emulator.baseUrl}\nexport INPK_API_KEY=${key}`)
    expect(await code('TypeScript')).toContain(key)
    const [curl, python] = [await code('curl'), await code('Python')]
    if (findTool('curl', '--version')) {
      expect((await run('sh', ['-c', curl])).stdout).toContain('org_id')
      await page.getByRole('link', { name: '/api/input/me' }).waitFor()
    }
    if (findTool('python3', '--version')) expect((await run('python3', ['-c', python])).stdout).toContain('org_id')
  })

  it('the code trusts an emulator that speaks HTTPS', async () => {
    const secure = await startEmulator({ https: true })
    const context = await browser.newContext({ ignoreHTTPSErrors: true })
    const file = join(mkdtempSync(join(tmpdir(), 'inpk-connect-')), 'cert.pem')
    writeFileSync(file, secure.certificate!)
    const env = { ...process.env, NODE_EXTRA_CA_CERTS: file }
    const there = await context.newPage()
    const faults: string[] = []
    there.on('pageerror', ({ message }) => faults.push(message))
    there.on('console', (message) => message.type() === 'error' && faults.push(message.text()))
    await there.goto(secure.dashboardUrl)
    await there.getByText('No requests yet.').waitFor()
    const codeThere = async (tab: string) => {
      await there.getByRole('button', { name: tab, exact: true }).click()
      return (await there.locator('.connect pre').textContent())!
    }
    expect(await codeThere('Shell')).toContain(`export INPK_BASE_URL=${secure.baseUrl}\n`)
    const [curl, python] = [await codeThere('curl'), await codeThere('Python')]
    if (findTool('curl', '--version')) {
      expect((await run('sh', ['-c', curl], { env })).stdout).toContain('org_id')
      await there.getByRole('link', { name: '/api/input/me' }).waitFor()
    }
    if (findTool('python3', '--version'))
      expect((await run('python3', ['-c', python], { env })).stdout).toContain('org_id')
    expect(faults).toEqual([])
    await context.close()
    await secure.close()
    rmSync(dirname(file), { recursive: true })
  })

  it('with random keys, the lines for a shell get a key that works', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'inpk-connect-'))
    writeFileSync(join(folder, 'inpk'), `#!/bin/sh\nexec '${process.execPath}' '${PROGRAM}' "$@"\n`, { mode: 0o755 })
    const options = { cwd: folder, env: { ...process.env, PATH: `${folder}:${process.env.PATH}` } }
    const inFolder = async (script: string) => (await run('sh', ['-c', script], options)).stdout
    await inFolder('inpk emulator start --random-keys --port 0 --dashboard-port 0 --detach')
    try {
      const second = JSON.parse(await inFolder('inpk emulator orgs create Second --json')).org_id
      const { dashboard_url: url } = JSON.parse(await inFolder('inpk emulator status --json'))
      const there = await browser.newPage()
      const orgOf = async (org: string) => {
        await there.goto(`${url}/keys?org=${org}`)
        await there.getByRole('button', { name: 'Connect', exact: true }).click()
        const shell = await there.locator('.connect pre').textContent()
        return String(JSON.parse(await inFolder(`${shell}\ninpk me --json`)).org_id)
      }
      expect([await orgOf('1'), await orgOf(second)]).toEqual(['1', second])
      await there.close()
    } finally {
      await inFolder('inpk emulator stop')
      rmSync(folder, { recursive: true })
    }
  }, 30_000)

  it('the panel has them on every page, with the key that is chosen', async () => {
    await page.goto(`${emulator.dashboardUrl}/keys`)
    await page.getByRole('button', { name: 'Connect', exact: true }).click()
    await page.getByLabel('API key').selectOption('live push')
    expect(await code('curl')).toContain(emulator.apiKeys.live.push)
    await page.keyboard.press('Escape')
  })

  it('a request is sent again, and copied as curl with its body and key', async () => {
    const path = '/api/input/survey_series/create'
    const headers = { authorization: `Bearer ${emulator.apiKeys.test.all}`, 'content-type': 'application/json' }
    await fetch(emulator.baseUrl + path, { method: 'POST', headers, body: `{"name":"Bob's shop"}` })
    await page.goto(`${emulator.dashboardUrl}/requests`)
    await page.getByRole('link', { name: path }).click()
    const before = page.url()
    await page.getByRole('button', { name: 'Send again' }).click()
    await page.waitForURL((url) => url.href !== before)
    await page.getByRole('button', { name: 'Copy as curl' }).click()
    await page.getByText('Copied', { exact: true }).waitFor({ state: 'attached' })
    const curl = await copied()
    expect(curl).toContain(emulator.apiKeys.test.all)
    if (!findTool('curl', '--version')) return
    expect((await run('sh', ['-c', curl])).stdout).toContain('survey_series_id')
    await expect.poll(() => page.getByRole('link', { name: path }).count()).toBe(3)
  })
})
