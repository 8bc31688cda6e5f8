import { describe, expect, it } from 'vitest'
import type { Change } from './changes.js'
import { ENVELOPES } from './envelopes.js'
import { openSweptStage, type Swept } from './swept-stage.js'

/** The line as it ends when the route answers so. */
async function runAgainst(line: string, route: string, how: string | Change): Promise<Swept> {
  const stage = await openSweptStage({ line })
  try {
    const envelope = ENVELOPES.find(({ name }) => name === how)!
    return await stage.run(typeof how === 'string' ? { route, envelope } : { route, change: how })
  } finally {
    await stage.close()
  }
}

describe('what the sweep found', () => {
  it('an empty answer of the control API where a record is due is refused by name', async () => {
    const { code, stderr } = await runAgainst('emulator log', 'GET /_emulator/orgs/{}/log', 'status 204')
    expect([code, stderr]).toEqual([1, expect.stringContaining('error: the response to listChanges is empty')])
  })

  it('identifiers too large for a number keep every digit', async () => {
    const { stdout, stderr } = await runAgainst('me --json', 'GET /api/input/me', 'huge numbers')
    expect(stdout + stderr).toContain('12345678901234567891')
  })

  it('JSON nested too deeply to walk through is refused', async () => {
    const { code, stderr } = await runAgainst('api GET me', 'GET /api/input/me', 'deep')
    expect([code, stderr]).toEqual([1, expect.stringContaining('nested too deeply')])
  })

  it('an export without items has an unknown number of them', async () => {
    const items = { kind: 'drop', path: ['items'] } as const
    const route = 'GET /_emulator/orgs/{}/export'
    const { stdout } = await runAgainst('emulator export --to backup.json', route, items)
    expect(stdout).toMatch(/^Exported - items and all settings/)
  })

  it('an emulator with a base URL that is none is refused by member', async () => {
    const word = { kind: 'word', path: ['base_url'] } as const
    const { code, stderr } = await runAgainst('emulator status', 'GET /_emulator/info', word)
    expect([code, stderr]).toEqual([1, expect.stringContaining('`base_url`')])
  })

  it('a reply of the assistant endpoint without its id is refused at once', async () => {
    const id = { kind: 'drop', path: ['id'] } as const
    const { code, stderr } = await runAgainst('mcp tools', 'POST /api/input/mcp', id)
    expect([code, stderr]).toEqual([1, expect.stringContaining('is not a valid reply')])
  })

  it('a service that does not say that it has tools is not said to have none', async () => {
    const tools = { kind: 'drop', path: ['result', 'capabilities', 'tools'] } as const
    const { code, stdout, stderr } = await runAgainst('mcp tools', 'POST /api/input/mcp', tools)
    expect([code, stdout]).not.toEqual([0, ''])
    expect(stderr).not.toContain('No tools')
  })
})
