import { seedWorld } from '../seed/seed-world.js'
import { requireSeed } from '../seed/sow.js'
import type { ControlHandler } from './handler.js'
import { organizationOnWire } from './organizations.js'

/** Adds what a seed document describes, all or nothing; from now on a reset goes back to the result. */
export const seedOrganization: ControlHandler<'seedOrganization'> = {
  async act({ body }, service, world) {
    await seedWorld(world!, service, requireSeed(body))
    return organizationOnWire(world!, service)
  },
}
