import { lazy } from '../base/lazy.js'
import { mountUrl, requireBaseUrl } from '../contract/base-url.js'
import { type Contract, DEFAULT_CONTRACT } from '../contract/facts/contract.js'
import type { Facts } from '../contract/facts/facts.js'
import { InputError } from '../contract/input-error.js'
import type { Transport } from '../contract/wire.js'
import type { ClientClock, ClientSettings } from './client-types.js'
import { requireApiKey, requireKeyMayGo } from './key-guard.js'
import { NO_PACER, sharedPacer } from './pacer.js'
import { findProxyPasswords } from './proxy.js'
import { createRedact } from './redact.js'
import type { Sender } from './send.js'
import { CLIENT_RESPONSE_BYTES, createLazyTransport } from './transport.js'

export const DEFAULT_RETRIES = 5
const PATH_ALONE = 'Pass the path alone, from its first slash: `/api/input/me`.'
export const DEFAULT_TIMEOUT_MS = 90_000
/** A longer time-out would fire immediately: the timers of Node hold 31 bits. */
const LONGEST_TIMER_MS = 2_147_483_647

/** One client's settings, made ready. */
export interface Session {
  sender: Sender
  /** The contract in force; rejects with `InputError` where a fact cannot hold. */
  contract(): Promise<Contract>
  /** The same where it was settled what times in requests count, once one was sent. */
  settled?: Promise<Contract>
  /** Base URL without the prefix, and with it. */
  base: string
  mount: string
  timeoutMs: number
  userAgent: string
  /** Headers with the credentials; rejects with `InputError` before anything is sent. Without a key only where `keyless`. */
  authorize(keyless: boolean): Promise<Record<string, string>>
  /** The URL, if credentials may go there. */
  requireOwnOrigin(url: string): string
}

/** Prepares the settings of a client; throws `InputError` for an invalid base URL. */
export function openSession(settings: ClientSettings): Session {
  const base = requireBaseUrl(settings.baseUrl)
  const clock = settings.clock ?? SYSTEM_CLOCK
  const { apiKey } = settings
  const transport = settings.transport ?? createLazyTransport(CLIENT_RESPONSE_BYTES, () => settings.certificate)
  return {
    sender: {
      transport,
      clock,
      pacer:
        settings.pace === false
          ? NO_PACER
          : sharedPacer(clock, settings.clock ? undefined : settings.transport, { origin: base.origin, apiKey }),
      random: settings.random ?? Math.random,
      deadline: settings.deadline,
      retries: settings.retries ?? DEFAULT_RETRIES,
      redact: createRedact(secretsOf(settings)),
      beforeWrite: settings.beforeWrite,
      onExchange: settings.onExchange,
      onWait: settings.onWait,
    },
    contract: lazy(() => openContract(settings.facts)),
    base: mountUrl(base, ''),
    mount: mountUrl(base, settings.prefix ?? '/api/input'),
    timeoutMs: settings.timeoutMs ?? DEFAULT_TIMEOUT_MS,
    userAgent: settings.userAgent ?? 'inpk',
    authorize: createAuthorize(settings, base, transport),
    requireOwnOrigin(url) {
      if (URL.canParse(url) && new URL(url).origin === base.origin) return url
      throw new InputError('FOREIGN_ORIGIN_REFUSED', `credentials go only to ${base.origin}`, PATH_ALONE)
    },
  }
}

/**
 * The contract that a client is built from. Facts as they were written are checked, and what applies them is loaded only then; without
 * any it is the contract by all assumptions. Rejects with `InputError` (`FACTS_INVALID`) where a fact cannot hold.
 */
async function openContract(facts: Facts | Contract | undefined): Promise<Contract> {
  if (facts === undefined) return DEFAULT_CONTRACT
  if (isContract(facts)) return facts
  const [{ checkFacts }, { contractWith }] = await Promise.all([
    import('../contract/facts/check-facts.js'),
    import('../contract/facts/contract-with.js'),
  ])
  const checked = checkFacts(facts)
  if (checked.faults.length === 0) return contractWith(checked.facts)
  const said = checked.faults.map(({ id, path, message }) => [id, path, message].filter(Boolean).join(': '))
  throw new InputError(
    'FACTS_INVALID',
    `invalid facts about the service: ${said.join('; ')}`,
    '`inpk emulator assumptions --json` lists what `facts` can state, and how.',
  )
}

function isContract(facts: Facts | Contract): facts is Contract {
  return typeof (facts as Partial<Contract>).rowOf === 'function'
}

/** The guards are asked until they let the key through, then no more. */
function createAuthorize(settings: ClientSettings, base: URL, transport: Transport): Session['authorize'] {
  let allowed: Promise<void> | undefined
  return async (keyless): Promise<Record<string, string>> => {
    if (keyless && !settings.apiKey) return {}
    const apiKey = requireApiKey(settings.apiKey, settings.keyMissing)
    allowed ??= requireKeyMayGo(apiKey, base, { force: settings.force ?? false, transport })
    await allowed.catch((refusal: unknown) => {
      allowed = undefined
      throw refusal
    })
    return { authorization: `Bearer ${apiKey}` }
  }
}

function secretsOf({ apiKey }: ClientSettings): string[] {
  const ofKey = apiKey ? [apiKey, apiKey.split('_').slice(3).join('_')] : []
  return [...ofKey, ...findProxyPasswords(process.env)]
}

/** The clock of this machine. */
const SYSTEM_CLOCK: ClientClock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  sleep(ms, signal) {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason)
      const onAbort = () => {
        clearTimeout(timer)
        reject(signal?.reason)
      }
      const timer = setTimeout(
        () => {
          signal?.removeEventListener('abort', onAbort)
          resolve()
        },
        Math.min(Math.max(ms, 0), LONGEST_TIMER_MS),
      )
      signal?.addEventListener('abort', onAbort, { once: true })
    })
  },
}
