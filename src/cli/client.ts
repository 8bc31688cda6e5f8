import type { CallInput, Client, ClientSettings } from '../client/client-types.js'
import { createClient } from '../client/index.js'
import type { OperationId } from '../contract/operations/index.js'
import type { Factory, ResolvedSettings } from './factory.js'
import { watchExchanges } from './trace.js'

/** The client of the service for these settings; every call ends when the command is told to stop. */
export async function openClient(factory: Factory, settings: ResolvedSettings): Promise<Client> {
  return bindSignal(createClient(clientSettings(factory, settings)), factory.signal)
}

/** The settings of the client, from those of the command line. */
export function clientSettings(factory: Factory, settings: ResolvedSettings): ClientSettings {
  const { world, globals } = factory
  return {
    baseUrl: settings.baseUrl.value,
    prefix: settings.prefix.value,
    force: globals.force,
    clock: { now: world.now, monotonic: world.monotonic, sleep: world.sleep },
    ...(settings.apiKey ? { apiKey: settings.apiKey.value } : {}),
    ...(settings.timeoutMs ? { timeoutMs: settings.timeoutMs.value } : {}),
    ...(settings.retries ? { retries: settings.retries.value } : {}),
    ...(world.transport ? { transport: world.transport } : {}),
    ...(globals.verbose || globals.debug ? { onExchange: watchExchanges(factory) } : {}),
  }
}

function bindSignal(client: Client, signal: AbortSignal): Client {
  const call: Client['call'] = (id, input) => client.call(id, { signal, ...input })
  return new Proxy(client, {
    get(target, name) {
      const member = target[name as keyof Client]
      if (name === 'call') return call
      if (name === 'request' || typeof member !== 'function') return member
      return async (input?: CallInput<OperationId>) => (await call(name as OperationId, input)).payload
    },
  })
}
