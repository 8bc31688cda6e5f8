import type { ControlClient } from '../client/control.js'
import { CONTROL_RESPONSE_BYTES } from '../client/transport.js'
import { authorityFor } from './authority.js'
import type { Factory } from './factory.js'
import { findNamedUrl, findRunning, noEmulator } from './find-running.js'
import { openTransport, unrecorded } from './transport.js'

/**
 * Where the dashboard of the running emulator is: on the data directory named, else INPK_EMULATOR_URL, else on the nearest data
 * directory. Refuses if none runs.
 */
export function requireDashboardUrl({ environment, data }: Pick<Factory, 'environment' | 'data'>): string {
  const url = findDashboardUrl({ environment, data })
  if (!url) throw noEmulator(data)
  return url
}

/** The same; undefined if none runs. */
export function findDashboardUrl({ environment, data }: Pick<Factory, 'environment' | 'data'>): string | undefined {
  return findNamedUrl({ environment, data }) ?? findRunning(environment, data)?.dashboard_url
}

/** The control client of the running emulator, for one of its organisations, given by its id or name. Refuses if none runs. */
export async function openControlClient(factory: Factory, organization?: string): Promise<ControlClient> {
  const { createControlClient } = await import('../client/control.js')
  const dashboardUrl = requireDashboardUrl(factory)
  const place = URL.canParse(dashboardUrl) ? new URL(dashboardUrl) : undefined
  const control = createControlClient({
    dashboardUrl,
    // Streams go over a socket of their own.
    certificate: place && authorityFor(factory)(place),
    transport: openTransport(unrecorded(factory), CONTROL_RESPONSE_BYTES),
  })
  return organization === undefined ? control : control.forOrganization(await organizationId(control, organization))
}

/** The identifier of an organisation; digits are one, anything else is an exact name. */
async function organizationId(control: ControlClient, reference: string): Promise<string> {
  const { isIdentifier, requireIdByName } = await import('../listings/find-by-name.js')
  if (isIdentifier(reference)) return reference
  const organizations = []
  for await (const { org_id, name } of control.each.organizations()) organizations.push({ id: org_id, name })
  return requireIdByName(['organisation', 'organisations'], reference, organizations, 'emulator orgs list')
}
