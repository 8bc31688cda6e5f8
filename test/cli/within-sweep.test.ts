/** Every command with --within × a service that falls silent, or limited, while it waits: it ends when --within says, with exit code 12. */
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { isBranch, type Leaf, type Tree } from '../../src/cli/command-tree.js'
import type { Environment } from '../../src/cli/environment.js'
import { writeEmulatorFile } from '../../src/commands/emulator/emulator-file.js'
import { TREE } from '../../src/commands/tree.js'
import type { Transport } from '../../src/contract/wire.js'
import { scratchFolder } from '../commands/scratch.js'
import { DOMAIN, TEMPLATE } from '../transcripts/rows/invites.js'
import { openStage, runAll } from '../transcripts/stage.js'
import type { Ran } from './run-inpk.js'

const WITHIN_MS = 3_000
/** A last request has a second, for a service that answers at all. */
const LAST_REQUEST_MS = 1_000

/** The line of each command, and the requests at which the service falls ill: those of the wait. */
const WAITS: Record<string, { given?: string[]; line: string; ill: RegExp }> = {
  'analysis wait': { line: 'analysis wait 1', ill: /./ },
  'emulator outbox wait': { line: 'emulator outbox wait', ill: /./ },
  'emulator wait': { line: 'emulator wait', ill: /./ },
  'invites send': {
    given: [TEMPLATE, DOMAIN],
    line: 'invites send Tickets recipients.csv --wait',
    ill: /inv_1/,
  },
  push: { line: 'push reviews.csv --source Tickets --wait', ill: /\/analysis|^GET .*\/surveys\/1$/ },
  'tasks wait': { line: 'tasks wait task_1', ill: /./ },
  'webhooks deliveries': { line: 'webhooks deliveries --wait', ill: /./ },
  upload: { line: 'upload answers.csv --source Tickets --wait', ill: /task_1/ },
}

type Illness = (request: Parameters<Transport>[0], clock: Clock, well: Transport) => ReturnType<Transport>

const ILLNESSES: Record<string, Illness> = {
  async 'is silent'({ timeoutMs, signal }, clock) {
    await clock.sleep(timeoutMs ?? 86_400_000, signal)
    throw new DOMException('no answer in time', 'TimeoutError')
  },
  async 'refuses for the rate limit'() {
    const body = Buffer.from('{"error":{"code":"RATE_LIMITED","message":"too many"}}')
    return { status: 429, headers: { 'content-type': 'application/json', 'retry-after': '50' }, body }
  },
  async 'has no request left in its window'(request, _clock, well) {
    const answer = await well(request)
    const headers = {
      ...answer.headers,
      ...{ 'x-ratelimit-limit': '1', 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1772366460' },
      date: 'Sun, 01 Mar 2026 12:00:00 GMT',
    }
    return { ...answer, headers }
  },
}

type Clock = Pick<Environment, 'now' | 'monotonic' | 'sleep'>

/** Time that jumps to the next sleeper's end when nothing else is to do. */
function orderedClock(): Clock {
  let nowMs = 0
  const sleepers = new Set<{ at: number; wake(): void }>()
  const turn = () => {
    const next = [...sleepers].sort((one, other) => one.at - other.at)[0]
    if (!next) return
    sleepers.delete(next)
    nowMs = Math.max(nowMs, next.at)
    next.wake()
  }
  return {
    now: () => Date.UTC(2026, 2, 1, 12) + nowMs,
    monotonic: () => nowMs,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason)
        const sleeper = { at: nowMs + ms, wake: resolve }
        sleepers.add(sleeper)
        signal?.addEventListener('abort', () => {
          sleepers.delete(sleeper)
          reject(signal.reason)
        })
        setTimeout(turn, 2)
      }),
  }
}

/** Runs the line; `waitedMs`: from the first request that met the illness to the end. */
async function runIll(name: string, illness: Illness, more: readonly string[]): Promise<Ran & { waitedMs: number }> {
  const { given = [], line, ill } = WAITS[name]!
  const stage = await openStage()
  const clock = orderedClock()
  let since: number | undefined
  try {
    await runAll(stage, given)
    const transport: Transport = async (request) => {
      if (!ill.test(`${request.method} ${request.url}`)) return stage.emulator.handle(request)
      since ??= clock.monotonic()
      return illness(request, clock, stage.emulator.handle)
    }
    const ran = await stage.run([line, `--within ${WITHIN_MS}ms`, ...more].join(' '), {
      transport,
      ...clock,
      ...beside(name),
    })
    return { ...ran, waitedMs: clock.monotonic() - (since ?? Number.NaN) }
  } finally {
    await stage.close()
  }
}

/** The emulator of the folder, where a command asks for that. */
function beside(name: string) {
  if (name !== 'emulator wait') return {}
  const cwd = scratchFolder()
  writeEmulatorFile(join(cwd, '.inpk'), { started_at: '', base_url: 'http://127.0.0.1:1', dashboard_url: 'http://a:1' })
  return { cwd }
}

async function commandsWithin(tree: Tree = TREE, path: readonly string[] = []): Promise<string[]> {
  const found = await Promise.all(
    Object.entries(tree).map(async ([word, node]) => {
      if (isBranch(node)) return commandsWithin(node.commands, [...path, word])
      const { options } = (await (node as Leaf).load()).COMMAND
      return 'within' in options ? [[...path, word].join(' ')] : []
    }),
  )
  return found.flat().sort()
}

test('every command with --within is in this sweep', async () => {
  expect(await commandsWithin()).toEqual(Object.keys(WAITS).sort())
})

describe.each(Object.entries(ILLNESSES))('where the service %s, --within ends the wait', (how, illness) => {
  // The others are done after one request, and the window is known only after that.
  const names = how.includes('window') ? ['analysis wait'] : Object.keys(WAITS)
  const cases = names.flatMap((name) => ['', '--retries 0', '--retries 1'].map((more) => [name, more] as const))
  test.each(cases)('of %s %s', async (name, more) => {
    const { code, waitedMs, stdout, stderr } = await runIll(name, illness, more === '' ? [] : [more])
    const about = `${code} after ${waitedMs} ms\n${stdout}\n${stderr}`
    // A refusal that may not be retried is told at once; the control API of an emulator limits nobody.
    const isRefused = /429|RATE_LIMITED/.test(stderr) && (more !== '' || /^(emulator outbox|webhooks)/.test(name))
    expect(isRefused ? 12 : code, about).toBe(12)
    expect(waitedMs, about).toBeLessThanOrEqual(WITHIN_MS + LAST_REQUEST_MS)
  })
})
