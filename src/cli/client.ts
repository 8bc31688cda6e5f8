import type { AnyCallInput, Client, ClientSettings } from '../client/client-types.js'
import { createClient } from '../client/index.js'
import type { KeyMissing } from '../client/key-guard.js'
import { CLIENT_RESPONSE_BYTES } from '../client/transport.js'
import type { OperationId } from '../contract/operations/index.js'
import type { Factory, ResolvedSettings } from './factory.js'
import { watchExchanges } from './trace.js'
import { openTransport } from './transport.js'
import { hearWaits, sayWaits } from './waits.js'

/** The client of the service for these settings; every call ends when the command is asked to stop. */
export async function openClient(factory: Factory, settings: ResolvedSettings): Promise<Client> {
  const given = clientSettings(factory, settings)
  return bindSignal(createClient({ ...given, ...hearWaits(given, sayWaits(factory)) }), factory.signal)
}

/** The settings of the client, from those of the command line. */
export function clientSettings(factory: Factory, settings: ResolvedSettings): ClientSettings {
  const { environment, globals } = factory
  return {
    baseUrl: settings.baseUrl.value,
    prefix: settings.prefix.value,
    transport: openTransport(factory, CLIENT_RESPONSE_BYTES),
    force: globals.force,
    facts: settings.facts,
    // The same for all clients of a command, by which they share the pacing of their key.
    clock: environment,
    deadline: factory.deadline,
    beforeWrite: factory.confirmService,
    ...(settings.apiKey ? { apiKey: settings.apiKey.value } : {}),
    keyMissing: keyMissing(settings),
    ...(globals.timeout === undefined ? {} : { timeoutMs: globals.timeout }),
    ...(globals.retries === undefined ? {} : { retries: globals.retries }),
    onExchange: watchExchanges(factory),
  }
}

/** What a command says where it has no key; with `keyWithheld`, why the one it knows may not be used. */
export function keyMissing({ keyWithheld }: Pick<ResolvedSettings, 'keyWithheld'>): KeyMissing {
  if (keyWithheld === undefined) {
    return { message: 'no API key is set', hint: 'Set INPK_API_KEY, or log in with `inpk login`.' }
  }
  return {
    message: `no API key may be used: ${keyWithheld}`,
    hint: 'Name the profile of that service with --profile, or set INPK_API_KEY.',
  }
}

function bindSignal(client: Client, signal: AbortSignal): Client {
  const unchecked = client.call as (id: OperationId, input: AnyCallInput) => ReturnType<Client['call']>
  const call = (id: OperationId, input?: AnyCallInput) => unchecked(id, { signal, ...input })
  return new Proxy(client, {
    get(target, name) {
      const member = target[name as keyof Client]
      if (name === 'call') return call
      if (name === 'request' || name === 'contract' || typeof member !== 'function') return member
      return async (input?: AnyCallInput) => (await call(name as OperationId, input)).payload
    },
  })
}
