// npm run bench:startup [-- --rounds N]: what short commands cost beside an empty node. Each round runs every command in turn, so
// that a busy machine slows all of them alike; figures are medians of the rounds. Judged is the processors' time, which depends less
// on what else runs. A bare GET is the floor of `me`, which cannot do without it.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { createFigures, describeMachine, section, spread } from './report.js'

const BIN = join(dirname(fileURLToPath(import.meta.url)), '../../bin/inpk.js')
const { values: asked } = parseArgs({ options: { rounds: { type: 'string', default: '40' } } })
const ROUNDS = Number(asked.rounds)
if (!Number.isInteger(ROUNDS) || ROUNDS < 1) throw new TypeError('--rounds takes a number from 1 on')
/** The first rounds fill the caches of the disk, and of compiled code where this Node has one. */
const WARM_UP = 3
/** Any host on this machine may see a key of the emulator. */
const KEY = `inpk_test_EMU0000000_${Buffer.alloc(32).toString('base64')}`
const ME = {
  success: true,
  org_id: 1,
  org_name: 'Bench',
  key: {
    id: 'key_1',
    name: 'bench',
    permissions: ['all'],
    environment: 'test',
    last_used_at: null,
    created_at: '2026-01-01T00:00:00.000Z',
  },
  rate_limits: { per_key_per_minute: 120, per_org_per_minute: 600 },
  credits: null,
  webhook_events: [],
}

const folder = mkdtempSync(join(tmpdir(), 'inpk-bench-'))
const server = createServer((_request, response) => {
  response.setHeader('content-type', 'application/json').end(JSON.stringify(ME))
})
await once(server.listen(0, '127.0.0.1'), 'listening')
try {
  describeMachine()
  if (!tell(await measure())) process.exitCode = 1
} finally {
  server.close()
  rmSync(folder, { recursive: true, force: true })
}

function commands() {
  const url = `http://127.0.0.1:${server.address().port}`
  const me = [BIN, 'me', '--base-url', url]
  const get = ['-e', `require('node:http').get('${url}', (answer) => answer.pipe(process.stdout))`]
  return [
    { name: 'floor: `node -e 0`', args: ['-e', '0'] },
    { name: '`inpk --version`', args: [BIN, '--version'], aim: 1.1 },
    { name: '`inpk --help`', args: [BIN, '--help'], aim: 1.15 },
    { name: 'a GET by node:http, the floor of `inpk me`', args: get },
    { name: 'new', args: me, aim: 2.1 },
    { name: 'base', args: ['/tmp/sbase/bin/inpk.js', 'me', '--base-url', url] },
    ...(process.env.XBIN ? [{ name: 'x', args: [process.env.XBIN, 'me', '--base-url', url] }] : []),
  ]
}

async function measure() {
  const measured = commands().map((command) => ({ ...command, tookMs: [], usedMs: [] }))
  for (let round = -WARM_UP; round < ROUNDS; round++) {
    for (const { args, tookMs, usedMs } of measured) {
      const startedAt = performance.now()
      await run(process.execPath, args)
      const took = performance.now() - startedAt
      const used = sumMs(await run('bash', ['-c', '"$@" >&2 && times', 'bash', process.execPath, ...args]))
      if (round < 0) continue
      tookMs.push(took)
      usedMs.push(used)
    }
  }
  return measured
}

/** What it prints; a command that fails ends the bench, for its time says nothing. */
async function run(program, args) {
  const env = { PATH: process.env.PATH, INPK_CONFIG_DIR: folder, INPK_API_KEY: KEY }
  const child = spawn(program, args, { env, cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] })
  const told = ['', '']
  for (const [index, stream] of [child.stdout, child.stderr].entries()) {
    stream.on('data', (chunk) => {
      told[index] += chunk
    })
  }
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}: ${told[1]}`)
  return told[0]
}

/** The second line of `times` is what the children of a shell have used: `0m0.020s 0m0.004s`. */
function sumMs(times) {
  const used = [
    ...times
      .trim()
      .split('\n')
      .at(-1)
      .matchAll(/(\d+)m([\d.]+)s/g),
  ]
  return used.reduce((sum, [, minutes, seconds]) => sum + 60_000 * minutes + 1000 * seconds, 0)
}

/** Prints what was measured; true where no command is beyond its bound. */
function tell(measured) {
  const rows = measured.map(({ name, usedMs, tookMs }) => [name, spread(usedMs, 'ms', 1), spread(tookMs, 'ms', 1)])
  section('Short commands', [`median of ${ROUNDS}`, 'CPU', 'time'], rows)
  const figures = createFigures()
  const [empty, ...others] = measured
  for (const { name, usedMs, aim } of others) {
    const ratios = usedMs.map((used, round) => used / empty.usedMs[round])
    figures.of(name)('CPU against `node -e 0`', ratios, '×', { most: aim })
  }
  return figures.tell()
}
