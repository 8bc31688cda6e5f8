import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Emulator, startEmulator } from '../../emulator/index.js'
import { findChromium, openChromium } from './chromium.js'

const missing = findChromium() === undefined

let emulator: Emulator
let browser: Browser
let page: Page
const said: string[] = []

describe.skipIf(missing)(`the dashboard in Chromium${missing ? ' (skipped: no Chromium was found here)' : ''}`, () => {
  beforeAll(async () => {
    emulator = await startEmulator({ port: 0, dashboardPort: 0 })
    browser = await openChromium()
    page = await browser.newPage({ viewport: { width: 1280, height: 760 } })
    page.on('console', (message) => said.push(`${message.type()}: ${message.text()}`))
    page.on('pageerror', (error) => said.push(String(error)))
  })
  afterAll(async () => {
    await browser?.close()
    await emulator?.close()
  })
  afterEach(() => expect(said.splice(0)).toEqual([]))

  it('requests show up as they come, with their hints, and one opens with its bodies', async () => {
    await page.goto(emulator.dashboardUrl)
    await page.getByText('No requests yet.').waitFor()
    await page.getByText('Live', { exact: true }).waitFor()
    await ask('GET', '/api/input/nothing')
    await page.getByText('there is no /api/input/nothing').waitFor()
    await page.getByRole('link', { name: '/api/input/nothing' }).press('Enter')
    await page.getByRole('heading', { name: 'GET /api/input/nothing' }).waitFor()
    await page.getByText('"NOT_FOUND"').waitFor()
    expect(new URL(page.url()).pathname).toMatch(/^\/requests\/req_/)
    await page.keyboard.press('Escape')
    expect(new URL(page.url()).pathname).toBe('/requests')
  })
})

function ask(method: string, path: string, body?: unknown): Promise<Response> {
  const headers = { authorization: `Bearer ${emulator.apiKeys.test.all}`, 'content-type': 'application/json' }
  return fetch(emulator.baseUrl + path, { method, headers, body: body === undefined ? null : JSON.stringify(body) })
}
