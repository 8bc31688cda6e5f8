import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { API_KEY, PROGRAM, ratios } from '../tools.js'

/** These take so little that only many rounds tell them apart. */
const ROUNDS_EACH = 6
/** The first rounds fill the caches of the disk, and of compiled code where this Node has one. */
const WARM_UP = 3
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

/** What short commands cost beside an empty node; a bare GET is the floor of `me`, which cannot do without it. */
export async function startup({ folder, rounds, of, inTurn }) {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json').end(JSON.stringify(ME))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const commands = commandsFor(`http://127.0.0.1:${server.address().port}`)
  try {
    for (let warm = 0; warm < WARM_UP; warm += 1) for (const { args } of commands) await run(folder, args)
    const runs = commands.map(({ name, args }) => [name, () => run(folder, args)])
    const used = await inTurn('Short commands', runs, ROUNDS_EACH * rounds)
    for (const [index, { name, most }] of commands.entries()) {
      if (index > 0) of(name, false)('CPU against `node -e 0`', ratios(used[index], used[0]), '×', { most })
    }
  } finally {
    server.close()
  }
}

function commandsFor(url) {
  const get = ['-e', `require('node:http').get('${url}', (answer) => answer.pipe(process.stdout))`]
  return [
    { name: 'floor: `node -e 0`', args: ['-e', '0'] },
    { name: '`inpk --version`', args: [PROGRAM, '--version'], most: 1.1 },
    { name: '`inpk --help`', args: [PROGRAM, '--help'], most: 1.2 },
    { name: 'a GET by node:http, the floor of `inpk me`', args: get },
    { name: '`inpk me`', args: [PROGRAM, 'me', '--base-url', url], most: 2.1 },
  ]
}

/** What a command used, as a shell tells of it: anything loaded into it would be counted. One that fails ends the row. */
async function run(folder, args) {
  const env = { PATH: process.env.PATH, INPK_CONFIG_DIR: folder, INPK_API_KEY: API_KEY }
  const startedAt = performance.now()
  const argv = ['-c', '"$@" >&2 && times', 'bash', process.execPath, ...args]
  const child = spawn('bash', argv, { env, cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] })
  const output = ['', '']
  for (const [index, stream] of [child.stdout, child.stderr].entries()) {
    stream.on('data', (chunk) => {
      output[index] += chunk
    })
  }
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}: ${output[1]}`)
  return { cpuMs: sumMs(output[0]), wallMs: performance.now() - startedAt, rssBytes: Number.NaN }
}

/** The second line of `times` is what the children of a shell have used: `0m0.020s 0m0.004s`. */
function sumMs(times) {
  const used = times.trim().split('\n').at(-1)
  const parts = [...used.matchAll(/(\d+)m([\d.]+)s/g)]
  return parts.reduce((sum, [, minutes, seconds]) => sum + 60_000 * minutes + 1000 * seconds, 0)
}
