import type { ControlResultOf } from '../../src/contract/control/index.js'
import { formatTime } from '../../src/contract/times.js'
import type { ControlHandler } from '../core/control-handler.js'
import type { World } from '../core/organization.js'
import { invalid, Refusal } from '../core/refusal.js'
import type { Service } from '../core/service.js'
import { bearOrganization, bornKeys, findBornKeys } from '../organizations/create-organization.js'
import { withSettings } from '../organizations/organization-settings.js'
import { requireClock } from '../organizations/require-clock.js'
import { requireSeed } from '../organizations/seed/apply-seed.js'
import { atPath } from '../organizations/seed/staged-changes.js'
import { set } from '../state/change.js'
import { emptyState } from '../state/initial.js'
import type { OrganizationRecord } from '../state/state.js'
import { clockOnWire } from './clock.js'

export const listOrganizations: ControlHandler<'listOrganizations'> = {
  act: (_input, service) => ({ items: service.organizations.all().map((world) => listedOrganization(world, service)) }),
}

/** An isolated world with all its keys in one call. */
export const createOrganization: ControlHandler<'createOrganization'> = {
  async act({ body }, service) {
    const seed = body.seed === undefined ? undefined : atPath('seed', () => requireSeed(body.seed))
    const processNow = service.clock.now()
    const clock = body.clock ? requireClock(body.clock, undefined, processNow) : service.settings.bornClock
    const adjust = (organization: OrganizationRecord) => withSettings(organization, body)
    const { world, apiKeys } = await bearOrganization(service, { clock, adjust, ...(seed ? { seed } : {}) })
    return { ...organizationOnWire(world, service), keys: bornKeys(apiKeys) }
  },
}

export const getOrganization: ControlHandler<'getOrganization'> = {
  act: (_input, service, world) => organizationOnWire(world!, service),
}

export const updateOrganization: ControlHandler<'updateOrganization'> = {
  decide({ body }, { state, service, world }) {
    if (body.seed) throw invalid({ seed: ['is taken at creation; later, post it to /seed'] })
    const organization = withSettings(state.organization, body)
    const clock = body.clock && requireClock(body.clock, state.clock, service.clock.now())
    return {
      answer: {
        ...organizationOnWire(world, service),
        ...settingsOnWire(organization),
        ...(clock ? { clock: clockOnWire(clock, service) } : {}),
      },
      summary: 'changed the organisation',
      changes: [set('organization', organization), ...(clock ? [set('clock', clock)] : [])],
    }
  },
}

export const deleteOrganization: ControlHandler<'deleteOrganization'> = {
  async act(_input, service, world) {
    if (world === service.organizations.first()) {
      throw new Refusal('VALIDATION_ERROR', 'the default organisation cannot be deleted; reset it instead')
    }
    await service.organizations.remove(world!.id)
    return undefined
  },
}

/** An organisation as the control API shows it; `keys` where they can be derived. */
export function organizationOnWire(world: World, service: Service): ControlResultOf<'getOrganization'> {
  const { state } = world.store
  const keys = findBornKeys(state)
  return {
    org_id: String(world.id),
    ...settingsOnWire(state.organization),
    created_at: formatTime(state.organization.createdAt),
    clock: clockOnWire(state.clock, service),
    ...(keys ? { keys: bornKeys(keys) } : {}),
  }
}

/** The same in the list of all; one that is damaged says so in its name and hides none of the others. */
function listedOrganization(world: World, service: Service): ControlResultOf<'getOrganization'> {
  try {
    return organizationOnWire(world, service)
  } catch (error) {
    service.onFault(error)
    const { organization, clock } = emptyState()
    const name = `(damaged: reset or delete organisation ${world.id})`
    const settings = settingsOnWire({ ...organization, name })
    return { org_id: String(world.id), ...settings, created_at: formatTime(0), clock: clockOnWire(clock, service) }
  }
}

function settingsOnWire(organization: OrganizationRecord) {
  return {
    name: organization.name,
    plan: organization.apsLimit === null ? ('free' as const) : { limit: organization.apsLimit },
    per_org_per_minute: organization.perOrganizationPerMinute,
    rate_limits: organization.rateLimits,
    invite_quota: organization.inviteQuota,
    random_seed: organization.givenSeed ?? null,
  }
}
