import { EMULATOR_KEY_PREFIX, parseApiKey } from '../contract/api-key.js'
import { isLoopback } from '../contract/base-url.js'
import { InputError } from '../contract/input-error.js'
import type { Transport } from '../contract/wire.js'

const HEALTH_TIMEOUT_MS = 5_000

/**
 * Says whether a key may go to a host (cli.md section 1 "Interlock"): an emulator's key only to loopback or to a host whose
 * `/_emulator/health` answers, any other never to loopback, and never over plain http. `force` overrides all but the last.
 * Rejects with `InputError`.
 */
export async function requireKeyMayGo(
  apiKey: string,
  base: URL,
  options: { force: boolean; transport: Transport },
): Promise<void> {
  const local = isLoopback(base.hostname)
  const emulators = parseApiKey(apiKey)?.id.startsWith(EMULATOR_KEY_PREFIX) ?? false
  if (base.protocol === 'http:' && !local && !emulators) throw plainHttp(base)
  if (options.force) return
  if (local && !emulators) {
    throw new InputError(
      'REAL_KEY_REFUSED',
      `This key is not an emulator's: it is not sent to ${base.origin}.`,
      'Use a key of the emulator (`inpk emulator env`), set the base URL of the service, or give --force.',
    )
  }
  if (!local && emulators && !(await isEmulator(base, options.transport))) {
    throw new InputError(
      'EMULATOR_KEY_REFUSED',
      `This is an emulator's key, and ${base.origin} is no emulator: it is not sent there.`,
      'Use a key of the service, or the base URL of the emulator; --force sends it all the same.',
    )
  }
}

function plainHttp(base: URL): InputError {
  return new InputError(
    'PLAIN_HTTP_REFUSED',
    `A key is never sent in the clear: ${base.origin} is neither https nor this machine.`,
    'Use https:// in the base URL.',
  )
}

async function isEmulator(base: URL, transport: Transport): Promise<boolean> {
  try {
    const answer = await transport({
      method: 'GET',
      url: `${base.origin}/_emulator/health`,
      headers: { accept: 'application/json' },
      timeoutMs: HEALTH_TIMEOUT_MS,
    })
    return answer.status === 200 && JSON.parse(new TextDecoder().decode(answer.body)).status === 'ok'
  } catch {
    return false
  }
}
