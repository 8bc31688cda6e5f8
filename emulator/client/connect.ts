import { CONTROL_RESPONSE_BYTES, createLazyTransport } from '../../src/client/transport.js'
import { createOrganizationHandle, type OrganizationHandle, type OrganizationSettings } from './organization-handle.js'

/** Where an emulator is reached: what `INPK_BASE_URL` and `INPK_EMULATOR_URL` say under `inpk emulator exec`. */
export interface EmulatorAddresses {
  /** Origin of the API. */
  baseUrl: string
  /** Origin of the dashboard host. */
  dashboardUrl: string
}

/** An emulator somebody runs, here or in another process. */
export interface RunningEmulator extends EmulatorAddresses {
  /** Makes an organisation of its own for a test, with all its keys. Rejects with `ServiceError` where a setting makes no sense. */
  createOrganization(settings?: OrganizationSettings): Promise<OrganizationHandle>
}

/** An emulator that runs in another process, by its addresses. It is not asked before an organisation is wanted. */
export function connectEmulator({ baseUrl, dashboardUrl }: EmulatorAddresses): RunningEmulator {
  const door = { baseUrl, dashboardUrl, handle: createLazyTransport(CONTROL_RESPONSE_BYTES) }
  return { baseUrl, dashboardUrl, createOrganization: (settings = {}) => createOrganizationHandle(door, settings) }
}
