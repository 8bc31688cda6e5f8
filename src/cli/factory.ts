import { lazy } from '../base/lazy.js'
import type { Client } from '../client/client-types.js'
import type { ControlClient } from '../client/control.js'
import type { RunningEmulator } from '../config/running-emulator.js'
import type { Settings } from '../config/settings.js'
import { openClient } from './client.js'
import type { Tree } from './command-tree.js'
import { openControlClient } from './control-client.js'
import type { Environment } from './environment.js'
import type { Globals } from './global-options.js'
import type { Interrupts } from './interrupts.js'
import type { Screen } from './screen.js'
import { openSettings } from './settings.js'

/** What a command may ask for. Each is made when first asked for and may fail then, so that `--help` never does. */
export interface Factory {
  /** Every command there is. */
  tree: Tree
  /** The whole command line. */
  argv: readonly string[]
  environment: Environment
  globals: Globals
  screen: Screen
  /** The data directory of the emulator that is meant, where the command line names one. */
  data?: string | undefined
  /** Aborts when the command is told to stop; what still waits a moment later is abandoned. */
  signal: AbortSignal
  /** Does work that is not abandoned so soon: it ends by itself once `signal` has aborted. */
  finishing: Interrupts['finishing']
  settings(): Promise<ResolvedSettings>
  client(): Promise<Client>
  /** Before a write: says which service it goes to where that may surprise, and asks. */
  confirmService(): Promise<void>
  /** The control API of the running emulator. */
  control(organization?: string): Promise<ControlClient>
}

/** Settings, and the running emulator that lent its key where no other was given. */
export interface ResolvedSettings extends Settings {
  emulator?: RunningEmulator
}

interface Surroundings {
  tree: Tree
  argv: readonly string[]
  environment: Environment
  globals: Globals
  screen: Screen
  data?: string | undefined
  signal: AbortSignal
  finishing: Interrupts['finishing']
}

/** Makes the factory of one command. Nothing is opened yet. */
export function createFactory(surroundings: Surroundings): Factory {
  const factory: Factory = {
    ...surroundings,
    settings: lazy(() => openSettings(surroundings)),
    client: lazy(async () => openClient(factory, await factory.settings())),
    confirmService: lazy(async () => (await import('./which-service.js')).requireMeantService(factory)),
    control: (organization) => openControlClient(factory, organization),
  }
  return factory
}
