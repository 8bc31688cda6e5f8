import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Json, makePlace, readAnswer, requireOk, type Service } from '../emulator/service.js'
import { inSoak } from '../skip.js'
import { runProgram } from './running-program.js'
import { summedUp } from './summed-up.js'

const PER_MINUTE = 300
const FULL_WINDOWS = 2
const ROWS_A_REQUEST = 1_000
const WINDOW_MS = 60_000
/** What using 98 % of a window means: the next one begins no later than this. */
const LONGEST_WINDOW_MS = WINDOW_MS / 0.98
/** Requests of two windows are further apart than those of one. */
const GAP_MS = 10_000

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'inpk-paced-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('a push is paced at 98 % of what its key allows, and meets no 429, while what it pushed is analysed (A12, speed 3 and A)', {
  ...inSoak,
  timeout: 400_000,
}, async () => {
  await summedUp('paced-push', undefined, async () => {
    const data = join(folder, 'data')
    const started = await runProgram(['emulator', 'start', '--detach', '--data', data, '--port', '0'], { cwd: folder })
      .ended
    expect(started).toMatchObject({ code: 0 })
    const { pid, base_url, dashboard_url } = JSON.parse(readFileSync(join(data, 'emulator.json'), 'utf8'))
    try {
      const control = sender(`${dashboard_url}/_emulator/orgs/1`)
      const made = { label: 'paced', environment: 'live', scope: 'all', rate_limit_per_minute: PER_MINUTE }
      const { api_key: key } = requireOk(await control('POST', '/keys', made))
      // Places are made with another key, whose window this one does not share.
      const other = requireOk(await control('POST', '/keys', { ...made, label: 'other' })).api_key
      const place = await makePlace({ call: sender(`${base_url}/api/input`, other) })
      const count = (PER_MINUTE * FULL_WINDOWS + 10) * ROWS_A_REQUEST
      const rows = Array.from({ length: count }, (_, row) => `The parcel ${row} came late and the staff was lovely`)
      writeFileSync(join(folder, 'a.csv'), `text\n${rows.join('\n')}\n`)
      const env = { INPK_API_KEY: key, INPK_BASE_URL: base_url, INPK_CONFIG_DIR: join(folder, 'config') }
      const argv = ['push', 'a.csv', '--source', place.survey_id, '--external-id', 'none']
      const { code, stderr } = await runProgram(argv, { cwd: folder, env }).ended
      expect({ code, stderr }).toMatchObject({ code: 0 })
      const pushes = (await everyRow(control, '/requests?detail=summary')).filter(({ path }) => path.includes('/push'))
      expect(pushes.filter(({ status }) => status === 429)).toEqual([])
      const begins = windowsOf(pushes.map(({ at }) => Date.parse(at)).sort((a, b) => a - b))
      expect(begins.length).toBe(FULL_WINDOWS + 1)
      for (const [window, begin] of begins.slice(1).entries()) {
        expect(begin - begins[window]!).toBeLessThanOrEqual(LONGEST_WINDOW_MS)
      }
      const analyses = (await everyRow(control, '/log')).filter(
        ({ operation, at }) => operation === 'analyseSource' && Date.parse(at) < begins.at(-1)!,
      )
      expect(analyses.length).toBeGreaterThan(1)
      return `${pushes.length} requests, ${analyses.length} analyses`
    } finally {
      process.kill(pid, 'SIGTERM')
    }
  })
})

function sender(url: string, key?: string): Service['call'] {
  return async (method, path, body) => {
    const headers = { 'content-type': 'application/json', ...(key ? { authorization: `Bearer ${key}` } : {}) }
    const response = await fetch(`${url}${path}`, { method, headers, body: JSON.stringify(body) })
    return readAnswer(response.status, {}, await response.text())
  }
}

/** Every row of a list of the control API. */
async function everyRow(control: Service['call'], path: string): Promise<Json[]> {
  const rows: Json[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const query = `${path.includes('?') ? '&' : '?'}limit=200${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''}`
    const page = requireOk(await control('GET', `${path}${query}`))
    rows.push(...page.items)
    cursor = page.pagination.next_cursor
  }
  return rows
}

/** When each window began, from the times of its requests. */
function windowsOf(times: readonly number[]): number[] {
  return times.filter((time, at) => at === 0 || time - times[at - 1]! > GAP_MS)
}
