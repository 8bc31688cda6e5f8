import { rmSync } from 'node:fs'
import type { Emulator, EmulatorOptions } from '../../emulator/index.js'
import { startEmulator } from '../../emulator/index.js'
import type { Transport, WireResponse } from '../../src/contract/wire.js'
import { atEndOfFile } from '../end-of-file.js'
import type { EnvironmentName } from './exchange.js'
import type { ScopeName } from './routes.js'

/** The moment every emulated organisation begins at: a Monday, 09:00 UTC. */
export const START = Date.UTC(2026, 2, 2, 9)

export type KeyRing = Record<EnvironmentName, Partial<Record<ScopeName, string>>>

/** A service under test: an emulator in this process, or any base URL. */
export interface Target {
  kind: 'emulator' | 'remote'
  readOnly: boolean
  baseUrl: string
  dashboardUrl: string | undefined
  keys: KeyRing
  send: Transport
}

let shared: Promise<Target> | undefined

/**
 * The target of this test file: an emulator in memory on a frozen clock, or, where INPK_CONFORMANCE_URL names one, any base
 * URL. Then INPK_API_KEY (scope all) and INPK_API_KEY_PUSH, _CREATE, _SEND, _MCP_READ are its keys, INPK_CONFORMANCE_DASHBOARD_URL
 * its dashboard host, and INPK_CONFORMANCE_READ_ONLY=1 leaves out whatever would change it.
 */
export function openTarget(): Promise<Target> {
  if (!shared) atEndOfFile(() => (shared = undefined))
  shared ??= process.env.INPK_CONFORMANCE_URL ? Promise.resolve(remoteTarget(process.env)) : emulatorTarget()
  return shared
}

/** An emulator of its own, closed at the end of the file; its data directory, a temporary one, is removed. */
export async function emulatorTarget(options: EmulatorOptions = {}): Promise<Target> {
  const emulator = await startEmulator({ listen: false, clock: { mode: 'frozen', now: START }, ...options })
  atEndOfFile(async () => {
    await emulator.close()
    if (options.dataDirectory) rmSync(options.dataDirectory, { recursive: true, force: true })
  })
  return targetOf(emulator)
}

/** A running emulator as a target. */
export function targetOf({ baseUrl, dashboardUrl, apiKeys, handle }: Emulator): Target {
  return { kind: 'emulator', readOnly: false, baseUrl, dashboardUrl, keys: apiKeys, send: handle }
}

function remoteTarget(env: NodeJS.ProcessEnv): Target {
  const ring: Partial<Record<ScopeName, string>> = {}
  const names = { all: '', push: '_PUSH', create: '_CREATE', send: '_SEND', mcp_read: '_MCP_READ' }
  for (const [scope, suffix] of Object.entries(names) as [ScopeName, string][]) {
    const key = env[`INPK_API_KEY${suffix}`]
    if (key) ring[scope] = key
  }
  const environment = ring.all?.startsWith('inpk_live_') ? 'live' : 'test'
  return {
    kind: 'remote',
    readOnly: env.INPK_CONFORMANCE_READ_ONLY === '1',
    baseUrl: env.INPK_CONFORMANCE_URL!.replace(/\/+$/, ''),
    dashboardUrl: env.INPK_CONFORMANCE_DASHBOARD_URL,
    keys: { test: environment === 'test' ? ring : {}, live: environment === 'live' ? ring : {} },
    send: sendPatiently,
  }
}

/** One exchange over the network; waits out a 429, since a foreign service keeps its limits on. */
const sendPatiently: Transport = async (request) => {
  for (let attempt = 0; ; attempt += 1) {
    const answer = await exchange(request)
    if (answer.status !== 429 || attempt === 3) return answer
    const waitMs = Math.min(90, Math.max(1, Number(answer.headers['retry-after']) || 1)) * 1_000
    await new Promise((resolve) => setTimeout(resolve, waitMs))
  }
}

async function exchange(request: Parameters<Transport>[0]): Promise<WireResponse> {
  const { method, url, headers, body } = request
  const answer = await fetch(url, { method, headers, redirect: 'manual', ...(body === undefined ? {} : { body }) })
  return {
    status: answer.status,
    headers: Object.fromEntries(answer.headers),
    body: new Uint8Array(await answer.arrayBuffer()),
  }
}
