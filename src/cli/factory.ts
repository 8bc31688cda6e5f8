import { lazy } from '../base/lazy.js'
import type { Client } from '../client/client-types.js'
import type { ControlClient } from '../client/control.js'
import type { Deadline } from '../client/deadline.js'
import type { EmulatorRecord } from '../config/running-emulator.js'
import type { Setting, Settings } from '../config/settings.js'
import type { Facts } from '../contract/facts/facts.js'
import { span } from '../output/show.js'
import { Failure } from '../terminal/failure.js'
import { openClient } from './client.js'
import type { Tree } from './command-tree.js'
import { openControlClient } from './control-client.js'
import type { Environment } from './environment.js'
import { findRunning } from './find-running.js'
import type { Globals } from './global-options.js'
import type { Interrupts } from './interrupts.js'
import type { CommandRecording } from './recording.js'
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
  /** What of an emulator the command line names, for texts that name commands on it: its data directory and its organisation. */
  named?: { data?: string | undefined; org?: string | undefined }
  /** Aborts when the command is asked to stop; what still waits a moment later is abandoned. */
  signal: AbortSignal
  /** Does work that is not abandoned so soon: it ends by itself once `signal` has aborted. */
  finishing: Interrupts['finishing']
  /** What `--record` asked for. */
  recording?: CommandRecording | undefined
  /** When what is asked through this factory ends; never where absent. */
  deadline?: Deadline
  /**
   * The same for work that may take this many milliseconds from now: every request, retry and pause of its clients ends then,
   * with exit code 12.
   */
  within(limitMs: number): Factory
  settings(): Promise<ResolvedSettings>
  /** The same for a command that asks the service nothing: it isn't said which running emulator they are of. */
  settingsUnsaid(): Promise<ResolvedSettings>
  client(): Promise<Client>
  /** Before a write: says which service it goes to where that may surprise, and asks. */
  confirmService(): Promise<void>
  /** The control API of the running emulator. */
  control(organization?: string): Promise<ControlClient>
}

/** Settings, the facts of their service, and the running emulator that lent its key where no other was given. */
export interface ResolvedSettings extends Settings {
  /** The facts file, null where one is ruled out; absent if there is none. */
  factsFile?: Setting<string | null>
  facts?: Facts
  emulator?: EmulatorRecord
}

interface Surroundings {
  tree: Tree
  argv: readonly string[]
  environment: Environment
  globals: Globals
  screen: Screen
  data?: string | undefined
  named?: Factory['named']
  signal: AbortSignal
  finishing: Interrupts['finishing']
  recording?: CommandRecording | undefined
}

/** Makes the factory of one command. Nothing is opened yet. */
export function createFactory(surroundings: Surroundings): Factory {
  const factory: Factory = {
    ...surroundings,
    settingsUnsaid: lazy(() => openSettings(surroundings)),
    settings: lazy(async () => {
      const settings = await factory.settingsUnsaid()
      const { emulator } = settings
      if (emulator)
        await surroundings.screen.note(`Using the running emulator at ${emulator.base_url} with its test key.`)
      else if (findRunning(surroundings.environment, surroundings.data))
        await (await import('./which-service.js')).notePassedOver(factory, settings.baseUrl)
      return settings
    }),
    client: lazy(async () => openClient(factory, await factory.settings())),
    confirmService: lazy(async () => (await import('./which-service.js')).requireMeantService(factory)),
    control: (organization) => openControlClient(factory, organization),
    within: (limitMs) => boundFactory(factory, limitMs),
  }
  return factory
}

/** Clients of both factories share the pacing of their key, for their clock is the same. */
function boundFactory(factory: Factory, limitMs: number): Factory {
  const at = factory.environment.monotonic() + limitMs
  const bound: Factory = {
    ...factory,
    deadline: { at, expired: () => stillPending(limitMs) },
    client: lazy(async () => openClient(bound, await bound.settings())),
    control: (organization) => openControlClient(bound, organization),
    within: (shorterMs) => boundFactory(factory, Math.min(shorterMs, at - factory.environment.monotonic())),
  }
  return bound
}

function stillPending(limitMs: number): Failure {
  return new Failure({
    exit: 'stillPending',
    code: 'STILL_PENDING',
    message: `still pending after ${span(limitMs)}: the service did not respond in time`,
    hint: 'Wait longer with --within, or check the service with `inpk doctor`.',
  })
}
