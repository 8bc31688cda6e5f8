import type { ControlClient } from '../client/control.js'
import { findRunningEmulator } from '../config/running-emulator.js'
import type { Factory } from './factory.js'
import { Failure } from './failure.js'

/** The control client of the running emulator: INPK_EMULATOR_URL, else the one on the nearest data directory. Refuses where none runs. */
export async function openControlClient({ world }: Factory, organization?: string): Promise<ControlClient> {
  const { createControlClient } = await import('../client/control.js')
  const dashboardUrl = world.env.INPK_EMULATOR_URL || findRunningEmulator(world.cwd)?.dashboard_url
  if (!dashboardUrl) throw noEmulator()
  return createControlClient({
    dashboardUrl,
    ...(organization === undefined ? {} : { orgId: organization }),
    ...(world.transport ? { transport: world.transport } : {}),
  })
}

/** No emulator runs for this folder. */
export function noEmulator(): Failure {
  return new Failure({
    exit: 'unreachable',
    code: 'NO_EMULATOR',
    message: 'no emulator runs for this folder',
    hint: 'Start one with `inpk emulator start`, or name one with INPK_EMULATOR_URL.',
  })
}
