import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { wellKnownKey } from '../../src/contract/well-known-keys.js'
import { scratchFolder } from '../commands/scratch.js'
import { skipWhere, withFullDevice } from '../skip.js'

const PROGRAM = resolve(import.meta.dirname, '../../bin/inpk.js')
const INPK = `"${process.execPath}" "${PROGRAM}"`

/** Runs a line of bash with `inpk` in it, in an empty folder, with no settings but these. */
function bash(line: string, env: Record<string, string> = {}) {
  const cwd = scratchFolder()
  const script = `set -o pipefail\ninpk() { ${INPK} "$@"; }\n${line}`
  const base = { PATH: process.env.PATH, HOME: cwd, INPK_CONFIG_DIR: cwd }
  const ran = spawnSync('bash', ['-c', script], { cwd, env: { ...base, ...env }, encoding: 'utf8' })
  return { code: ran.status, stdout: ran.stdout, stderr: ran.stderr, cwd }
}

/** A service that lists so many items, 1,000 a page. */
async function serveItems(count: number): Promise<{ url: string; close(): void }> {
  const server = createServer((request, response) => {
    const from = Number(new URL(request.url!, 'http://x').searchParams.get('cursor') ?? 0)
    const items = Array.from({ length: 1_000 }, (_, index) => ({
      item_id: `${from + index}`,
      text: `item ${from + index}`,
    }))
    const next = from + items.length
    const pagination = { limit: items.length, next_cursor: next < count ? String(next) : null, has_more: next < count }
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ items, pagination }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => void server.close() }
}

describe('the built program', () => {
  it('says its version', () => expect(bash('inpk --version')).toMatchObject({ code: 0, stderr: '' }))

  it('goes by facts, also those that are durations', () => {
    const facts = 'behaviour:occurred-ahead:\\n  most: 5m\\n'
    expect(bash(`printf '${facts}' > inpk.facts.yaml; inpk config --json`)).toMatchObject({ code: 0, stderr: '' })
  })

  it('ends quietly when nobody reads on (A21)', () => {
    const { code, stdout, stderr } = bash('inpk commands --json | head -1')
    expect([code, stdout, stderr]).toEqual([0, '{\n', ''])
  })

  it('writes all of a large result to a slow reader', () => {
    const { stdout } = bash('inpk commands --json | (sleep 0.3; cat) | tail -1')
    expect(stdout).toBe('}\n')
  })

  it('writes all of an export of 20,000 rows to a slow reader (A23)', async () => {
    const service = await serveItems(20_000)
    const env = {
      INPK_BASE_URL: service.url,
      INPK_API_KEY: wellKnownKey(1, 'test', 'all'),
      INPK_CONFIG_DIR: '/nowhere',
    }
    const argv = [PROGRAM, 'feedback', 'export', '--format', 'ndjson']
    const child = spawn(process.execPath, argv, { env, stdio: ['ignore', 'pipe', 'inherit'] })
    const code = new Promise((resolve) => child.on('exit', resolve))
    let last = ''
    let lines = 0
    for await (const chunk of child.stdout) {
      const parts = `${last}${chunk}`.split('\n')
      last = parts.pop()!
      for (const line of parts) if (JSON.parse(line).text === `item ${lines}`) lines += 1
      await new Promise((resolve) => setTimeout(resolve, 4))
    }
    service.close()
    expect([await code, lines, last]).toEqual([0, 20_000, ''])
  })

  it('fails when the disk of its output is full (A22)', withFullDevice, () => {
    const { code, stderr } = bash('inpk commands --json > /dev/full')
    expect(code).toBe(1)
    expect(JSON.parse(stderr).error.code).toBe('ENOSPC')
  })

  it('cannot reach a service that is not there: exit code 9', () => {
    const { code, stderr } = bash(`inpk emulator exec -- ${INPK} me --base-url http://127.0.0.1:1 --retries 0`)
    expect(code).toBe(9)
    expect(stderr).toContain('connection refused')
  })

  it('exec: the command meets an emulator, its exit code is returned, nothing is left running or lying about', () => {
    const { code, stdout, cwd } = bash(
      `inpk emulator exec -- bash -c '${INPK} groups create Shops -q && ${INPK} groups list --jq ".[].name"; exit 7'; code=$?; echo $code`,
    )
    expect(code).toBe(0)
    expect(stdout).toBe('Created group 1 (Shops).\nShops\n7\n')
    expect(existsSync(join(cwd, '.inpk'))).toBe(false)
  })

  it('start --detach, wait, use, status, stop', () => {
    const { code, stdout, stderr } = bash(
      [
        'inpk emulator start --detach --ephemeral --port 0 -q > /dev/null',
        'inpk emulator wait -q > /dev/null && inpk me --jq .org_id -q',
        'inpk emulator start --detach --port 0 -q; echo again $?',
        'inpk emulator stop > /dev/null; inpk emulator status -q; echo status $?',
      ].join('\n'),
    )
    expect(code).toBe(0)
    expect(stdout).toBe('1\nagain 7\nNo emulator is running in this folder.\nstatus 9\n')
    expect(stderr).toContain('an emulator is already running in this folder')
  })

  it('needs no home: without one nothing is kept, a push is refused before it sends, all else works (A24)', () => {
    const { code, stdout, stderr } = bash(
      [
        'printf "text\\nhello\\n" > a.csv',
        'export HOME= INPK_CONFIG_DIR=',
        `inpk emulator exec -q -- bash -c '${INPK} me --jq .org_id; ${INPK} push a.csv --group Shops --source Reviews --create; echo push $?; ${INPK} feedback list --jq length'`,
      ].join('\n'),
    )
    expect([code, stdout]).toEqual([0, '1\npush 1\n0\n'])
    expect(stderr).toContain("can't save push progress in /dev/null/")
    expect(stderr).toContain('Nothing was sent. Set INPK_CONFIG_DIR to a writable folder.')
  })

  it('needs no user that the system knows (A24)', skipWhere(process.getuid?.() !== 0, 'not root'), () => {
    const options = { uid: 54_321, env: { PATH: process.env.PATH }, cwd: '/', encoding: 'utf8' } as const
    const { status, stderr } = spawnSync(process.execPath, [PROGRAM, '--version'], options)
    expect([status, stderr]).toEqual([0, ''])
  })

  it('needs no colour, no terminal and no stdin', () => {
    const { code, stdout } = bash('inpk help exit-codes < /dev/null', { CI: 'true', TERM: 'dumb' })
    expect(code).toBe(0)
    expect(stdout).not.toContain('\x1b')
  })
})
