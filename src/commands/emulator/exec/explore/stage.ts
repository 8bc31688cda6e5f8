import type { Emulator, EmulatorOptions } from '../../../../../emulator/index.js'
import type { Factory } from '../../../../cli/factory.js'
import { faultsOf } from '../../../../explore/disturbances.js'
import { DISTURBANCES } from '../../../../explore/kinds.js'
import { DEFAULT_ORGANIZATION, type Disturbance } from '../../../../explore/observed.js'
import { openSeeded, type SeedFile } from '../../open-seeded.js'
import type { StartFacts } from '../../start-facts.js'
import { or125 } from '../run-under.js'
import type { Scratch } from './scratch.js'
import { faultKey, type Watch } from './watch.js'

/** What is run again and again. */
export interface Subject {
  command: readonly [string, ...string[]]
  stateCommand: string | undefined
  seed: SeedFile | undefined
  facts: StartFacts | undefined
  options: EmulatorOptions
}

/** How long a killed emulator is away. */
const AWAY_MS = 400

/** One emulator of one run, and a new one in its place after a kill. */
export interface Stage {
  emulator: Emulator
  /** Resolves when no restart is under way. */
  restarted: Promise<void>
}

interface Staging {
  disturbances: readonly Disturbance[]
  watch: Watch
  scratch: Scratch
}

/**
 * Opens an emulator for one run, in memory unless the run kills it, that does what is to be done to the run. Each run gets a new one, with the seed that was read once, and not
 * the last one's with its snapshot restored: that saves 6 ms of a run, of which a process of the command alone takes 50 ms, but
 * what a stopped command still has under way (a delayed request), organisations it made and random streams would reach the next run.
 */
export async function openStage(factory: Factory, subject: Subject, staging: Staging): Promise<Stage> {
  const { disturbances, watch, scratch } = staging
  const kills = disturbances.map(({ kind }) => DISTURBANCES[kind].restarts === true)
  const { seed, facts } = subject
  const options: EmulatorOptions = {
    rateLimits: false,
    ...subject.options,
    port: 0,
    dashboardPort: 0,
    onRequest: (entry) => watch.take(entry),
    onEvent: (event) => watch.hear(event),
    onOrganization: (orgId) => disturb(orgId),
    ...(kills.includes(true) ? { dataDirectory: scratch.data } : {}),
  }
  const open = (more: EmulatorOptions, files = { seed, facts }) =>
    or125(() => openSeeded(factory.environment, files, { ...options, ...more }))
  const stage: Stage = { emulator: await open({}), restarted: Promise.resolve() }
  const ports = { port: portOf(stage.emulator.baseUrl), dashboardPort: portOf(stage.emulator.dashboardUrl) }
  watch.onStruck = (place) => {
    if (!kills[place]) return
    stage.restarted = (async () => {
      await stage.emulator.kill()
      await factory.environment.sleep(AWAY_MS)
      stage.emulator = await open(ports, { seed: undefined, facts })
    })()
  }
  const disturb = async (orgId: string) => {
    const control = stage.emulator.control.forOrganization(orgId)
    for (const [place, disturbance] of disturbances.entries()) {
      if (disturbance.organization !== orgId) continue
      for (const body of faultsOf(disturbance)) {
        watch.places.set(faultKey(orgId, (await control.createFault({ body })).id), place)
      }
    }
  }
  await disturb(DEFAULT_ORGANIZATION)
  return stage
}

function portOf(url: string): number {
  return Number(new URL(url).port)
}
