import type { ControlResultOf } from '../../src/contract/control/index.js'
import type { SeedDocument } from '../../src/contract/seed.js'
import { formatTime } from '../../src/contract/times.js'
import type { ControlHandler } from '../core/control-handler.js'
import type { Organization } from '../core/organization.js'
import { invalid, Refusal } from '../core/refusal.js'
import type { Backend, OrganizationSummary, Platform } from '../core/service.js'
import { summaryOf } from '../organizations/catalog.js'
import { createOrganization as create, keyTable, publishedKeys } from '../organizations/create-organization.js'
import { withSettings } from '../organizations/organization-settings.js'
import { requireClock } from '../organizations/require-clock.js'
import { requireSeed } from '../organizations/seed/apply-seed.js'
import { atPath } from '../organizations/seed/staged-changes.js'
import { set } from '../state/change.js'
import { emptyState } from '../state/initial.js'
import type { StoredOrganization } from '../state/state.js'
import { clockOnWire } from './clock.js'

const listOrganizations: ControlHandler<'listOrganizations'> = {
  act: (_input, service) => ({
    items: service.organizations.ids().map((id) => listedOrganization(id, service)),
  }),
}

/** An isolated organisation with all its keys in one call. */
const createOrganization: ControlHandler<'createOrganization'> = {
  async act({ body }, service) {
    const given = body.seed === undefined ? undefined : atPath('seed', () => requireSeed(body.seed))
    const seed = given && withoutSettings(given, body)
    const clock = body.clock && requireClock(body.clock, undefined, service.clock.now())
    const adjust = (record: StoredOrganization) => withSettings(record, body)
    const { organization, apiKeys } = await create(service, { clock, adjust, ...(seed ? { seed } : {}) })
    await service.onOrganization(String(organization.id))
    return { ...organizationOnWire(organization, service), keys: keyTable(apiKeys) }
  },
}

/** A seed without those settings that the request names itself: they win. */
function withoutSettings(seed: SeedDocument, settings: object): SeedDocument {
  const entries = Object.entries(seed.organization ?? {}).filter(([name]) => !Object.hasOwn(settings, name))
  const { organization: _, ...rest } = seed
  return {
    ...rest,
    ...(entries.length > 0 ? { organization: Object.fromEntries(entries) } : {}),
  }
}

const getOrganization: ControlHandler<'getOrganization'> = {
  act: (_input, service, organization) => organizationOnWire(organization, service),
}

const updateOrganization: ControlHandler<'updateOrganization'> = {
  decide({ body }, { state, service, organization }) {
    if (body.seed) throw invalid({ seed: ['can be given only at creation; later, post it to /seed'] })
    const record = withSettings(state.organization, body)
    const clock = body.clock && requireClock(body.clock, state.clock, service.clock.now())
    return {
      answer: {
        ...organizationOnWire(organization, service),
        ...settingsOnWire(record),
        ...(clock ? { clock: clockOnWire(clock, service) } : {}),
      },
      summary: 'changed the organisation',
      changes: [set('organization', record), ...(clock ? [set('clock', clock)] : [])],
    }
  },
}

const deleteOrganization: ControlHandler<'deleteOrganization'> = {
  async act(_input, service, organization) {
    if (organization === service.organizations.first()) {
      throw new Refusal('VALIDATION_ERROR', "the default organisation can't be deleted; reset it instead")
    }
    await service.organizations.remove(organization.id)
    return undefined
  },
}

/** An organisation as the control API shows it; `keys` if they can be derived. */
export function organizationOnWire(
  organization: Organization,
  service: Pick<Platform, 'clock'>,
): ControlResultOf<'getOrganization'> {
  return summaryOnWire(summaryOf(organization), service)
}

function summaryOnWire(
  { id, organization, clock, hasInitialKeys }: OrganizationSummary,
  service: Pick<Platform, 'clock'>,
): ControlResultOf<'getOrganization'> {
  return {
    org_id: String(id),
    ...settingsOnWire(organization),
    created_at: formatTime(organization.createdAt),
    clock: clockOnWire(clock, service),
    ...(hasInitialKeys ? { keys: keyTable(publishedKeys(organization.id)) } : {}),
  }
}

/** The same in the list of all; one that is damaged says so in its name and hides none of the others. */
function listedOrganization(id: number, service: Backend): ControlResultOf<'getOrganization'> {
  try {
    return summaryOnWire(service.organizations.summary(id), service)
  } catch (error) {
    service.onFault(error)
    const { organization: record, clock } = emptyState()
    const name = `(damaged: reset or delete organisation ${id})`
    const settings = settingsOnWire({ ...record, name })
    return {
      org_id: String(id),
      ...settings,
      created_at: formatTime(0),
      clock: clockOnWire(clock, service),
    }
  }
}

function settingsOnWire(record: StoredOrganization) {
  return {
    name: record.name,
    plan: record.apsLimit === null ? ('free' as const) : { limit: record.apsLimit },
    per_org_per_minute: record.perOrganizationPerMinute,
    rate_limits: record.rateLimits,
    invite_quota: record.inviteQuota,
    random_seed: record.givenSeed ?? null,
  }
}

export const HANDLERS = {
  listOrganizations,
  createOrganization,
  getOrganization,
  updateOrganization,
  deleteOrganization,
}
