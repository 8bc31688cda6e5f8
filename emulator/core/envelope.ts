import type { Envelope } from '../../src/contract/operation.js'
import type { StoredOrganization } from '../state/state.js'
import type { ServiceSettings } from './service.js'

/** When success payloads start to come in `data`, in milliseconds since the epoch. */
export function sunsetOf(settings: ServiceSettings, organization: StoredOrganization): number {
  return settings.sunsetAt ?? organization.createdAt + settings.contract.values['envelope-sunset'].after
}

/** How a success payload is sent at a time of the organisation's clock: bare until the sunset, then in `data` (VER-11, VER-14). */
export function envelopeAt(now: number, settings: ServiceSettings, organization: StoredOrganization): Envelope {
  if (settings.envelope !== 'auto') return settings.envelope
  return now <= sunsetOf(settings, organization) ? 'bare' : 'data'
}
