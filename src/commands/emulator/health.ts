import type { Factory } from '../../cli/factory.js'
import { openTransport, unrecorded } from '../../cli/transport.js'
import { OTHER_VERSION } from '../../client/control.js'
import { UnexpectedResponseError } from '../../client/errors.js'

const ANSWER_BYTES = 64 * 1024
const TIMEOUT_MS = 3_000

/** What `/_emulator/health` says; the API host answers it, without a key (contract.md section 1). */
export interface Health {
  status: 'ok'
  version: string
  pid: number
  clock: unknown
}

/** The health of the emulator at a base URL; undefined if none answers there. Rejects when the command is asked to stop. */
export async function findHealth(factory: Factory, baseUrl: string): Promise<Health | undefined> {
  const transport = openTransport(unrecorded(factory), ANSWER_BYTES)
  try {
    const url = new URL('/_emulator/health', baseUrl).href
    const answer = await transport({
      method: 'GET',
      url,
      headers: { accept: 'application/json' },
      timeoutMs: TIMEOUT_MS,
    })
    const health = JSON.parse(new TextDecoder().decode(answer.body)) as Health
    return answer.status === 200 && health.status === 'ok' ? health : undefined
  } catch {
    factory.signal.throwIfAborted()
    return undefined
  }
}

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
