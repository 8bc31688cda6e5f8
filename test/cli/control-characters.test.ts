import { beforeAll, describe, expect, test } from 'vitest'
import type { Transport } from '../../src/contract/wire.js'
import { scratchFolder, writeFile } from '../commands/scratch.js'
import { type Bench, openBench, stageSource } from '../commands/with-emulator.js'
import { writeStageFiles } from '../transcripts/stage.js'
import { everyCommand } from './every-command.js'

const COMMANDS = everyCommand()

/** The 65 control codes, sequences a terminal acts on, and bidirectional controls (D9). */
const CODES = [
  ...Array.from({ length: 32 }, (_, code) => code),
  ...Array.from({ length: 33 }, (_, index) => 0x7f + index),
]
const SEQUENCES = [
  '\u001b]52;c;ZXZpbA==\u0007',
  '\u001b]0;title\u0007',
  '\u001b]8;;http://evil\u001b\\',
  '\u001b[2J',
  '\u001bP+q\u001b\\',
  '\u009b31m',
  '\u009d52;c;x\u009c',
]
const BIDI = '\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u061c'
const HOSTILE = `${CODES.map((code) => String.fromCharCode(code)).join('')}${SEQUENCES.join('x')}${BIDI}end`

/** Line feeds and tabs are harmless. */
const RAW = /[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/

/** Members other than these are free text of people, or of the service. */
const TELLING =
  /(^|_)(id|ids|at|mode|type|status|state|environment|scope|tracking|cursor|start|end|permissions|clock|now|plan)$|^(keys|key|rate_limits|credits|openapi|paths|webhooks|components|events)$/

let bench: Bench

beforeAll(async () => {
  bench = await openBench()
  await stageSource(bench, [{ text: 'Good', external_id: 'e1', customer_id: 'c', rating: 4 }, 'Bad'])
  await bench.json(['emulator', 'members', 'create', 'Ada', 'ada@example.com'])
  await bench.json(['emulator', 'subscriptions', 'create', 'https://example.com/hook'])
})

/** The answer with hostile text in every free string, names of members too. */
function poisoned(value: unknown, name = ''): unknown {
  if (TELLING.test(name) && typeof value !== 'object') return value
  if (typeof value === 'string') return value + HOSTILE
  if (Array.isArray(value)) return value.map((entry) => poisoned(entry, name))
  if (value === null || typeof value !== 'object') return value
  const entries = Object.entries(value).map(([key, entry]) => [key, poisoned(entry, key)])
  return Object.fromEntries([...entries, [`x${HOSTILE}`, HOSTILE]])
}

const hostileService: Transport = async (request) => {
  const answer = await bench.emulator.handle(request)
  const { headers } = answer
  if (!headers['content-type']?.startsWith('application/json')) return answer
  const body = JSON.stringify(poisoned(JSON.parse(Buffer.from(answer.body).toString())))
  return {
    ...answer,
    headers: { ...headers, 'x-request-id': HOSTILE, 'x-emulator-hint': HOSTILE },
    body: Buffer.from(body),
  }
}

const hostileErrors: Transport = async () => {
  const error = { code: `X${HOSTILE}`, message: HOSTILE, details: { [HOSTILE]: [HOSTILE] } }
  return { status: 400, headers: { 'x-request-id': HOSTILE }, body: Buffer.from(JSON.stringify({ error })) }
}

const pages: Transport = async () => ({
  status: 500,
  headers: { 'content-type': 'text/html' },
  body: Buffer.from(`<p>${HOSTILE}`),
})

const unreachable: Transport = async () => {
  throw new Error(HOSTILE)
}

function expectInert(text: string, about: string): void {
  const at = text.search(RAW)
  expect(at, `${about}: ${JSON.stringify(text.slice(Math.max(0, at - 60), at + 20))}`).toBe(-1)
}

const cwd = scratchFolder()
writeStageFiles(cwd)

describe('no control character reaches stdout or stderr raw (D9)', () => {
  const ways: [string[], boolean][] = [
    [['--debug'], true],
    [[], false],
    [['--json'], true],
    [['--output', 'csv'], true],
    // A thread for each takes long; test/cli/jq.test.ts has the short count.
    ...(process.env.INPK_SOAK ? [[['--jq', '.. | strings'], true] as [string[], boolean]] : []),
  ]
  const services = {
    'from answers': hostileService,
    'from errors': hostileErrors,
    'from pages': pages,
    'from the network': unreachable,
  }

  test.each(Object.entries(services))('%s', async (_name, transport) => {
    for (const command of COMMANDS) {
      for (const [words, isTerminal] of ways) {
        const argv = [...command, ...words]
        const { stdout, stderr } = await bench.run(argv, { transport, isTerminal, cwd, env: { NO_COLOR: '1' } })
        expectInert(stdout, `${argv.join(' ')} on stdout`)
        expectInert(stderr, `${argv.join(' ')} on stderr`)
      }
    }
  })

  test('from the cells, the headers and the name of a file', async () => {
    const folder = scratchFolder()
    const name = `reviews ${HOSTILE.replaceAll('\0', '').replaceAll('/', '')}.csv`
    const cell = (text: string) => `"${text.replaceAll('"', '""')}"`
    writeFile(folder, name, `text,${cell(`id${HOSTILE}`)}\n${cell(HOSTILE)},1\n,2\n${cell(HOSTILE)},${cell(HOSTILE)}\n`)
    writeFile(folder, 'plain.csv', `text,rating\n${cell(HOSTILE)},${cell(HOSTILE)}\n,${cell(HOSTILE)}\n`)
    const ways = [
      ['--check'],
      ['--dry-run'],
      ['--json', '--check'],
      ['--map', `text=${HOSTILE}`],
      ['--rejects', HOSTILE],
    ]
    for (const file of [name, 'plain.csv', `missing${HOSTILE}`]) {
      for (const way of ways) {
        const argv = ['push', file, '--source', 'Tickets', ...way]
        const { stdout, stderr } = await bench.run(argv, {
          cwd: folder,
          env: { NO_COLOR: '1', INPK_CONFIG_DIR: folder },
          isTerminal: false,
        })
        expect(stdout + stderr, JSON.stringify(argv.slice(0, 2))).not.toMatch(RAW)
      }
    }
  })

  test('from the environment', async () => {
    const hostile = HOSTILE.replaceAll('\0', '')
    const names = ['BASE_URL', 'API_KEY', 'PROFILE', 'API_PREFIX', 'CONFIG_DIR', 'EMULATOR_URL'].map((n) => `INPK_${n}`)
    const lines = ['me', 'config', 'doctor', 'groups list', 'profiles list', 'login', 'emulator status', 'emulator log']
    for (const name of [...names, 'HTTPS_PROXY', 'NO_PROXY', 'COLUMNS', 'TERM', 'WEBHOOK_SECRET']) {
      for (const line of [...lines, 'webhooks sign --body delivery.json --secret-env WEBHOOK_SECRET']) {
        for (const value of [hostile, `http://127.0.0.1:4600/${hostile}`, `https://a:${hostile}@b.example/`]) {
          const argv = [...line.split(' '), '--debug']
          const { stdout, stderr } = await bench.run(argv, { cwd, env: { NO_COLOR: '1', [name]: value } })
          expectInert(stdout + stderr, `${line} with ${name}`)
        }
      }
    }
  })

  test('from requests the emulator answered, and from files of JSON', async () => {
    const folder = scratchFolder()
    writeFile(folder, 'hostile.json', {
      error: HOSTILE,
      items: [{ pattern: HOSTILE }],
      info: { version: HOSTILE },
      paths: {},
    })
    writeFile(
      folder,
      'hostile.http',
      `POST /${HOSTILE} HTTP/1.1\r\nX-Service-Signature: ${HOSTILE}\r\n\r\n{"event":"${HOSTILE}"}`,
    )
    const url = `${bench.emulator.baseUrl}/api/input/${encodeURIComponent(HOSTILE)}`
    const headers = { 'user-agent': HOSTILE, authorization: `Bearer ${HOSTILE}` }
    await bench.emulator.handle({ method: 'GET', url, headers })
    const lines = [
      'emulator logs',
      'emulator logs --json',
      'openapi --check hostile.json',
      'openapi --check hostile.http',
      'emulator analysis-rules set hostile.json',
      'emulator import hostile.json',
      'sources create --from hostile.json --group Support',
      'webhooks verify --request hostile.http --secret-env WEBHOOK_SECRET',
      'webhooks verify --request hostile.json --secret-env WEBHOOK_SECRET',
      'feedback erase --from hostile.http --yes',
    ]
    for (const line of lines) {
      for (const isTerminal of [true, false]) {
        const env = { NO_COLOR: '1', WEBHOOK_SECRET: 'whsec_x' }
        const { stdout, stderr } = await bench.run(line.split(' '), { cwd: folder, isTerminal, env })
        expect((stdout + stderr).trim(), line).not.toBe('')
        expectInert(stdout + stderr, line)
      }
    }
  })

  test('from the command line and the settings', async () => {
    const folder = scratchFolder()
    writeFile(folder, 'config.json', {
      current: `a${HOSTILE}`,
      profiles: { [`a${HOSTILE}`]: { base_url: `http://localhost/${HOSTILE}` } },
    })
    writeFile(folder, 'inpk.config.json', { base_url: `https://evil.example.com/${HOSTILE}` })
    const lines = [
      [HOSTILE],
      ['me', HOSTILE],
      ['me', `--${HOSTILE}`],
      ['profiles', 'list'],
      ['profiles', 'show'],
      ['config'],
      ['doctor'],
      ['login'],
      ['logout'],
      ['sources', 'show', HOSTILE],
      ['api', 'GET', HOSTILE],
      ['completion', HOSTILE],
      ['help', HOSTILE],
      ['me', '--profile', HOSTILE],
      ['me', '--base-url', HOSTILE],
      ['me', '--api-key-file', HOSTILE],
    ]
    for (const line of lines) {
      for (const isTerminal of [true, false]) {
        const { stdout, stderr } = await bench.run([...line], {
          cwd: folder,
          isTerminal,
          env: { NO_COLOR: '1', INPK_CONFIG_DIR: folder, INPK_BASE_URL: '' },
        })
        expect(stdout + stderr, JSON.stringify(line.slice(0, 2))).not.toMatch(RAW)
      }
    }
  })
})
