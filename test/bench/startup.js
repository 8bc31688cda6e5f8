// How long short commands take beside an empty node: `npm run bench:startup [-- rounds]`. Each round runs every command once, in
// turn, so that a busy machine slows all of them alike; printed are medians and their ratio to `node -e 0`.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const BIN = join(dirname(fileURLToPath(import.meta.url)), '../../bin/inpk.js')
const ROUNDS = Number(process.argv[2] ?? 40)
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
  process.stdout.write(`${table(await measure()).join('\n')}\n`)
} finally {
  server.close()
  rmSync(folder, { recursive: true, force: true })
}

function commands() {
  const me = [BIN, 'me', '--base-url', `http://127.0.0.1:${server.address().port}`]
  return [
    { name: 'node -e 0', args: ['-e', '0'] },
    { name: 'inpk --version', args: [BIN, '--version'], aim: 1.1 },
    { name: 'inpk --help', args: [BIN, '--help'], aim: 1.15 },
    { name: 'inpk me', args: me, aim: 2 },
  ]
}

async function measure() {
  const measured = commands().map((command) => ({ ...command, tookMs: [] }))
  for (let round = -WARM_UP; round < ROUNDS; round++) {
    for (const { args, tookMs } of measured) {
      const took = await runOnce(args)
      if (round >= 0) tookMs.push(took)
    }
  }
  return measured
}

/** Milliseconds from start to exit; a command that fails ends the bench, for its time says nothing. */
async function runOnce(args) {
  const startedAt = performance.now()
  const env = { PATH: process.env.PATH, INPK_CONFIG_DIR: folder, INPK_API_KEY: KEY }
  const child = spawn(process.execPath, args, { env, cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] })
  let told = ''
  child.stdout.resume()
  child.stderr.on('data', (chunk) => {
    told += chunk
  })
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}: ${told}`)
  return performance.now() - startedAt
}

function table(measured) {
  const bare = median(measured[0].tookMs)
  const rows = measured.map(({ name, tookMs, aim }) => {
    const took = median(tookMs)
    const ratio = `${(took / bare).toFixed(2)} x`
    return `${name.padEnd(16)}${took.toFixed(1).padStart(8)} ms${ratio.padStart(9)}${aim ? `   aim ${aim.toFixed(2)} x` : ''}`
  })
  return [`Node ${process.version}, ${ROUNDS} rounds, medians`, ...rows]
}

function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)]
}
