import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { describe, expect, it } from 'vitest'
import { helpFor } from '../../src/cli/help.js'
import { scratchFolder, writeFile } from './scratch.js'
import { openBench, stageSource } from './with-emulator.js'

describe('a refusal names what was typed (newcomer B7)', () => {
  it('the group of a report, and the switch of a subscription', async () => {
    const bench = await openBench()
    await bench.json(['groups', 'create', 'Support'])
    const report = await bench.run(['emulator', 'reports', 'create', 'Support'])
    expect(report.stderr).toMatch(/^error: GROUP "Support" must be a group that tracks/)
    const hook = await bench.run(['emulator', 'subscriptions', 'create', 'http://example.com/hook'])
    expect(hook.stderr).toContain('with --local)')
  })
})

describe('a file of `emulator export` (newcomer 1b-4)', () => {
  it('is pushed by its items, and as a seed is referred to import', async () => {
    const bench = await openBench()
    const cwd = scratchFolder()
    const { source } = await stageSource(bench, [{ text: 'Good.' }])
    await bench.json(['emulator', 'export', '--to', 'shop.json'], { cwd })
    const push = await bench.run(['push', 'shop.json', '--source', source], { cwd })
    expect([push.code, push.stderr]).toEqual([6, expect.stringContaining('`jq .items FILE | inpk push -')])
    const seed = await bench.run(['emulator', 'seed', 'shop.json'], { cwd })
    expect([seed.code, seed.stderr]).toEqual([6, expect.stringContaining('`inpk emulator import shop.json` reads it.')])
  })
})

describe('push', () => {
  it('of a file with headers only says that nothing was pushed (newcomer 1b-10)', async () => {
    const bench = await openBench()
    const { source } = await stageSource(bench)
    const path = writeFile(scratchFolder(), 'a.csv', 'text,external_id\n')
    const { code, stderr } = await bench.run(['push', path, '--source', source])
    expect([code, stderr]).toEqual([
      0,
      expect.stringContaining(`warning: ${path} has no rows, so there is nothing to push`),
    ])
  })
})

describe('undo', () => {
  it('past the first change says that it creates the organisation (newcomer 1b-7)', async () => {
    const bench = await openBench()
    await bench.json(['groups', 'create', 'Support'])
    const { stderr } = await bench.run(['emulator', 'undo', '0'])
    expect(stderr).toContain('change 1 creates the organisation')
    expect(stderr).not.toMatch(/erase|maximum/)
  })
})

describe('a delivery', () => {
  it('shows in its attempts what went wrong, not the error of the system (newcomer C7)', async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => taken.once('listening', resolve))
    const { port } = taken.address() as { port: number }
    await new Promise((resolve) => taken.close(resolve))
    const bench = await openBench()
    await bench.json(['emulator', 'subscriptions', 'create', `http://127.0.0.1:${port}/`, '--local'])
    await bench.json(['groups', 'create', 'Support'])
    await bench.json(['webhooks', 'trigger', 'series.created'])
    const deliveries = await expect
      .poll(async () => {
        const all = await bench.json<{ id: string; attempts: unknown[] }[]>(['webhooks', 'deliveries'])
        return all.filter(({ attempts }) => attempts.length > 0)
      })
      .not.toEqual([])
      .then(() => bench.json<{ id: string }[]>(['webhooks', 'deliveries']))
    const { stdout } = await bench.run(['webhooks', 'deliveries', deliveries.at(-1)!.id])
    expect(stdout).toMatch(/connection refused/)
    expect(stdout).not.toContain('ECONNREFUSED')
    expect((await bench.run(['emulator', 'log'])).stdout).not.toContain('ECONNREFUSED')
  })
})

describe('words', () => {
  it('a record shows on, off, yes and no, as lists do, and calls its members what people call them (newcomer B15)', async () => {
    const bench = await openBench()
    const { stdout } = await bench.run(['emulator', 'orgs', 'show', '1'])
    expect(stdout).toMatch(/^rate limits +(on|off)$/m)
    expect(stdout).toMatch(/^requests per minute +300$/m)
    expect(stdout).toMatch(/^test key, mcp_read +inpk_test_/m)
    expect(stdout).not.toMatch(/ (true|false)$/m)
  })

  it('a wrong --jq on a terminal is told in words; to a program it is an object (newcomer 1b-5)', async () => {
    const bench = await openBench()
    const seen = await bench.run(['me', '--jq', '.['], { isTerminal: true })
    expect([seen.code, seen.stderr]).toEqual([2, expect.stringMatching(/error:.* --jq "/s)])
    expect(seen.stderr).not.toContain('{"error"')
    expect((await bench.run(['me', '--jq', '.['])).stderr).toMatch(/^\{"error":/)
    expect((await bench.run(['me', '--json', '--jq', '.['], { isTerminal: true })).stderr).toContain('{"error":')
  })

  it('the overview names every topic (newcomer 1b-12)', async () => {
    const { COMMAND } = await import('../../src/commands/help/index.js')
    const { TREE } = await import('../../src/commands/tree.js')
    const { locateCommand } = await import('../../src/cli/locate.js')
    const text = (await helpFor(locateCommand(TREE, []), 200)).join('\n')
    const topics = /Topics: (.*)/.exec(text)![1]!.split(' ')
    expect(topics.sort()).toEqual([...COMMAND.arguments![0]!.choices!].sort())
    const line = readFileSync('README.md', 'utf8').match(/`inpk help mapping` \(or (.*?)\)/)![1]!
    const named = ['mapping', ...Array.from(line.matchAll(/`([^`]+)`/g), ([, topic]) => topic)]
    expect(named.sort()).toEqual(topics.sort())
  })
})
