import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { connectEmulator } from '../../emulator/index.js'
import { TEST_KEY } from '../cli/run-inpk.js'
import { scratchFolder } from '../commands/scratch.js'
import { openTerminal, type Terminal, withTerminal } from './open-terminal.js'

const START = ['emulator', 'start', '--ephemeral', '--port', '0']

function start(env: Record<string, string> = {}, columns = 80): Terminal {
  return openTerminal(START, { INPK_CONFIG_DIR: scratchFolder(), ...env }, columns)
}

function portIn(text: string): string {
  return /API\s+(http:\/\/127\.0\.0\.1:\d+)/.exec(text)![1]!
}

/** Where the view says the emulator is. */
function addressesIn(text: string) {
  const [, baseUrl = '', dashboardUrl = ''] = /emulator {2}(http:\S+) {2}dashboard (http:\/\/[\d.]+:\d+)/.exec(text)!
  return { baseUrl, dashboardUrl }
}

async function pidOf(baseUrl: string): Promise<number> {
  const { pid } = (await (await fetch(`${baseUrl}/_emulator/health`)).json()) as { pid: number }
  return pid
}

/** Preloaded into the program: an exception in the view at one signal, in the emulator at another. */
const FAULTS = `
process.on('SIGPWR', () => {
  const floor = Math.floor
  Math.floor = (number) => {
    if (new Error().stack.includes('ink-live-view')) throw new Error('the view broke')
    return floor(number)
  }
})
process.on('SIGUSR2', () => { throw new Error('the emulator broke') })
`

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

function expectRestored({ settings, shown }: { settings: string; shown: string }) {
  expect(shown.lastIndexOf('\x1b[?1049l')).toBeGreaterThan(shown.lastIndexOf('\x1b[?1049h'))
  expect(shown.lastIndexOf('\x1b[?25h')).toBeGreaterThan(shown.lastIndexOf('\x1b[?25l'))
  for (const setting of ['icanon', 'echo', 'isig', 'icrnl'])
    expect(settings).toMatch(new RegExp(`(^|\\s)${setting}\\b`))
}

// Each waits for a process of its own.
describe.concurrent('`emulator start` on a terminal', withTerminal, () => {
  it('shows requests as they come, opens one, advances the clock, and ends with q; the terminal is as before', async () => {
    const terminal = start()
    const base = portIn(await terminal.until(/No requests yet/))
    await fetch(`${base}/api/input/nothing`)
    await terminal.until(/404 GET .*\/api\/input\/nothing/)
    terminal.type('\r')
    await terminal.until(/NOT_FOUND/)
    terminal.type('\x1b')
    await terminal.until(/Enter open/)
    terminal.type('a')
    await terminal.until(/Advance the clock by/)
    terminal.type('6x\r')
    await terminal.until(/"6x" is not a duration; write 6h or 2d\./)
    terminal.type('a24h\r')
    await terminal.until(/nothing was due/)
    terminal.type('q')
    const ended = await terminal.end()
    expect(ended.exitCode).toBe(0)
    expectRestored(ended)
  })

  it('shows every organisation, or one that is chosen, and takes the size the terminal takes', async () => {
    const terminal = start()
    const emulator = connectEmulator(addressesIn(await terminal.until(/No requests yet/)))
    const other = await emulator.createOrganization({ name: 'Other \u001b]0;evil\u0007 語' })
    await other.client.createGroup({ body: { name: 'Shop' } })
    await terminal.until(/#2 .*200 POST .*survey_series\/create/)
    terminal.type('o2\r')
    await terminal.until(/#2 Other +語 · /)
    terminal.resize(40, 10)
    const shown = await terminal.until(/\x1b\[2J\x1b\[H(?:(?!\x1b\[2J).)*\/ filter {2}\? keys {2}q quit/s)
    const frame = shown.slice(shown.lastIndexOf('\x1b[2J')).split('\x1b[?2026l')[0]!
    const lines = frame.replaceAll(/\x1b\[[?\d;]*[a-zA-Z]/g, '').split(/\r?\n/)
    expect(lines.length).toBeLessThanOrEqual(10)
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(40)
    expect(shown).not.toMatch(/\x1b\[3J|\x1b\]0;/)
    process.kill(await pidOf(emulator.baseUrl), 'SIGKILL')
    const ended = await terminal.end()
    expect(ended.exitCode).toBe(137)
    // Another process gives back what the killed one cannot.
    await terminal.until(/\x1b\[\?1049l.*\x1b\[\?25h/s)
  })

  it('says in whole that commands here go elsewhere, where a profile points them there (B17)', async () => {
    const folder = scratchFolder()
    const profiles = { live: { base_url: 'https://feedback.example.com', api_key: TEST_KEY } }
    writeFileSync(join(folder, 'config.json'), JSON.stringify({ version: 1, current: 'live', profiles }))
    // A folder of its own: in the one of the tests beside this another emulator may run.
    const terminal = openTerminal(START, { INPK_CONFIG_DIR: folder }, 80, folder)
    const { baseUrl } = addressesIn(await terminal.until(/No requests yet/))
    const shown = await terminal.until(
      new RegExp(`\\x1b\\[\\?1049h.*Commands in this folder use.*--base-url\\s+${baseUrl}`, 's'),
    )
    const view = shown.slice(shown.lastIndexOf('\x1b[?1049h')).replaceAll(/\x1b\[[?\d;]*[a-zA-Z]/g, '')
    expect(view.replace(/\s+/g, ' ')).toContain(
      `Commands in this folder use https://feedback.example.com (profile live), not this emulator. To use it: --base-url ${baseUrl}`,
    )
    terminal.type('q')
    expectRestored(await terminal.end())
  })

  it('an exception in the view leaves a line a request; the emulator goes on, and the terminal is as before', async () => {
    const faults = join(scratchFolder(), 'faults.mjs')
    writeFileSync(faults, FAULTS)
    const terminal = start({ NODE_OPTIONS: `--import ${faults}` })
    const { baseUrl } = addressesIn(await terminal.until(/No requests yet/))
    const pid = await pidOf(baseUrl)
    process.kill(pid, 'SIGPWR')
    await fetch(`${baseUrl}/api/input/me`)
    await terminal.until(/\x1b\[\?1049l.*the live view failed.*the view\s+broke/s)
    await fetch(`${baseUrl}/api/input/me`)
    await terminal.until(/401\S* GET \/api\/input\/me/)
    process.kill(pid, 'SIGTERM')
    const ended = await terminal.end()
    expect(ended.exitCode).toBe(143)
    expectRestored(ended)
  })

  it('an exception in the emulator is told on the screen as it was before, and a terminal that goes away ends it', async () => {
    const faults = join(scratchFolder(), 'faults.mjs')
    writeFileSync(faults, FAULTS)
    const terminal = start({ NODE_OPTIONS: `--import ${faults}` })
    const pid = await pidOf(addressesIn(await terminal.until(/No requests yet/)).baseUrl)
    process.kill(pid, 'SIGUSR2')
    const ended = await terminal.end()
    expect(ended.exitCode).toBe(1)
    expect(ended.shown.slice(ended.shown.lastIndexOf('\x1b[?1049l'))).toContain('the emulator broke')
    expectRestored(ended)
    const other = start()
    const second = await pidOf(addressesIn(await other.until(/No requests yet/)).baseUrl)
    other.hangUp()
    await vi.waitFor(() => expect(isAlive(second)).toBe(false), { timeout: 10_000 })
  })

  it('Ctrl-C ends it as everywhere, and the terminal is as before', async () => {
    const terminal = start()
    await terminal.until(/No requests yet/)
    terminal.type('\x03')
    const ended = await terminal.end()
    expect(ended.exitCode).toBe(130)
    expectRestored(ended)
  })

  it.each([['NO_COLOR'], ['CI']])('with %s there is a line a request, as without a terminal', async (name) => {
    const terminal = start({ [name]: '1' })
    const base = portIn(await terminal.until(/Ctrl-C stops it/))
    await fetch(`${base}/api/input/me`)
    await terminal.until(/401\S* GET \/api\/input\/me/)
    terminal.type('\x03')
    const { shown } = await terminal.end()
    expect(shown).not.toContain('\x1b[?1049h')
  })
})
