import type { ControlHandler } from '../core/control-handler.js'
import { requireSeed } from '../organizations/seed/apply-seed.js'
import { seedWorld } from '../organizations/seed/seed-organization.js'
import { organizationOnWire } from './organizations.js'

/** Adds what a seed document describes, all or nothing; from now on a reset goes back to the result. */
export const seedOrganization: ControlHandler<'seedOrganization'> = {
  async act({ body }, service, organization) {
    await seedWorld(organization, service, requireSeed(body))
    return organizationOnWire(organization, service)
  },
}
