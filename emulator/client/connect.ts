import { CONTROL_RESPONSE_BYTES, createLazyTransport } from '../../src/client/transport.js'
import { requireAddress, requireBaseUrl } from '../../src/contract/base-url.js'
import { type OptionKinds, requireNoMisspelling } from '../../src/contract/known-options.js'
import { createOrganizationHandle, type OrganizationHandle, type OrganizationSettings } from './organization-handle.js'

/** Where an emulator is reached: what `INPK_BASE_URL` and `INPK_EMULATOR_URL` say under `inpk emulator exec`. */
export interface EmulatorAddresses {
  /** Origin of the API. */
  baseUrl: string
  /** Origin of the dashboard host. */
  dashboardUrl: string
  /** The certificate of an emulator that speaks HTTPS, PEM; what NODE_EXTRA_CA_CERTS names is trusted anyway. */
  certificate?: string | undefined
}

/** A running emulator, in this process or another one. */
export interface RunningEmulator extends EmulatorAddresses {
  /** Creates an organisation for a test, with all its keys. Rejects with `ServiceError` for an invalid setting. */
  createOrganization(settings?: OrganizationSettings): Promise<OrganizationHandle>
}

const ADDRESSES: OptionKinds<EmulatorAddresses> = { baseUrl: 'string', dashboardUrl: 'string', certificate: 'string' }

/**
 * An emulator that runs in another process, by its addresses. Nothing is sent before an organisation is created. Throws `InputError`
 * for an address that is not one.
 */
export function connectEmulator(given: EmulatorAddresses): RunningEmulator {
  requireNoMisspelling(given, ADDRESSES, 'connectEmulator')
  const { baseUrl, dashboardUrl, certificate } = given
  requireBaseUrl(baseUrl)
  requireAddress(dashboardUrl, 'the dashboard URL', 'dashboardUrl')
  const addresses = { baseUrl, dashboardUrl, ...(certificate === undefined ? {} : { certificate }) }
  const door = { ...addresses, handle: createLazyTransport(CONTROL_RESPONSE_BYTES, () => certificate) }
  return { ...addresses, createOrganization: (settings = {}) => createOrganizationHandle(door, settings) }
}
