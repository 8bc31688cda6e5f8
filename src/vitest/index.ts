import { test as base } from 'vitest'
import {
  type Emulator,
  type OrganizationHandle,
  type OrganizationSettings,
  startEmulator,
} from '../../emulator/index.js'

export type { OrganizationHandle, OrganizationSettings } from '../../emulator/index.js'

export interface InpkFixtures {
  /** One emulator for all tests of a worker, in memory, on free ports. */
  emulator: Emulator
  /** What each test's organisation is made with; `test.scoped({ organizationSettings: … })` sets it. */
  organizationSettings: OrganizationSettings
  /** An organisation of the test's own: nobody else sees its data, clock, faults and limits. */
  organization: OrganizationHandle
}

/** Vitest's `test`, with an organisation of the emulator's for each test. */
export const test = base.extend<InpkFixtures>({
  emulator: [
    // biome-ignore lint/correctness/noEmptyPattern: vitest reads from the pattern what a fixture depends on
    async ({}, use) => {
      const emulator = await startEmulator({ port: 0 })
      await use(emulator)
      await emulator.close()
    },
    { scope: 'worker' },
  ],
  organizationSettings: {},
  organization: async ({ emulator, organizationSettings }, use) => {
    const organization = await emulator.createOrganization(organizationSettings)
    await use(organization)
    await organization.delete()
  },
})
