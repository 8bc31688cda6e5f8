import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CAPS } from '../../src/contract/caps.js'
import { wellKnownKey } from '../../src/contract/well-known-keys.js'
import { allItems, makePlace, type Place, pushBody, readAnswer, requireOk, type Service } from '../emulator/service.js'
import { inSoak, onLinux, skipWhere } from '../skip.js'
import { openSlowService } from './push-service.js'
import { runProgram } from './running-program.js'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'inpk-whole-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const FROZEN = 'frozen@2026-03-02T09:00:00Z'
const KEY = wellKnownKey(1, 'live', 'all')

/** Sends a request to a real emulator; rejects where the connection ends without an answer. */
function callOf(baseUrl: string, agent = new Agent()): Service['call'] {
  return (method, path, body) =>
    new Promise((done, fail) => {
      const headers = { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' }
      const asked = request(`${baseUrl}/api/input${path}`, { method, headers, agent }, async (response) => {
        const chunks: Buffer[] = []
        for await (const chunk of response) chunks.push(chunk)
        const headersOf = Object.fromEntries(
          Object.entries(response.headers).map(([name, value]) => [name, `${value}`]),
        )
        done(readAnswer(response.statusCode!, headersOf, Buffer.concat(chunks).toString()))
      })
      asked.on('error', fail)
      asked.end(body === undefined ? undefined : JSON.stringify(body))
    })
}

/** The URL of an emulator, once its file says that it runs. */
async function urlOf(data: string, but?: string): Promise<string> {
  const path = join(data, 'emulator.json')
  return expect
    .poll(() => (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).base_url : but), { timeout: 60_000 })
    .not.toBe(but)
    .then(() => JSON.parse(readFileSync(path, 'utf8')).base_url)
}

/** Every file of the organisations with what is in it. */
function contentsOf(data: string): Record<string, string> {
  const paths = readdirSync(join(data, 'orgs'), { recursive: true }) as string[]
  const files = paths.filter((path) => statSync(join(data, 'orgs', path)).isFile())
  return Object.fromEntries(files.map((path) => [path, readFileSync(join(data, 'orgs', path), 'latin1')]))
}

const UNSHARE = ['unshare', '-pf', '--mount-proc', '--kill-child']
const mayUnshare = process.platform === 'linux' && spawnSync(UNSHARE[0]!, [...UNSHARE.slice(1), 'true']).status === 0

/** An emulator of this data directory in a container of its own, from where no other process can be seen. */
function startElsewhere(data: string): ChildProcess {
  const argv = [...UNSHARE.slice(1), process.execPath, resolve('bin/inpk.js'), 'emulator', 'start', '--data', data]
  const env = { PATH: process.env.PATH, INPK_CONFIG_DIR: join(folder, 'elsewhere') }
  return spawn(UNSHARE[0]!, [...argv, '--port', '0', '--clock', FROZEN], {
    cwd: folder,
    env,
    stdio: 'ignore',
  })
}

describe('an emulator that was stopped while another took its data directory over', () => {
  it('writes nothing when it wakes, confirms nothing, and ends with DATA_DIRECTORY_LOST (C5, safety F2)', {
    ...(process.env.INPK_SOAK ? skipWhere(!mayUnshare, '`unshare -pf` is not allowed here') : inSoak),
    timeout: 120_000,
  }, async () => {
    const data = join(folder, 'data')
    const argv = ['emulator', 'start', '--data', data, '--port', '0', '--clock', FROZEN]
    const first = runProgram(argv, { cwd: folder })
    const firstUrl = await urlOf(data)
    const agent = new Agent({ keepAlive: true })
    const call = callOf(firstUrl, agent)
    const place = await makePlace({ call })
    requireOk(await call('POST', '/content/push', pushBody(place, [{ text: 'Before', external_id: 'before' }])))
    first.tell('SIGSTOP')
    // It waits in the socket, and is the first that the emulator reads when it wakes.
    const late = call('POST', '/content/push', pushBody(place, [{ text: 'Too late', external_id: 'late' }]))
    const second = startElsewhere(data)
    try {
      const secondUrl = await urlOf(data, firstUrl)
      const there = callOf(secondUrl)
      requireOk(await there('POST', '/content/push', pushBody(place, [{ text: 'After', external_id: 'after' }])))
      await delay(200)
      const before = contentsOf(data)
      first.tell('SIGCONT')
      expect(
        await late.then(
          ({ status }) => status < 300,
          () => false,
        ),
      ).toBe(false)
      const { code, stderr } = await first.ended
      expect({ code, stderr }).toMatchObject({ code: 7, stderr: expect.stringContaining('(DATA_DIRECTORY_LOST)') })
      expect(contentsOf(data)).toEqual(before)
      expect((await allItems({ call: there })).map(({ external_id }) => external_id)).toEqual(['before', 'after'])
    } finally {
      second.kill('SIGKILL')
      await first.end('SIGKILL')
      await once(second, 'exit')
    }
  })
})

const ROWS = 2_100

describe('a push that was killed, and whose parent does not collect it', () => {
  it('goes on at once with the same command, and each row is stored once (safety F7, house F1)', {
    ...onLinux,
    timeout: 60_000,
  }, async () => {
    const service = await openSlowService(() => 20)
    const rows = Array.from({ length: ROWS }, (_, row) => `text ${row}`)
    writeFileSync(join(folder, 'a.csv'), `text\n${rows.join('\n')}\n`)
    const call: Service['call'] = async (method, path, body) => {
      const headers = { authorization: `Bearer ${service.apiKey}`, 'content-type': 'application/json' }
      const response = await fetch(`${service.url}/api/input${path}`, { method, headers, body: JSON.stringify(body) })
      return readAnswer(response.status, {}, await response.text())
    }
    const place: Place = await makePlace({ call })
    const argv = ['push', 'a.csv', '--source', place.survey_id, '--external-id', 'none']
    const env = { INPK_API_KEY: service.apiKey, INPK_BASE_URL: service.url, INPK_CONFIG_DIR: join(folder, 'config') }
    const command = [process.execPath, resolve('bin/inpk.js'), ...argv].map((word) => `'${word}'`).join(' ')
    // The shell becomes a program that never asks what came of its child.
    const parent = spawn('sh', ['-c', `${command} >/dev/null 2>&1 & echo $!; exec sleep 60`], {
      cwd: folder,
      env: { PATH: process.env.PATH, ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    try {
      const pid = Number(String((await once(parent.stdout, 'data'))[0]).trim())
      await expect.poll(() => service.pushes(), { interval: 2, timeout: 30_000 }).toBeGreaterThan(0)
      process.kill(pid, 'SIGKILL')
      await expect.poll(() => stateOf(pid), { interval: 2, timeout: 30_000 }).toBe('Z')
      const again = runProgram(argv, { cwd: folder, env })
      const { code, stderr } = await again.ended
      expect({ code, stderr }).toMatchObject({ code: 0 })
      expect(stateOf(pid)).toBe('Z')
      const texts = (await allItems({ call })).map(({ text }) => text)
      expect([texts.length, new Set(texts).size]).toEqual([ROWS, ROWS])
    } finally {
      parent.kill('SIGKILL')
      await service.close()
    }
  })
})

/** The letter of a process in /proc. */
function stateOf(pid: number): string {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  return stat.slice(stat.lastIndexOf(')') + 2)[0]!
}

/** How often the log is filled. */
const FILLED = process.env.INPK_SOAK ? 3.2 : 1.1

describe('the log of an emulator in the background', () => {
  it('is emptied beyond its cap, what was in it is kept once beside it, and never grows beyond that (safety F10)', {
    timeout: 120_000,
  }, async () => {
    const data = join(folder, 'logged')
    const argv = ['emulator', 'start', '--detach', '--data', data, '--port', '0', '--rate-limits', 'off']
    const started = await runProgram(argv, { cwd: folder }).ended
    expect(started).toMatchObject({ code: 0 })
    const { pid, base_url: url } = JSON.parse(readFileSync(join(data, 'emulator.json'), 'utf8'))
    try {
      const log = join(data, 'emulator.log')
      const call = callOf(url, new Agent({ keepAlive: true, maxSockets: 8 }))
      const path = `/me?${'x'.repeat(2_000)}`
      const { most } = CAPS.logBytes
      let largest = 0
      for (let sent = 0; sent * path.length < FILLED * most; sent += 200) {
        await Promise.all(Array.from({ length: 200 }, () => call('GET', path)))
        largest = Math.max(largest, statSync(log).size)
      }
      expect(largest).toBeGreaterThan(most / 2)
      expect(largest).toBeLessThanOrEqual(most)
      expect(statSync(`${log}.1`).size).toBeGreaterThan(most / 2)
      expect(statSync(`${log}.1`).size).toBeLessThanOrEqual(most)
      expect(readdirSync(data).filter((name) => name.startsWith('emulator.log'))).toEqual([
        'emulator.log',
        'emulator.log.1',
      ])
    } finally {
      process.kill(pid, 'SIGTERM')
      await expect.poll(() => existsSync(join(data, 'emulator.json')), { timeout: 30_000 }).toBe(false)
    }
  })
})
