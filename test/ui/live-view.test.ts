import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openTerminal, type Terminal, whyNoTerminal } from './open-terminal.js'

const START = ['emulator', 'start', '--ephemeral', '--port', '0']
const why = whyNoTerminal()

function start(env: Record<string, string> = {}, columns = 80): Terminal {
  return openTerminal(START, { INPK_CONFIG_DIR: mkdtempSync(join(tmpdir(), 'inpk-live-')), ...env }, columns)
}

function portIn(text: string): string {
  return /API\s+(http:\/\/127\.0\.0\.1:\d+)/.exec(text)![1]!
}

function expectRestored({ settings, shown }: { settings: string; shown: string }) {
  expect(shown.lastIndexOf('\x1b[?1049l')).toBeGreaterThan(shown.lastIndexOf('\x1b[?1049h'))
  expect(shown.lastIndexOf('\x1b[?25h')).toBeGreaterThan(shown.lastIndexOf('\x1b[?25l'))
  for (const setting of ['icanon', 'echo', 'isig', 'icrnl'])
    expect(settings).toMatch(new RegExp(`(^|\\s)${setting}\\b`))
}

describe.skipIf(why !== undefined)(`\`emulator start\` on a terminal${why ? ` (skipped: ${why})` : ''}`, () => {
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
    terminal.type('24h\r')
    await terminal.until(/nothing was due/)
    terminal.type('q')
    const ended = await terminal.end()
    expect(ended.exitCode).toBe(0)
    expectRestored(ended)
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
