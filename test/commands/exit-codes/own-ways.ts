import { join } from 'node:path'
import { type Outbound, startEmulator } from '../../../emulator/index.js'
import type { Environment } from '../../../src/cli/environment.js'
import { writeEmulatorFile } from '../../../src/commands/emulator/emulator-file.js'
import type { Transport } from '../../../src/contract/wire.js'
import { openRecording } from '../../../src/har/recording.js'
import { DOMAIN, TEMPLATE } from '../../transcripts/rows/invites.js'
import { openStage, runAll } from '../../transcripts/stage.js'
import { RECEIVER_URL } from '../../transcripts/surroundings.js'
import { scratchFolder, writeFile } from '../scratch.js'
import { answering, codeAfterSignal, codeOf, type Ways } from './ways.js'

const SECRET = ['--secret-env', 'WEBHOOK_SECRET']
const HOURS_25_MS = 25 * 3_600_000
const NOT_THERE = ['--data', 'elsewhere']
const SIGNALS = [
  ['SIGHUP', 129],
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const

/** Lines on a stage of their own; the code of the last. */
async function codeAfter(given: readonly string[], line: string): Promise<number> {
  const stage = await openStage()
  try {
    await runAll(stage, given)
    return (await stage.run(line)).code
  } finally {
    await stage.close()
  }
}

/** A push without ids whose answer was lost, tried again when the service has forgotten it. */
async function codeInDoubt(): Promise<number> {
  const stage = await openStage()
  const line = 'push reviews.csv --source Tickets --map text=comment --external-id none --retries 0'
  const losing: Transport = async (request) => {
    await stage.emulator.handle(request)
    if (!request.url.includes('/content/push')) return stage.emulator.handle(request)
    throw Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' })
  }
  try {
    await stage.run(line, { transport: losing, now: () => 1 })
    return (await stage.run(line, { now: () => 1 + HOURS_25_MS })).code
  } finally {
    await stage.close()
  }
}

/** An upload whose task has no end. */
async function codeOfSlowUpload(): Promise<number> {
  const stage = await openStage()
  const transport: Transport = async (request) => {
    const answer = await stage.emulator.handle(request)
    const text = Buffer.from(answer.body).toString()
    const slow = request.url.includes('/task_') ? text.replace('"completed"', '"processing"') : text
    return { ...answer, body: Buffer.from(slow) }
  }
  try {
    return (await stage.run('upload answers.csv --source Tickets --wait --within 1s', { transport })).code
  } finally {
    await stage.close()
  }
}

/** `exec` ends as its child does. */
function childWays(codes: readonly number[]): Ways {
  const ended = (code: number) => () =>
    codeOf(['emulator', 'exec', '--', 'true'], {
      startChild: () => ({ pid: 1, kill: () => {}, ended: Promise.resolve({ code, signal: null }) }),
    })
  return Object.fromEntries(codes.map((code) => [code, ended(code)]))
}

/** What goes on until a signal stops it, stopped by one. */
function signalWays(line: readonly string[], surroundings: Partial<Environment> = {}): Ways {
  const signalled = (signal: NodeJS.Signals) => () =>
    codeAfterSignal(line, (tell) => {
      setTimeout(() => tell(signal), 20)
      return surroundings
    })
  return Object.fromEntries(SIGNALS.map(([signal, code]) => [code, signalled(signal)]))
}

function refusingToStart(facts: object): Partial<Environment> {
  return { startEmulator: () => Promise.reject(Object.assign(new Error('no'), facts)) }
}

/** A demo in an emulator whose clock goes on with the waiting, or stands; what leaves it is changed on the way. */
async function codeOfDemo({ stands = false, forging = false }): Promise<number> {
  let emulator: Awaited<ReturnType<typeof startEmulator>> | undefined
  const surroundings: Partial<Environment> = {
    async startEmulator(own) {
      const clock = { mode: 'frozen', now: Date.UTC(2026, 2, 2) } as const
      emulator = await startEmulator({ ...own, clock, listen: false, outbound: forging ? forged : untouched })
      return emulator
    },
    transport: (request) => emulator!.handle(request),
  }
  const advance = ['emulator', 'clock', 'advance', '5s']
  let passedMs = 0
  const sleep = async (waitMs: number) => {
    passedMs += waitMs
    if (!stands) await codeOf(advance, { transport: (request) => emulator!.handle(request) })
    await emulator?.idle()
  }
  return codeOf(['demo'], { ...surroundings, sleep, monotonic: () => passedMs, env: { INPK_API_KEY: '' } })
}

const untouched: Outbound = async ({ url, headers, body }) => {
  const answer = await fetch(url, { method: 'POST', headers, body: Buffer.from(body) })
  return { status: answer.status }
}
const forged: Outbound = (request) => untouched({ ...request, body: Buffer.concat([request.body, Buffer.from(' ')]) })

/** `conformance` against a service that gives an identifier of another type. */
async function codeOfBrokenRule(): Promise<number> {
  const stage = await openStage()
  const transport: Transport = async (request) => {
    const answer = await stage.emulator.handle(request)
    return { ...answer, body: Buffer.from(Buffer.from(answer.body).toString().replace('"org_id":1', '"org_id":"1"')) }
  }
  try {
    return (await stage.run('conformance --rule ME-2', { transport })).code
  } finally {
    await stage.close()
  }
}

async function codeWithRandomKeys(): Promise<number> {
  const cwd = scratchFolder()
  const url = 'http://127.0.0.1:4600'
  const facts = { started_at: '', base_url: url, dashboard_url: url, random_keys: true }
  writeEmulatorFile(join(cwd, '.inpk'), facts)
  return codeOf(['emulator', 'env'], { cwd, ...nobody })
}

/** A listener that gets one delivery, signed with another secret. */
async function codeOfForgedDelivery(): Promise<number> {
  const port = 15_000 + (process.pid % 9_000)
  const line = ['webhooks', 'listen', '--limit', '1', '--port', String(port), ...SECRET]
  const listening = codeOf(line)
  for (let tries = 0; tries < 200; tries += 1) {
    const sent = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: '{}' }).catch(() => undefined)
    if (sent) break
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  return listening
}

const PROVE_EVENTS = ['--scenario', 'events.yaml', ...SECRET]
const PROVE_STATE = ['--state-command', `${RECEIVER_URL}/log`, '--reset-command', `${RECEIVER_URL}/reset`]
/** Codes of what the emulator answers where it is asked for its deliveries. */
const PROVE_STATUSES = [
  [3, 401],
  [4, 403],
  [5, 404],
  [7, 409],
  [8, 503],
] as const

function codeOfProof(words: readonly string[], transport: Transport): Promise<number> {
  return codeOf(['webhooks', 'prove', RECEIVER_URL, ...words, ...PROVE_STATE], { transport })
}

/** A receiver that counts a delivery each time it comes. */
function codeOfCountingReceiver(): Promise<number> {
  let count = 0
  return codeOfProof(PROVE_EVENTS, async ({ url }) => {
    if (url.endsWith('/reset')) count = 0
    else if (!url.endsWith('/log')) count += 1
    return { status: 200, headers: {}, body: Buffer.from(String(count)) }
  })
}

/** A recording to a file that somebody else records to. */
async function codeOfSharedRecording(): Promise<number> {
  const file = join(scratchFolder(), 'session.har')
  const recording = await openRecording(file, { secrets: [], onTrouble: () => {} })
  try {
    return await codeOf(['record', '--to', 'http://127.0.0.1:1', '--out', file])
  } finally {
    await recording.close()
  }
}

const QUEUED = { task_id: 'task_1', kind: 'bulk', status: 'queued', progress: 0, created_at: 'x' }
/** An input that does not end. */
const silence: Environment['stdin'] = {
  isTerminal: false,
  async *[Symbol.asyncIterator]() {
    await new Promise(() => {})
  },
}
const nobody = { env: { INPK_EMULATOR_URL: '' } }
const realSleep: Partial<Environment> = {
  sleep: (waitMs, signal) =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(resolve, waitMs)
      signal?.addEventListener('abort', () => {
        clearTimeout(timer)
        reject(signal.reason)
      })
    }),
}

/** The codes some commands have beside those of their kind. */
export const OWN_WAYS: Readonly<Record<string, Ways>> = {
  push: {
    10: async () => {
      const cwd = scratchFolder()
      writeFile(cwd, 'a.csv', 'id,comment\n1,Great service\n2,\n')
      return codeAfter([], `push ${join(cwd, 'a.csv')} --source Tickets`)
    },
    12: () => codeAfter([], 'push reviews.csv --source Tickets --wait --within 2s'),
    13: codeInDoubt,
  },
  upload: {
    10: async () => {
      const cwd = scratchFolder()
      writeFile(cwd, 'a.csv', 'text,rating\nGreat service,5\nToo slow,many\n')
      return codeAfter([], `upload ${join(cwd, 'a.csv')} --source Tickets --wait`)
    },
    12: codeOfSlowUpload,
  },
  'invites send': {
    12: () => codeAfter([TEMPLATE, DOMAIN], 'invites send Tickets recipients.csv --wait --within 2s'),
  },
  'tasks wait': {
    12: () => codeOf(['tasks', 'wait', 'task_1', '--within', '1s'], { transport: answering(200, QUEUED) }),
  },
  'emulator outbox wait': { 12: () => codeAfter([], 'emulator outbox wait --within 1s') },
  'webhooks deliveries': { 12: () => codeAfter([], 'webhooks deliveries --wait --within 1s') },
  'analysis wait': { 12: () => codeAfter([], 'analysis wait Tickets --within 2s') },
  openapi: { 11: () => codeOf(['openapi', '--check', 'empty.json']) },
  conformance: {
    11: codeOfBrokenRule,
  },
  'mcp serve': signalWays(['mcp', 'serve'], { stdin: silence }),
  demo: {
    11: () => codeOfDemo({ forging: true }),
    12: () => codeOfDemo({ stands: true }),
  },
  doctor: {
    11: () => codeOf(['doctor'], { transport: answering(500, 'no') }),
    ...signalWays(['doctor'], {
      network: { lookup: () => new Promise(() => {}), connect: () => new Promise(() => {}) },
    }),
  },
  record: {
    6: () => codeOf(['record', '--to', 'http://127.0.0.1:1', '--out', 'reviews.csv']),
    7: codeOfSharedRecording,
  },
  'webhooks listen': { 11: codeOfForgedDelivery },
  'webhooks test': {
    11: () => codeOf(['webhooks', 'test', RECEIVER_URL, ...SECRET], { transport: answering(200, '') }),
    ...signalWays(['webhooks', 'test', RECEIVER_URL, ...SECRET], {
      transport: ({ signal }) =>
        new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
    }),
  },
  'webhooks prove': {
    ...Object.fromEntries(
      PROVE_STATUSES.map(([code, status]) => [code, () => codeOfProof(['--recorded'], answering(status, ''))]),
    ),
    6: () => codeOfProof(['--scenario', 'delivery.json', ...SECRET], answering(204, '')),
    9: () =>
      codeOfProof(PROVE_EVENTS, () => Promise.reject(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }))),
    11: codeOfCountingReceiver,
    ...signalWays(['webhooks', 'prove', RECEIVER_URL, ...PROVE_EVENTS, ...PROVE_STATE], {
      transport: ({ signal }) =>
        new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
    }),
  },
  'webhooks verify': {
    6: () => codeOf(['webhooks', 'verify', ...SECRET, '--request', 'delivery.json']),
    11: () => codeOf(['webhooks', 'verify', ...SECRET, '--signature', 'sha256=00', '--body', 'delivery.json']),
  },
  logout: { 5: () => codeOf(['logout', '--profile', 'nobody']) },
  'profiles show': { 5: () => codeOf(['profiles', 'show', 'nobody']) },
  'profiles use': { 5: () => codeOf(['profiles', 'use', 'nobody']) },
  'profiles remove': { 5: () => codeOf(['profiles', 'remove', 'nobody']) },
  'emulator start': {
    7: () => codeOf(['emulator', 'start'], refusingToStart({ code: 'EADDRINUSE', port: 1 })),
    ...signalWays(['emulator', 'start', '--ephemeral'], { cwd: scratchFolder() }),
  },
  'emulator status': { 9: () => codeOf(['emulator', 'status', ...NOT_THERE]) },
  'emulator wait': {
    12: () => codeOf(['emulator', 'wait', ...NOT_THERE, '--within', '1s']),
    ...signalWays(['emulator', 'wait', ...NOT_THERE], realSleep),
  },
  'emulator env': { 5: codeWithRandomKeys, 9: () => codeOf(['emulator', 'env', ...NOT_THERE]) },
  'emulator open': { 9: () => codeOf(['emulator', 'open'], nobody) },
  'emulator exec': {
    ...childWays([1, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 129, 130, 143]),
    125: () => codeOf(['emulator', 'exec', '--', 'true'], refusingToStart({})),
  },
}
