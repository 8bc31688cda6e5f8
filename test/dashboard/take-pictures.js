// Takes the pictures of the README: `node test/dashboard/take-pictures.js`, after a build, where a Chromium is. They land in
// fixtures/pictures. INPK_CHROMIUM names the browser; /usr/bin/chromium unless told.
import { spawn as spawnChild } from 'node:child_process'
import { mkdirSync, mkdtempSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { spawn } from '@lydell/node-pty'
import { chromium } from 'playwright-core'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const FIXTURES = join(ROOT, 'fixtures')
const PICTURES = join(FIXTURES, 'pictures')
const PROGRAM = join(ROOT, 'bin', 'inpk.js')
const SIZE = { width: 1100, height: 640 }
const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking']
const COLOURS = { 32: '#63d296', 33: '#eebd5c', 31: '#ff9088', 34: '#93a8ff' }

const env = { ...process.env, INPK_CONFIG_DIR: mkdtempSync(join(tmpdir(), 'inpk-pictures-')) }
delete env.CI
delete env.NO_COLOR

const terminal = openLiveView()
const text = await terminal.until(/No requests yet/)
const [, api] = /API\s+(\S+)/.exec(text)
const [, dashboard] = /Dashboard\s+(\S+)/.exec(text)
Object.assign(env, { INPK_BASE_URL: api, INPK_EMULATOR_URL: dashboard, INPK_API_KEY: await firstKey() })
await fill()

mkdirSync(PICTURES, { recursive: true })
const browser = await chromium.launch({ executablePath: process.env.INPK_CHROMIUM ?? '/usr/bin/chromium', args: FLAGS })
await picture('dashboard-requests', '/requests', 'light', ['tr.leads:has-text("pusch") a'])
await picture('dashboard-analysis', '/analysis/1', 'light', ['.themes td a'])
await picture('dashboard-deliveries', '/deliveries', 'dark', ['tr.leads a'])
await terminalPicture('live-view', terminal.frame())
await browser.close()
terminal.kill()
process.exit(0)

function openLiveView() {
  const args = [PROGRAM, 'emulator', 'start', '--ephemeral', '--port', '0', '--clock', 'frozen@2026-03-02T09:00:00Z']
  const pty = spawn(process.execPath, args, { cols: 96, rows: 24, env: { ...env, TERM: 'xterm-256color' } })
  let written = ''
  pty.onData((data) => (written += data))
  return {
    kill: () => pty.kill(),
    // Each frame is drawn anew from its first line on.
    frame: () => written.slice(written.lastIndexOf('\u001b[G') + 3),
    async until(what) {
      while (!what.test(written)) await new Promise((resolve) => setTimeout(resolve, 100))
      return written
    },
  }
}

async function firstKey() {
  return (await control('GET', '')).keys.test.all
}

async function control(method, path, body) {
  const url = `${dashboard}/_emulator/orgs/1${path}`
  const answer = await fetch(url, {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return answer.json()
}

async function fill() {
  const hook = createServer(
    (request, response) => request.resume() && response.writeHead(request.url === '/down' ? 503 : 204).end(),
  )
  await new Promise((resolve) => hook.listen(0, '127.0.0.1', resolve))
  const at = (path) => `http://127.0.0.1:${hook.address().port}${path}`
  await control('POST', '/subscriptions', {
    url: at('/hooks'),
    events: ['content.pushed', 'analysis.completed'],
    local: true,
  })
  await control('POST', '/subscriptions', { url: at('/down'), events: ['content.pushed'], local: true })
  await run('push', 'app-reviews.csv', '--group', 'Apps', '--source', 'App reviews', '--create', '--quiet')
  await run('push', 'support-tickets.csv', '--group', 'Support', '--source', 'Tickets 2026', '--create', '--quiet')
  await fetch(`${api}/api/input/content/pusch`, { method: 'POST' })
  await fetch(`${api}/api/input/me`)
  await run('me', '--quiet')
  await control('POST', '/clock/advance', { by: '6m' })
  await new Promise((resolve) => setTimeout(resolve, 1_500))
}

function run(...args) {
  return new Promise((resolve) => {
    const child = spawnChild(process.execPath, [PROGRAM, ...args], { env, cwd: FIXTURES, stdio: 'ignore' })
    child.on('exit', resolve)
  })
}

async function picture(name, path, colorScheme, clicks) {
  const page = await browser.newPage({ viewport: SIZE, colorScheme })
  await page.goto(dashboard + path)
  await page.waitForTimeout(800)
  for (const each of clicks) {
    await page.click(each)
    await page.waitForTimeout(600)
  }
  await page.mouse.move(0, 0)
  await page.screenshot({ path: join(PICTURES, `${name}.png`) })
  await page.close()
}

/** The frame of a terminal: text, and the few paints the live view uses. */
async function terminalPicture(name, frame) {
  const page = await browser.newPage({ viewport: { width: 800, height: 470 } })
  const html = escapeHtml(frame).replace(/\u001b\[(\?\d+[hl]|[0-9;]*[A-Za-z])/g, (_, code) => paint(code))
  const style = 'margin:0;padding:16px;background:#0e1116;color:#e5e8ee;font:13px/18px "DejaVu Sans Mono",monospace'
  await page.setContent(`<body style='margin:0'><pre style='${style};min-height:438px'>${html}</pre>`)
  await page.screenshot({ path: join(PICTURES, `${name}.png`) })
  await page.close()
}

function paint(code) {
  const number = code.replace('m', '')
  if (COLOURS[number]) return `<span style="color:${COLOURS[number]}">`
  if (number === '1') return '<span style="font-weight:bold">'
  if (number === '2') return '<span style="opacity:.65">'
  if (number === '7') return '<span style="background:#2a3350">'
  return ['22', '39', '27'].includes(number) ? '</span>' : ''
}

function escapeHtml(value) {
  return value.replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`)
}
