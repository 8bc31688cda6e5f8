import { readProfiles } from '../config/profiles.js'
import { findProjectFile } from '../config/project-file.js'
import { type EmulatorRecord, findRunningEmulator } from '../config/running-emulator.js'
import { resolveSettings, type Setting, type Settings, sameOrigin } from '../config/settings.js'
import { shownUrl } from '../config/shown-url.js'
import { isLoopback } from '../contract/base-url.js'
import { Failure } from '../terminal/failure.js'
import { askYesNo, canAsk } from './ask.js'
import type { Factory } from './factory.js'
import { findNamedUrl } from './find-running.js'
import { requireNoLimit } from './require-no-limit.js'
import { meansRunning } from './settings.js'

export type Here = Pick<Factory, 'environment' | 'data'>

/** The emulator that runs for this folder, unless the command line or the environment names another one. */
export function findHere({ environment, data }: Here): EmulatorRecord | undefined {
  return data !== undefined || findNamedUrl({ environment }) ? undefined : findRunningEmulator(environment.cwd)
}

/**
 * Before the first write of a command: where an emulator runs for this folder and the settings point elsewhere, says which of
 * them it writes to, and on a terminal asks (cli.md section 1 "Configuration"). Rejects if the answer is no.
 */
export async function requireMeantService(factory: Factory): Promise<void> {
  requireNoLimit(factory.globals)
  const { baseUrl } = await factory.settings()
  const running = findPassedOver(factory, baseUrl)
  if (!running) return
  await factory.screen.caution(
    `This writes to ${shownUrl(baseUrl.value)} (${baseUrl.origin}), not to the emulator running in this folder (${running.base_url}).`,
  )
  if (factory.globals.yes || !canAsk(factory)) return
  if (await askYesNo(factory, 'Continue?')) return
  throw new Failure({
    exit: 'failure',
    code: 'DECLINED',
    message: 'cancelled; nothing was changed',
    hint: `Use the emulator with \`--base-url ${running.base_url}\`.`,
  })
}

/** Before the first request: where an emulator runs for this folder and the settings point elsewhere, says which of them is asked. */
export async function notePassedOver(factory: Here & Pick<Factory, 'screen'>, baseUrl: Setting<string>): Promise<void> {
  const running = findPassedOver(factory, baseUrl)
  if (!running) return
  const used = `${shownUrl(baseUrl.value)} (${baseUrl.origin})`
  await factory.screen.note(`Using ${used}, not the emulator running in this folder (${running.base_url}).`)
}

/** The emulator of this folder that settings pass over. Whoever typed the address has said it. */
function findPassedOver(here: Here, baseUrl: Setting<string>): EmulatorRecord | undefined {
  const running = findHere(here)
  return running && !isTyped(baseUrl) && !isSamePlace(baseUrl.value, running.base_url) ? running : undefined
}

/** After a start, or a change of the emulator: warns that commands in this folder go elsewhere, where the settings point them there. Returns what it said. */
export async function warnOfOtherService({ environment, globals, screen, data }: Factory): Promise<string | undefined> {
  const running = findHere({ environment, data })
  if (!running) return undefined
  const project = findProjectFile(environment.cwd)
  const settings = resolveSettings({
    flags: globals,
    env: environment.env,
    project,
    profiles: readProfiles(environment),
  })
  if (isSamePlace(settings.baseUrl.value, running.base_url) || isLent(settings, running)) return undefined
  const { value, origin } = settings.baseUrl
  const said = `Commands in this folder use ${shownUrl(value)} (${origin}), not this emulator. To use it: --base-url ${running.base_url}`
  await screen.warn(said)
  return said
}

function isLent(settings: Settings, running: EmulatorRecord): boolean {
  return settings.apiKey === undefined && meansRunning(settings, running)
}

/** Whether two addresses are the same host and port, whatever this machine is called in them. */
export function isSamePlace(a: string, b: string): boolean {
  if (sameOrigin(a, b)) return true
  if (!URL.canParse(a) || !URL.canParse(b)) return false
  const [one, other] = [new URL(a), new URL(b)]
  return one.port === other.port && isLoopback(one.hostname) && isLoopback(other.hostname)
}

/** Whether an option of this command line says it. */
export function isTyped({ origin }: Setting<string>): boolean {
  return origin.startsWith('--')
}
