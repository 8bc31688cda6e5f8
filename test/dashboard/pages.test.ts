import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Emulator, startEmulator } from '../../emulator/index.js'
import { findChromium, openChromium } from './chromium.js'
import { type Stage, setStage } from './stage.js'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const missing = findChromium() === undefined

let emulator: Emulator
let browser: Browser
let page: Page
let stage: Stage
const said: string[] = []

describe.skipIf(missing)(`the dashboard in Chromium${missing ? ' (skipped: no Chromium was found here)' : ''}`, () => {
  beforeAll(async () => {
    emulator = await startEmulator({ port: 0, dashboardPort: 0 })
    browser = await openChromium()
    page = await browser.newPage({ viewport: { width: 1280, height: 760 } })
    page.setDefaultTimeout(10_000)
    page.on('console', (message) => said.push(`${message.type()}: ${message.text()}`))
    page.on('pageerror', (error) => said.push(String(error)))
  })
  afterAll(async () => {
    await browser?.close()
    stage?.close()
    await emulator?.close()
  })
  afterEach(() => expect(said.splice(0)).toEqual([]))

  const open = (path: string) => page.goto(emulator.dashboardUrl + path)
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  /** What axe finds; in the second colours only the colours are looked at again. */
  const violations = async (runOnly?: string) => {
    const options = runOnly === undefined ? '{}' : `{ runOnly: ['${runOnly}'] }`
    const { violations: found } = (await page.evaluate(`axe.run(${options})`)) as {
      violations: { id: string; nodes: { html: string }[] }[]
    }
    return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`)
  }

  it('requests show up as they come, with their hints, and one opens with its bodies', async () => {
    await open('/')
    await page.getByText('No requests yet.').waitFor()
    await page.getByText('Live', { exact: true }).waitFor()
    await fetch(`${emulator.baseUrl}/api/input/nothing`)
    await page.getByText('there is no /api/input/nothing').waitFor()
    await page.getByRole('link', { name: '/api/input/nothing' }).press('Enter')
    await page.getByRole('heading', { name: 'GET /api/input/nothing' }).waitFor()
    await page.getByText('"NOT_FOUND"').waitFor()
    expect(new URL(page.url()).pathname).toMatch(/^\/requests\/req_/)
    await page.keyboard.press('Escape')
    expect(new URL(page.url()).pathname).toBe('/requests')
  })

  it('a key is made, shown once, and revoked', async () => {
    stage = await setStage(emulator)
    await open('/keys')
    await button('New key').click()
    await page.getByLabel('Label').fill('From the page')
    await button('Create key').click()
    const shown = await page.locator('.secret-value code').textContent()
    expect(
      (await fetch(`${emulator.baseUrl}/api/input/me`, { headers: { authorization: `Bearer ${shown}` } })).status,
    ).toBe(200)
    await button('Done').click()
    await page.getByRole('link', { name: 'From the page' }).click()
    await button('Revoke').click()
    await button('Revoke for good?').click()
    await page.getByText('From the page is revoked.').waitFor()
    expect(
      (await fetch(`${emulator.baseUrl}/api/input/me`, { headers: { authorization: `Bearer ${shown}` } })).status,
    ).toBe(401)
  })

  it('items are searched by their text, and a theme is shown in the words of its items', async () => {
    await open(`/sources/${stage.source}`)
    await page.getByLabel('Search texts').fill('refund 3)')
    await page.getByText('I was charged twice and want a refund. (3)').waitFor()
    await open(`/analysis/${stage.source}`)
    await page.getByRole('heading', { name: 'Sentiment of 120 items' }).waitFor()
    await page.locator('.themes td a').last().click()
    await page.locator('.verbatims blockquote').first().waitFor()
  })

  it('a delivery is shown with its exact bytes and sent once more', async () => {
    await open('/deliveries')
    await page.getByRole('link', { name: 'dlv_1', exact: true }).click()
    await button('Bytes').click()
    await page.getByText('7b 22 65 76 65 6e 74 22').waitFor()
    const { pathname } = new URL(page.url())
    await button('Resend').click()
    await page.waitForURL((url) => url.pathname !== pathname)
    await page.locator('.panel .badge', { hasText: 'delivered' }).waitFor()
  })

  it('a mail is shown as a reader would see it: no script runs and nothing is loaded', async () => {
    const asked: string[] = []
    page.on('response', (response) => asked.push(new URL(response.url()).hostname))
    await open('/outbox')
    await page.getByRole('link', { name: 'ada@example.org' }).click()
    await page.frameLocator('iframe.mail').getByText('Dear Ada, how was it?').waitFor()
    expect([...new Set(asked)]).toEqual(['127.0.0.1'])
    // That it was kept from running and loading is what the browser says of it.
    expect(said.splice(0).filter((line) => !/Blocked script execution|Content Security Policy/.test(line))).toEqual([])
  })

  it('the clock is frozen and moved, and what fired is told', async () => {
    await open('/clock')
    await button('Freeze').click()
    await page.locator('.page-body .badge', { hasText: 'frozen' }).waitFor()
    await button('Advance by 24h').click()
    await page.getByText('What fired within 24h').waitFor()
    await button('Let it run').click()
    await button('Freeze').waitFor()
  })

  it('every page shows its data without a word on the console, and axe finds nothing, dark and light', async () => {
    const pages = [
      'requests',
      'keys',
      'sources',
      `sources/${stage.source}/1`,
      `analysis/${stage.source}`,
      'monitors',
      'deliveries/dlv_1',
    ]
    const others = [
      'subscriptions/1',
      'outbox',
      'invites',
      'clock',
      'connections',
      'state',
      'assumptions',
      'api/input/me',
    ]
    const found: string[] = []
    for (const path of [...pages, ...others]) {
      await open(`/${path}`)
      await page.locator('h1').waitFor()
      await expect.poll(() => page.locator('.loading').count(), { timeout: 10_000 }).toBe(0)
      await page.evaluate(AXE)
      for (const colorScheme of ['dark', 'light'] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        const told = await violations(colorScheme === 'light' ? 'color-contrast' : undefined)
        found.push(...told.map((each) => `${path} ${colorScheme}: ${each}`))
      }
    }
    expect(found).toEqual([])
  }, 120_000)

  it('another organisation has its own page of everything', async () => {
    const { org_id } = await stage.control.createOrganization({ body: { name: 'Elsewhere' } })
    await open('/requests')
    await page.getByLabel('Organisation').selectOption(org_id)
    await page.getByText('No requests yet.').waitFor()
    expect(new URL(page.url()).searchParams.get('org')).toBe(org_id)
  })
})
