import type { Environment } from '../../src/cli/environment.js'
import { runCommandLine } from '../../src/cli/run.js'
import { TREE } from '../../src/commands/tree.js'
import { wellKnownKey } from '../../src/contract/well-known-keys.js'
import type { Transport } from '../../src/contract/wire.js'
import { OutputClosed } from '../../src/terminal/failure.js'
import type { OutputStream } from '../../src/terminal/streams.js'

export interface Ran {
  code: number
  stdout: string
  stderr: string
}

export interface Surroundings extends Partial<Environment> {
  stdin?: Environment['stdin']
  isTerminal?: boolean
  columns?: number
  /** stdout closes after so many writes. */
  readsAtMost?: number
}

/** A key that any host on this machine may see. */
export const TEST_KEY = wellKnownKey(1, 'test', 'all')

/** Runs a whole command line in this process, in an environment of its own: no socket, no clock, no disk but what `cwd` names. */
export async function runInpk(argv: readonly string[], surroundings: Surroundings = {}): Promise<Ran> {
  const { isTerminal = false, columns, readsAtMost, ...environment } = surroundings
  const stdout = memoryStream(isTerminal, columns, readsAtMost)
  const stderr = memoryStream(isTerminal, columns)
  const code = await runCommandLine(TREE, argv, { ...plainEnvironment(), stdout, stderr, ...environment })
  return { code, stdout: stdout.text(), stderr: stderr.text() }
}

/** Text to be read from stdin. */
export function stdinOf(text: string): Environment['stdin'] {
  return {
    isTerminal: false,
    async *[Symbol.asyncIterator]() {
      yield Buffer.from(text)
    },
  }
}

function plainEnvironment(): Omit<Environment, 'stdout' | 'stderr'> {
  let passedMs = 0
  return {
    env: { INPK_API_KEY: TEST_KEY, INPK_CONFIG_DIR: '/nowhere' },
    cwd: '/',
    homeDirectory: '/nowhere',
    platform: 'linux',
    stdin: stdinOf(''),
    now: () => Date.UTC(2026, 2, 1) + passedMs,
    monotonic: () => passedMs,
    async sleep(waitMs, signal) {
      signal?.throwIfAborted()
      passedMs += waitMs
      await new Promise((resolve) => setImmediate(resolve))
    },
    onSignal: () => () => {},
    dieBy: () => {},
    atDeath: () => () => {},
    program: ['node', 'inpk'],
    signalProcess: (pid) => {
      throw new Error(`no test signals process ${pid}`)
    },
    startChild: () => {
      throw new Error('no test started a child')
    },
    transport: async ({ method, url }) => {
      throw new Error(`nobody scripted ${method} ${url}`)
    },
  }
}

function memoryStream(isTerminal: boolean, columns?: number, writesAtMost = Number.POSITIVE_INFINITY) {
  let written = ''
  let writes = 0
  const stream: OutputStream & { text(): string } = {
    isTerminal,
    columns: () => columns,
    text: () => written,
    async write(text) {
      writes += 1
      if (writes > writesAtMost) throw new OutputClosed()
      written += typeof text === 'string' ? text : Buffer.from(text).toString()
    },
  }
  return stream
}

export type Script = Record<string, unknown | ((body: unknown, url: URL) => unknown)>

/** An answer of another status than 200. */
export class Reply {
  constructor(
    readonly status: number,
    readonly body: unknown,
    readonly headers: Record<string, string> = {},
  ) {}
}

/** A transport that answers by `METHOD /short/path` (under the prefix); `asked` keeps what was sent. */
export function scripted(
  script: Script,
): Transport & { asked: { route: string; url: URL; body: unknown; headers: Record<string, string> }[] } {
  const asked: { route: string; url: URL; body: unknown; headers: Record<string, string> }[] = []
  const transport: Transport = async ({ method, url, body, headers }) => {
    const parsed = new URL(url)
    const route = `${method} ${parsed.pathname.replace(/^\/api\/input/, '')}`
    const sent: unknown = body === undefined ? undefined : JSON.parse(Buffer.from(body as Uint8Array).toString())
    asked.push({ route, url: parsed, body: sent, headers })
    const answer = script[route]
    const value = typeof answer === 'function' ? await answer(sent, parsed) : answer
    if (value === undefined) return wire(new Reply(404, errorOf('NOT_FOUND', `nothing scripted for ${route}`)))
    return wire(value instanceof Reply ? value : new Reply(200, value))
  }
  return Object.assign(transport, { asked })
}

/** The error envelope. */
export function errorOf(code: string, message: string, details?: unknown) {
  return { error: { code, message, ...(details === undefined ? {} : { details }) } }
}

function wire({ status, body, headers }: Reply) {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return {
    status,
    headers: { 'content-type': 'application/json', 'x-request-id': 'req_1', ...headers },
    body: Buffer.from(text),
  }
}
