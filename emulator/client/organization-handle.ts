import { type ControlClient, createControlClient } from '../../src/client/control.js'
import { ServiceError } from '../../src/client/errors.js'
import { type Client, createClient } from '../../src/client/index.js'
import type { ControlBodyOf } from '../../src/contract/control/index.js'
import type { Contract } from '../../src/contract/facts/contract.js'
import type { Scope } from '../../src/contract/scopes.js'
import type { Transport } from '../../src/contract/wire.js'

/** What an organisation is created with. */
export type OrganizationSettings = NonNullable<ControlBodyOf<'createOrganization'>>

/** An organisation of a running emulator, as a test holds it. */
export interface OrganizationHandle {
  /** Identifier of the organisation. */
  id: string
  /** Origin of the API, for a client of your own. */
  baseUrl: string
  /** Key strings by environment and scope. */
  keys: Record<'test' | 'live', Record<Scope, string>>
  /** A client with the test key of scope `all`; it needs no socket where the emulator runs in this process. */
  client: Client
  /** What a person does on the dashboard, and what only an emulator can, for this organisation. */
  control: ControlClient
  /** The variables `inpk emulator exec` sets, with the keys of this organisation. */
  environment: Record<string, string>
  /** Deletes it with everything in it; one that was already deleted is fine. */
  delete(): Promise<void>
}

interface EmulatorConnection {
  baseUrl: string
  dashboardUrl: string
  handle: Transport
  /** What the emulator plays instead of assumptions. */
  facts?: Contract
  /** The certificate of an emulator that speaks HTTPS, PEM. */
  certificate?: string | undefined
}

/** Makes an organisation with all its keys. Rejects with `ServiceError` for an invalid setting. */
export async function createOrganizationHandle(
  { baseUrl, dashboardUrl, handle, facts, certificate }: EmulatorConnection,
  settings: OrganizationSettings,
): Promise<OrganizationHandle> {
  const control = createControlClient({ dashboardUrl, transport: handle, certificate })
  const { org_id: id, keys } = await control.createOrganization({ body: settings })
  const own = control.forOrganization(id)
  return {
    id,
    baseUrl,
    keys,
    client: createClient({ baseUrl, apiKey: keys.test.all, transport: handle, facts }),
    control: own,
    environment: environmentOf({ baseUrl, dashboardUrl }, keys),
    delete: async () => {
      await own.deleteOrganization().catch(unlessGone)
    },
  }
}

function unlessGone(error: unknown): void {
  if (!(error instanceof ServiceError && error.status === 404)) throw error
}

function environmentOf(
  { baseUrl, dashboardUrl }: Pick<EmulatorConnection, 'baseUrl' | 'dashboardUrl'>,
  keys: OrganizationHandle['keys'],
) {
  const scopes = Object.entries(keys.test).map(([scope, key]) => [`INPK_API_KEY_${scope.toUpperCase()}`, key] as const)
  return {
    INPK_BASE_URL: baseUrl,
    INPK_API_KEY: keys.test.all,
    ...Object.fromEntries(scopes),
    INPK_LIVE_API_KEY: keys.live.all,
    INPK_EMULATOR_URL: dashboardUrl,
  }
}
