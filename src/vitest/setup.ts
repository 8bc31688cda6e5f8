import type { EmulatorAddresses, EmulatorOptions } from '../../emulator/index.js'
import { openTestEmulator } from './emulator-of-run.js'

export type { EmulatorAddresses, EmulatorOptions } from '../../emulator/index.js'

/** The part of Vitest's project that a global setup uses. */
export interface SharingProject {
  provide(key: 'inpkEmulator', value: EmulatorAddresses): void
}

/** A global setup that starts one emulator for all tests of the run, with your options; returns the function that stops it. */
export function setupWith(options: EmulatorOptions): (project: SharingProject) => Promise<() => Promise<void>> {
  return async (project) => {
    const { emulator, close } = await openTestEmulator(undefined, options)
    const { baseUrl, dashboardUrl, certificate } = emulator
    project.provide('inpkEmulator', { baseUrl, dashboardUrl, ...(certificate === undefined ? {} : { certificate }) })
    return close
  }
}

/** The global setup itself: `globalSetup: 'inpk/vitest/setup'` in vitest's configuration is all it takes. */
export const setup = setupWith({})
