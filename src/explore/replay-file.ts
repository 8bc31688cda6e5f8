import { isObject } from '../base/is-object.js'
import { parseJson } from '../base/parse-json.js'
import { OPERATION_IDS } from '../contract/operations/index.js'
import { CAUSES, type CauseName } from './cause.js'
import { BREACH_NAMES, type BreachName } from './judge.js'
import { DEFAULT_ORGANIZATION, DISTURBANCE_NAMES, type Disturbance } from './observed.js'

const FORMAT = 'inpk-explore'

/** What it takes to see a failure again. It holds no secrets: only what the command line said. */
export interface ReplayFile {
  command: readonly [string, ...string[]]
  stateCommand?: string | undefined
  seedFile?: string | undefined
  factsFile?: string | undefined
  /** Options of the emulator. */
  options: Record<string, unknown>
  disturbances: readonly Disturbance[]
  breach: BreachName
  cause: CauseName
  story: readonly string[]
}

/** The file's text. */
export function writeReplay(replay: ReplayFile): string {
  return `${JSON.stringify({ format: FORMAT, version: 1, ...replay }, null, 2)}\n`
}

/** What a file says; a sentence where it is not one of these. */
export function readReplay(text: string): ReplayFile | string {
  const read = parseJson(text)
  if (!isObject(read) || read.format !== FORMAT) return 'not a replay file of `inpk emulator exec --explore`'
  if (read.version !== 1) return 'written by another version of inpk'
  const { command, disturbances, breach, cause, options } = read
  if (!isTexts(command) || command.length === 0) return 'its member "command" must be a list of words'
  if (!Array.isArray(disturbances) || !disturbances.every(isDisturbance))
    return 'its member "disturbances" is not valid'
  // Files of before had those of the default organisation alone.
  read.disturbances = disturbances.map((each) => ({ ...each, organization: each.organization ?? DEFAULT_ORGANIZATION }))
  if (!BREACH_NAMES.includes(breach as BreachName)) return 'its member "breach" is not valid'
  if (typeof cause !== 'string' || !Object.hasOwn(CAUSES, cause)) return 'its member "cause" is not valid'
  if (!isObject(options)) return 'its member "options" must be an object'
  return read as unknown as ReplayFile
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'string')
}

function isDisturbance(value: unknown): value is Omit<Disturbance, 'organization'> & Partial<Disturbance> {
  if (!isObject(value)) return false
  const { kind, organization = DEFAULT_ORGANIZATION, operation, nth, index } = value
  const isKnown = (DISTURBANCE_NAMES as readonly unknown[]).includes(kind)
  const isPlace = operation === 'webhook' || (OPERATION_IDS as readonly unknown[]).includes(operation)
  return isKnown && isPlace && typeof organization === 'string' && Number.isInteger(nth) && Number.isInteger(index)
}
