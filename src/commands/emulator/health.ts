import type { Factory } from '../../cli/factory.js'
import { OTHER_VERSION } from '../../client/control.js'
import { UnexpectedResponseError } from '../../client/errors.js'

/** An emulator that INPK_EMULATOR_URL names, as it describes itself. */
export interface NamedEmulator {
  pid: number
  version: string
  base_url: string
  dashboard_url: string
}

/** The emulator whose dashboard host INPK_EMULATOR_URL names. Rejects if none answers there. */
export async function askNamed(factory: Factory, url: string): Promise<NamedEmulator> {
  const control = await factory.control()
  const { pid, version, base_url } = await control.getEmulator({ signal: factory.signal })
  return { pid, version, base_url: onHostOf(url, base_url), dashboard_url: url }
}

/** The emulator knows its port; the name of its host is the one it was reached by, as from another container. */
function onHostOf(url: string, baseUrl: string): string {
  if (!URL.canParse(baseUrl)) {
    throw new UnexpectedResponseError('The response to getEmulator has no URL as `base_url`', OTHER_VERSION)
  }
  const reached = new URL(url)
  reached.port = new URL(baseUrl).port
  return reached.origin
}
