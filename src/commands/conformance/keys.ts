import { clientSettings } from '../../cli/client.js'
import type { Factory, ResolvedSettings } from '../../cli/factory.js'
import type { Client } from '../../client/client-types.js'
import { createClient } from '../../client/index.js'
import { SCOPES, type Scope } from '../../contract/scopes.js'

type Clients = Partial<Record<Scope, Client>>

/** A client for each scope there is a key of: the key in use, and those in INPK_API_KEY_PUSH, _CREATE, _SEND, _MCP_READ and _ALL. */
export async function clientsByScope(
  factory: Factory,
  settings: ResolvedSettings,
  own: { client: Client; scope: string },
): Promise<Clients> {
  const clients: Clients = {}
  for (const scope of SCOPES) {
    const apiKey = factory.world.env[`INPK_API_KEY_${scope.toUpperCase()}`]
    if (apiKey) clients[scope] = createClient({ ...clientSettings(factory, settings), apiKey })
  }
  if ((SCOPES as readonly string[]).includes(own.scope)) clients[own.scope as Scope] ??= own.client
  return clients
}
