import type { Factory, ResolvedSettings } from '../../cli/factory.js'
import { openTransport } from '../../cli/transport.js'
import { InDoubtError } from '../../client/errors.js'
import { CLIENT_RESPONSE_BYTES } from '../../client/transport.js'
import { parseApiKey } from '../../contract/api-key.js'
import { mountUrl, requireBaseUrl } from '../../contract/base-url.js'
import type { Facts } from '../../contract/facts/facts.js'
import { Failure } from '../../terminal/failure.js'
import { type ProbeStep, probe } from '../../truth/learn/probe/probe.js'
import type { ProbeAnswer, ProbeRequest } from '../../truth/learn/probe/probe-requests.js'
import { requireConfirmation } from '../confirm.js'
import type { Gathered, Source } from './gathered.js'

/** What the service was asked, and what stays in it. */
export interface ProbeReport {
  steps: readonly ProbeStep[]
  /** Writes that were refused each time, with the last status. */
  refused_writes: readonly string[]
  left: readonly string[]
}

const TIMEOUT_MS = 60_000
/** To take away what was made, after the command was asked to stop. */
const LAST_MS = 10_000
const KINDS = ['probe', 'probe-writes'] as const

/** Before anything is sent: says what writes will make, and asks. Refuses a key that is not one of a test environment. */
export async function requireProbes(factory: Factory, writes: boolean): Promise<void> {
  if (!writes) return
  const { apiKey, baseUrl } = await factory.settings()
  if (parseApiKey(apiKey?.value ?? '')?.environment !== 'test') throw testKeyNeeded()
  const where = requireBaseUrl(baseUrl.value).origin
  const names = `groups, sources and items named "inpk probe …" at ${where}`
  if (factory.globals.yes) await factory.screen.say(`Creating ${names}, and erasing the items again.`)
  const what = `Create ${names}, and erase the items again; the groups and sources stay`
  await requireConfirmation(factory, { what, name: where, confirm: undefined })
  await factory.confirmService()
}

/**
 * Asks the service what the evidence leaves open, and says what stays in it, also if it was stopped half way.
 * @throws what ended the probes; `TEST_KEY_NEEDED` where the service does not say that the key is of a test environment
 */
export async function probeService(
  gathered: Gathered,
  factory: Factory,
  writes: boolean,
): Promise<{ gathered: Gathered; probes: ProbeReport }> {
  const settings = await factory.settings()
  const now = factory.environment.now()
  const send = await sender(factory, settings, () => factory.signal)
  const sendLast = await sender(factory, settings, () => AbortSignal.timeout(LAST_MS))
  const { evidence, steps, refusedWrites, left, failed } = await factory.finishing(async () => {
    const { sleep } = factory.environment
    const wait = (ms: number) => sleep(ms, factory.signal)
    const probed = await probe(gathered, {
      ...{ send, sendLast, wait, waitLast: sleep, writes, now },
      facts: manual(settings.facts),
    })
    if (probed.left.length > 0) await factory.screen.warn(`Left in the service: ${probed.left.join(', ')}.`)
    return probed
  })
  if (failed) throw toldAgain(failed.error)
  if (steps.some(({ what, skipped }) => what === 'writes' && skipped !== undefined)) throw testKeyNeeded()
  const at = new Date(now).toISOString().slice(0, 10)
  const sources = KINDS.flatMap((kind): Source[] => {
    const own = evidence.traffic.find(({ from }) => from.kind === kind)
    return own ? [{ from: kind, kind, count: own.exchanges.length, left_out: 0, at }] : []
  })
  return {
    gathered: { ...gathered, ...evidence, sources: [...gathered.sources, ...sources] },
    probes: { steps, refused_writes: refusedWrites, left },
  }
}

/** A write of a probe is not repeated alone, as the hint of its error would have it: all of them are. */
function toldAgain(error: unknown): unknown {
  if (!(error instanceof InDoubtError)) return error
  const { message, url, idempotencyKey, status, requestId } = error
  const hint = 'Run the command again. What this run left in the service is named "inpk probe …".'
  return new InDoubtError(message, { url, idempotencyKey, status, requestId, hint, cause: error })
}

/** Sends by the client, which paces; without a key, past it. */
async function sender(factory: Factory, { baseUrl, prefix }: ResolvedSettings, signalOf: () => AbortSignal) {
  const client = await factory.client()
  const base = mountUrl(requireBaseUrl(baseUrl.value), '')
  const mount = prefix.value.replace(/\/+$/, '')
  const isMounted = mount !== '' && base.endsWith(mount)
  const bare = openTransport(factory, CLIENT_RESPONSE_BYTES)
  const timeoutMs = factory.globals.timeout ?? TIMEOUT_MS
  return async ({ method, path, body, anonymous, headers: own }: ProbeRequest): Promise<ProbeAnswer> => {
    const signal = signalOf()
    signal.throwIfAborted()
    const place = isMounted && path.startsWith(`${mount}/`) ? path.slice(mount.length) : path
    const headers = {
      accept: 'application/json',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...own,
    }
    if (anonymous) return bare({ method, url: base + place, headers, timeoutMs, signal })
    return client.request({ method, path: place, headers, signal, ...(body === undefined ? {} : { body }) })
  }
}

/** What a person wrote; what was learned before is learned again where evidence is. */
function manual(facts: Facts = {}): Facts {
  return Object.fromEntries(Object.entries(facts).filter(([, fact]) => fact.evidence === undefined))
}

function testKeyNeeded(): Failure {
  return new Failure({
    exit: 'usage',
    code: 'TEST_KEY_NEEDED',
    message: '--probe-writes needs a key that is known to be of the test environment: what it pushes would be charged',
    hint: 'Use a test key, or --probe alone.',
  })
}
