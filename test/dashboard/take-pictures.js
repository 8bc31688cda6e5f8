// Takes the picture of the README: `node test/dashboard/take-pictures.js`, after a build, where a Chromium is. It lands in
// fixtures/pictures. INPK_CHROMIUM names the browser; /usr/bin/chromium unless told.
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'
import { startEmulator } from '../../dist/emulator.js'
import { smallPng } from './small-png.js'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const FIXTURES = join(ROOT, 'fixtures')
const PICTURES = join(FIXTURES, 'pictures')
const SIZE = { width: 1120, height: 580 }
const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking']

const home = mkdtempSync(join(tmpdir(), 'inpk-pictures-'))
const clock = { mode: 'frozen', now: Date.UTC(2026, 2, 2, 9) }
const emulator = await startEmulator({ port: 4600, dashboardPort: 4601, clock })
const browser = await chromium.launch({ executablePath: process.env.INPK_CHROMIUM ?? '/usr/bin/chromium', args: FLAGS })
try {
  await fill()
  await takePicture('dashboard-requests', '/requests', 'tr.leads:has-text("pusch") a')
} finally {
  await browser.close()
  await emulator.close()
  rmSync(home, { recursive: true })
}

/** A first push, a slip of a program, and one that forgot its key. */
async function fill() {
  await inpk('push', 'support-tickets.csv', '--group', 'Support', '--source', 'Tickets 2026', '--create', '--quiet')
  await fetch(`${emulator.baseUrl}/api/input/me`)
  await fetch(`${emulator.baseUrl}/api/input/content/pusch`, { method: 'POST' })
  await inpk('me', '--quiet')
}

function inpk(...args) {
  const env = {
    ...process.env,
    INPK_CONFIG_DIR: home,
    INPK_BASE_URL: emulator.baseUrl,
    INPK_API_KEY: emulator.apiKeys.test.all,
  }
  return new Promise((resolve) => {
    const program = [join(ROOT, 'bin', 'inpk.js'), ...args]
    spawn(process.execPath, program, { env, cwd: FIXTURES, stdio: 'ignore' }).on('exit', resolve)
  })
}

async function takePicture(name, path, opened) {
  const page = await browser.newPage({ viewport: SIZE, colorScheme: 'light' })
  await page.goto(emulator.dashboardUrl + path)
  await page.click(opened)
  await page.locator('.panel .body').first().waitFor()
  await page.mouse.move(0, 0)
  mkdirSync(PICTURES, { recursive: true })
  writeFileSync(join(PICTURES, `${name}.png`), smallPng(await page.screenshot()))
}
