import { test as base, inject } from 'vitest'
import type {
  EmulatorAddresses,
  OrganizationHandle,
  OrganizationSettings,
  RunningEmulator,
} from '../../emulator/index.js'
import { openTestEmulator } from './emulator-of-run.js'

export type {
  EmulatorAddresses,
  OrganizationHandle,
  OrganizationSettings,
  RunningEmulator,
} from '../../emulator/index.js'

declare module 'vitest' {
  interface ProvidedContext {
    /** Provided by `inpk/vitest/setup`; absent if the project does not use that global setup. */
    inpkEmulator?: EmulatorAddresses
  }
}

export interface InpkFixtures {
  /**
   * One emulator for all tests of the run, where `inpk/vitest/setup` is a global setup or the run is under `inpk emulator exec`;
   * else one for all tests of a worker.
   */
  emulator: RunningEmulator
  /** Settings of each test's organisation: those given to `testWith`, unless a fixture of this name overrides them. */
  organizationSettings: OrganizationSettings
  /** A new organisation for each test, with its own data, clock, faults and limits. It is deleted after the test. */
  organization: OrganizationHandle
}

/** Returns Vitest's `test` with a new emulator organisation for each test, created with these settings: a seed, a clock, limits. */
export function testWith(settings: OrganizationSettings) {
  return base.extend<InpkFixtures>({
    emulator: [
      // biome-ignore lint/correctness/noEmptyPattern: vitest reads from the pattern what a fixture depends on
      async ({}, use) => {
        const { emulator, close } = await openTestEmulator(inject('inpkEmulator'))
        await use(emulator)
        await close()
      },
      { scope: 'worker' },
    ],
    organizationSettings: settings,
    organization: async ({ emulator, organizationSettings }, use) => {
      const organization = await emulator.createOrganization(organizationSettings)
      await use(organization)
      await organization.delete()
    },
  })
}

/** Vitest's `test` with a new emulator organisation for each test. */
export const test = testWith({})
