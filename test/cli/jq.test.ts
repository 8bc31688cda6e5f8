import { spawnSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { skipWithout } from '../skip.js'
import { runInpk, scripted } from './run-inpk.js'

const HOSTILE = '\u001b]52;c;ZXZpbA==\u0007\u001b[2J\u009b31m\b\r\u202e\u200f\u0085\u007f \u2028end'
const RAW = /[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/
const TEXTS = [
  '',
  ' led and trailed \n',
  'two\nlines',
  '\r\n',
  'nul\0',
  'שלום \u202eabc',
  '\ufeffmark',
  '"quoted"',
  HOSTILE,
]

const me = (org_name: unknown) => scripted({ 'GET /me': { success: true, org_id: 1, org_name, key: {} } })
const jq = (value: unknown, filter: string, around = {}) =>
  runInpk(['api', 'GET', 'me', '--jq', filter], { transport: me(value), ...around })

describe('--jq', () => {
  test('prints in a pipe, byte for byte, what `jq -r` prints (C3)', skipWithout('jq'), async () => {
    for (const filter of [
      '.org_name[]',
      '.org_name',
      '.org_name[] | [.]',
      'empty',
      '.org_name[0]',
      '1, null, {a: 1.5}',
    ]) {
      const { stdout } = spawnSync('jq', ['-rc', filter], {
        input: JSON.stringify({ org_name: TEXTS }),
        encoding: 'utf8',
      })
      expect((await jq(TEXTS, filter)).stdout, filter).toBe(stdout)
    }
  })

  test('prints texts in a pipe as they are, and inert on a terminal (C3, F4)', async () => {
    expect((await jq(HOSTILE, '.org_name')).stdout).toBe(`${HOSTILE}\n`)
    for (const filter of ['.org_name', '[.org_name]', '{(.org_name): 1}', '.', '.org_name, "plain"', '@text']) {
      const { stdout, code } = await jq(HOSTILE, filter, { isTerminal: true })
      expect([code, stdout.search(RAW)], filter).toEqual([0, -1])
    }
    expect((await jq('שלום\tabc', '.org_name', { isTerminal: true })).stdout).toBe('שלום\tabc\n')
  })

  test('what `debug` and `stderr` say goes to stderr, inert, and the result to stdout, as in jq', async () => {
    for (const filter of ['debug | .org_name', 'stderr | .org_name']) {
      const { code, stdout, stderr } = await jq('a\u009b31mb', filter, { isTerminal: true })
      expect([code, stdout], filter).toEqual([0, 'ab\n'])
      expect(stderr, filter).toContain('org_name')
      expect(stderr.search(RAW), filter).toBe(-1)
    }
  })

  test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    'a filter that never ends is ended by %s (F5)',
    async (signal) => {
      let tell: (signal: NodeJS.Signals) => void = () => {}
      const onSignal = (listener: typeof tell) => {
        tell = listener
        return () => {}
      }
      const running = jq('x', 'def f: f; f', { onSignal })
      setTimeout(() => tell(signal), 200)
      expect((await running).code).toBe({ SIGINT: 130, SIGTERM: 143, SIGHUP: 129 }[signal])
    },
  )

  test.each(['def f: 1 + f; f', '"a" * 1e9'])('`%s` says that it ran out of memory (F5)', async (filter) => {
    const { code, stderr } = await jq('x', filter)
    expect([code, stderr]).toEqual([2, expect.stringContaining('"jq: the filter ran out of memory"')])
  })
})
