import { findRunningEmulator } from '../config/running-emulator.js'
import { isLoopback } from '../contract/base-url.js'
import type { Factory } from './factory.js'
import { findHealth } from './find-health.js'
import { findNamedUrl } from './find-running.js'
import { omitUndefined } from './omit-undefined.js'
import { findPortHolder } from './port-holder.js'
import { isSamePlace } from './which-service.js'

/** An emulator of this machine that runs for another folder than this one. */
export interface EmulatorElsewhere {
  pid: number
  /** The folder it was started in; absent where the system does not tell. */
  folder?: string
  /** The address of the emulator that runs for this folder, if one does. */
  here?: string
}

/** The emulator that answers at an address of this machine though none runs for this folder there; undefined for any other service, and where an emulator was named. */
export async function findEmulatorElsewhere(factory: Factory, baseUrl: string): Promise<EmulatorElsewhere | undefined> {
  const { environment, data } = factory
  if (!URL.canParse(baseUrl) || data !== undefined || findNamedUrl({ environment })) return undefined
  const { hostname, protocol, port } = new URL(baseUrl)
  const running = findRunningEmulator(environment.cwd)
  if (!isLoopback(hostname) || (running && isSamePlace(baseUrl, running.base_url))) return undefined
  const health = await findHealth(factory, baseUrl)
  if (!health) return undefined
  const holder = await findPortHolder(Number(port) || (protocol === 'https:' ? 443 : 80))
  // A program of this folder that started it as a library leaves no record of it.
  if (holder?.folder === environment.cwd) return undefined
  return { pid: health.pid, ...omitUndefined({ folder: holder?.folder, here: running?.base_url }) }
}

/** Such an emulator as texts name it. */
export function elsewhereText({ pid, folder }: EmulatorElsewhere): string {
  return `an emulator started in ${folder ?? 'another folder'} (pid ${pid})`
}

/** How to use it, or one of this folder. */
export function elsewhereHint({ folder, here }: EmulatorElsewhere): string {
  const own =
    here === undefined
      ? 'to start one here, `inpk emulator start --port 0`'
      : `to use the one that runs here, \`--base-url ${here}\``
  return `To use that emulator, run this in ${folder ?? 'its folder'}; ${own}.`
}
