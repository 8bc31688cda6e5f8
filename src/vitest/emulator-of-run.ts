import {
  connectEmulator,
  type EmulatorAddresses,
  type EmulatorOptions,
  type RunningEmulator,
  startEmulator,
} from '../../emulator/index.js'
import { createControlClient } from '../client/control.js'

/** The emulator tests share, and what ends it if it was started for them. */
export interface Opened {
  emulator: RunningEmulator
  close(): Promise<void>
}

/** The emulator the setup provided, else the one of the environment (`inpk emulator exec -- vitest`), else one of our own. */
export async function openTestEmulator(
  provided: EmulatorAddresses | undefined,
  options: EmulatorOptions = {},
): Promise<Opened> {
  const addresses = provided ?? (await findAddresses(process.env))
  if (addresses) return { emulator: connectEmulator(addresses), close: async () => {} }
  const emulator = await startEmulator({ port: 0, ...options })
  return { emulator, close: () => emulator.close() }
}

/** What `inpk emulator exec` and `inpk emulator env` set. Rejects if no emulator answers there. */
async function findAddresses(env: NodeJS.ProcessEnv): Promise<EmulatorAddresses | undefined> {
  const { INPK_BASE_URL: baseUrl, INPK_EMULATOR_URL: dashboardUrl } = env
  if (!baseUrl || !dashboardUrl) return undefined
  try {
    await createControlClient({ dashboardUrl }).getClock()
  } catch (cause) {
    throw new Error(
      `INPK_EMULATOR_URL names ${dashboardUrl}, where no emulator answers. Start it, or unset INPK_EMULATOR_URL and the tests start their own.`,
      { cause },
    )
  }
  return { baseUrl, dashboardUrl }
}
