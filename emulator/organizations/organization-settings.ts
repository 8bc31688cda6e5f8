import type { ControlBodyOf } from '../../src/contract/control/index.js'
import type { StoredOrganization } from '../state/state.js'

/** The record of an organisation with the settings asked for; the others stay. */
export function withSettings(
  organization: StoredOrganization,
  settings: ControlBodyOf<'updateOrganization'>,
): StoredOrganization {
  const { plan } = settings
  return {
    ...organization,
    name: settings.name ?? organization.name,
    apsLimit: plan === undefined ? organization.apsLimit : plan === 'free' ? null : plan.limit,
    perOrganizationPerMinute: settings.per_org_per_minute ?? organization.perOrganizationPerMinute,
    rateLimits: settings.rate_limits ?? organization.rateLimits,
    inviteQuota: settings.invite_quota === undefined ? organization.inviteQuota : settings.invite_quota,
    givenSeed: settings.random_seed ?? organization.givenSeed ?? null,
  }
}
