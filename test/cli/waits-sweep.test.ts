/**
 * Every command that asks a service × the service falling sick at any of its requests: the command ends within --timeout, having asked
 * no more often than --retries allows, and a signal ends the wait. At its first request, and at later ones with INPK_SOAK. That each kind
 * of sickness ends a request in its time is shown over sockets in test/client/transport.test.ts and proxied.test.ts.
 */
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Environment } from '../../src/cli/environment.js'
import { writeEmulatorFile } from '../../src/commands/emulator/emulator-file.js'
import type { Transport, WireRequest } from '../../src/contract/wire.js'
import { EXIT } from '../../src/terminal/exit-codes.js'
import { kindOf } from '../commands/exit-codes/kinds.js'
import { run } from '../commands/exit-codes/ways.js'
import { scratchFolder } from '../commands/scratch.js'
import type { TranscriptRow } from '../transcripts/row.js'
import { ROWS } from '../transcripts/rows.js'
import { openStageFor } from '../transcripts/stage.js'
import { onNetwork } from '../transcripts/surroundings.js'
import { commandNames, lineFor } from './every-command.js'
import type { Ran, Surroundings } from './run-inpk.js'

const TIMEOUT_MS = 2_000
const RETRIES = 2
/** Beyond all that a command in memory takes: it waits for something that neither time nor a signal ends. */
const HANGS_MS = 20_000

/** They start emulators of their own, go on until they are told to stop, or ask nobody. */
const APART = /^(demo|emulator (start|exec|stop|env|open)|webhooks listen|record)$/
const NAMES = commandNames().filter((name) => kindOf(name) !== 'local' && !APART.test(name))
/** What a command says instead of "not reached": what it was asked to find out, and what is left unknown. */
const ENDS: readonly (readonly [RegExp, readonly number[]])[] = [
  [/^(doctor|webhooks test)$/, [EXIT.checkFailed]],
  [/^emulator wait$/, [EXIT.stillPending]],
]
const UNREACHED = [EXIT.unreachable, EXIT.inDoubt]

type Sickness = (request: WireRequest, pass: (ms: number) => void) => Promise<never>

const SICKNESSES: Record<string, Sickness> = {
  'never answers': (request, pass) =>
    new Promise((_, reject) => {
      request.signal?.addEventListener('abort', () => reject(request.signal?.reason))
      if (request.timeoutMs === undefined) return
      pass(request.timeoutMs)
      setImmediate(() => reject(new DOMException('no answer in time', 'TimeoutError')))
    }),
  'hangs up': async () => {
    throw Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' })
  },
}

interface Seen extends Ran {
  sick: WireRequest[]
}

const BOUNDS = ['--timeout', `${TIMEOUT_MS}ms`, '--retries', String(RETRIES)]

/** Runs the line of a command against a service that is well for so many requests. Undefined where it asks no more often than that. */
async function runSick(
  name: string,
  healthy: number,
  how: Sickness,
  more: Surroundings = {},
): Promise<Seen | undefined> {
  const clock = virtualClock()
  const sick: WireRequest[] = []
  let asked = 0
  const falling =
    (well?: Transport): Transport =>
    (request) => {
      asked += 1
      if (well && asked <= healthy) return well(request)
      sick.push(request)
      return how(request, clock.pass)
    }
  const around = { ...clock.environment, ...more }
  const ran =
    healthy === 0
      ? run([...lineFor(name), ...BOUNDS], { ...around, ...beside(name), transport: falling() })
      : runOnStage(ROWS[name]!, around, falling)
  const ended = await Promise.race([ran, late(() => `${name} hangs at ${sick.at(-1)?.method} ${sick.at(-1)?.url}`)])
  return sick.length === 0 ? undefined : { ...ended, sick }
}

/** What some look at first: the name of the host, the emulator of their folder. */
function beside(name: string): Surroundings {
  if (name === 'doctor') return onNetwork()
  if (!/^emulator (status|wait)$/.test(name)) return {}
  const cwd = scratchFolder()
  writeEmulatorFile(join(cwd, '.inpk'), { started_at: '', base_url: 'http://127.0.0.1:1', dashboard_url: 'http://a:1' })
  return { cwd }
}

async function runOnStage(
  row: TranscriptRow,
  around: Surroundings,
  falling: (well: Transport) => Transport,
): Promise<Ran> {
  const stage = await openStageFor(row, row.succeeds)
  try {
    const own = row.around?.(stage) ?? {}
    const transport = falling(own.transport ?? stage.emulator.handle)
    return await stage.run(`${row.succeeds} ${BOUNDS.join(' ')}`, { ...own, ...around, transport })
  } finally {
    await stage.close()
  }
}

function virtualClock() {
  let passedMs = 0
  const pass = (ms: number) => {
    passedMs += ms
  }
  const sleep: Environment['sleep'] = async (ms, signal) => {
    signal?.throwIfAborted()
    pass(ms)
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { pass, environment: { now: () => Date.UTC(2026, 2, 1) + passedMs, monotonic: () => passedMs, sleep } }
}

async function late(about: () => string): Promise<never> {
  await new Promise((resolve) => setTimeout(resolve, HANGS_MS).unref())
  throw new Error(about())
}

/** Commands, each with how many requests are answered before the service falls sick. */
const POINTS = process.env.INPK_SOAK ? [0, 1, 2, 3, 4, 6, 9] : [0]
/** Commands of the emulator's control API share their way of asking. */
const SOME = NAMES.filter((name, index) => process.env.INPK_SOAK || kindOf(name) !== 'control' || index % 8 === 0)
const CASES = POINTS.flatMap((healthy) => SOME.map((name) => [name, healthy] as const))

describe.each(Object.keys(SICKNESSES).slice(0, process.env.INPK_SOAK ? 2 : 1))('a service that %s', (how) => {
  test.each(CASES)('%s, after %i answers', async (name, healthy) => {
    const seen = await runSick(name, healthy, SICKNESSES[how]!)
    if (seen === undefined) return expect(healthy, `${name} asks nothing`).toBeGreaterThan(0)
    const about = `${name}: ${seen.code} \n${seen.stderr}`
    const ends = ENDS.find(([names]) => names.test(name))?.[1] ?? UNREACHED
    expect(ends, about).toContain(seen.code)
    for (const { method, url, timeoutMs } of seen.sick)
      expect(timeoutMs ?? Number.POSITIVE_INFINITY, `${name}: ${method} ${url}`).toBeLessThanOrEqual(TIMEOUT_MS)
    if (/ wait$/.test(name)) return
    for (const times of timesEach(seen.sick).values()) expect(times, about).toBeLessThanOrEqual(RETRIES + 1)
  })
})

/** How often each request was sent; those of polls and checks are several. */
function timesEach(requests: readonly WireRequest[]): Map<string, number> {
  const times = new Map<string, number>()
  for (const { method, url, body } of requests) {
    const request = `${method} ${url} ${body === undefined ? '' : Buffer.from(body)}`
    times.set(request, (times.get(request) ?? 0) + 1)
  }
  return times
}

// At its first request every command is sent a signal by test/commands/exit-codes.test.ts.
const SIGNALLED = CASES.filter((_, index) => process.env.INPK_SOAK || index % 10 === 0)

describe('a signal ends the wait for an answer (130)', () => {
  test.each(SIGNALLED)('%s, after %i answers', async (name, healthy) => {
    let tell: (signal: NodeJS.Signals) => void = () => {}
    const onSignal: Environment['onSignal'] = (listener) => {
      tell = listener
      return () => {}
    }
    const interrupted: Sickness = (request) =>
      new Promise((_, reject) => {
        request.signal?.addEventListener('abort', () => reject(request.signal?.reason))
        setImmediate(() => tell('SIGINT'))
      })
    const seen = await runSick(name, healthy, interrupted, { onSignal })
    if (seen) expect(seen.code, `${name}\n${seen.stderr}`).toBe(130)
  })
})
