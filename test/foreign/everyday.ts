import { EVERYDAY_INVITES_AND_ERASURES } from './everyday-people.js'
import { EVERYDAY_READS } from './everyday-reads.js'
import { EVERYDAY_WRITES } from './everyday-writes.js'
import type { World } from './world.js'

export interface Ran {
  code: number
  stdout: string
  stderr: string
}

/** A command as people type it, and whether it did what it says, by the service's own state. */
export interface Everyday {
  title: string
  args: (world: World) => string[]
  files?: Record<string, string>
  stage?: (world: World) => void
  env?: Record<string, string>
  /** How often it is run, one after the other; the last run is judged. */
  times?: number
  /** Refusing with a message and doing nothing is right, too. */
  mayRefuse?: boolean
  judge: (world: World, ran: Ran) => boolean
  /** Of a run that was not right: all else was, and stderr names what stdout shows as a dash. It is not done, and nothing untrue was said. */
  isNamed?: (ran: Ran) => boolean
}

/** What people do every day, by the help of the commands. */
export const EVERYDAY: Everyday[] = [...EVERYDAY_READS, ...EVERYDAY_WRITES, ...EVERYDAY_INVITES_AND_ERASURES]
