import { EMULATOR_KEY_PREFIX, parseApiKey } from '../contract/api-key.js'
import { isLoopback } from '../contract/base-url.js'
import { InputError } from '../contract/input-error.js'
import type { Transport } from '../contract/wire.js'

const HEALTH_TIMEOUT_MS = 5_000

/** What the error of a missing API key says, and what to do. */
export interface KeyMissing {
  message: string
  hint: string
}

const NOT_PASSED: KeyMissing = { message: 'no API key is set', hint: 'Pass `apiKey` to `createClient`.' }

/**
 * Checks an API key before any request (KEY-10). The messages say what is wrong with it and never show it. `missing` is what to say
 * where there is none: a command knows other places for a key than a program does.
 */
export function requireApiKey(text: string | undefined, missing = NOT_PASSED): string {
  if (!text) throw new InputError('API_KEY_MISSING', missing.message, missing.hint)
  if (parseApiKey(text)) return text
  throw new InputError(
    'API_KEY_MALFORMED',
    `the API key is malformed: ${describeFault(text)}`,
    'Keys look like inpk_test_<10 characters>_<44 base64 characters>.',
  )
}

function describeFault(text: string): string {
  if (/^\s|\s$/.test(text)) return 'it has white space or a line break around it'
  if (/\s/.test(text)) return 'it has white space or a line break in it'
  if (/^["'`]|["'`]$/.test(text)) return 'it has quotation marks around it'
  if (/^bearer/i.test(text)) return 'it starts with "Bearer": pass the key alone'
  if (/[^\x21-\x7e]/.test(text)) return 'it has characters that are not plain ASCII'
  if (!text.startsWith('inpk_')) return 'it does not start with inpk_'
  const [, environment = '', id = '', ...secret] = text.split('_')
  if (environment !== 'live' && environment !== 'test') return 'its second part is neither live nor test'
  if (!/^[A-Za-z0-9]{10}$/.test(id)) return 'its id is not 10 letters or digits'
  const { length } = secret.join('_')
  if (length !== 44) return `its secret has ${length} characters instead of 44`
  return 'its secret is not the base64 of 32 bytes'
}

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
      `this key is not an emulator's, so it was not sent to ${base.origin}`,
      'Use a key of the emulator (`emulator.apiKeys`), point `baseUrl` at the service, or pass `force: true`.',
    )
  }
  if (!local && emulators && !(await isEmulator(base, options.transport))) {
    throw new InputError(
      'EMULATOR_KEY_REFUSED',
      `this is an emulator's key, and ${base.origin} is not an emulator, so it was not sent`,
      'Use a key of the service, or the base URL of the emulator; `force: true` sends it anyway.',
    )
  }
}

function plainHttp(base: URL): InputError {
  return new InputError(
    'PLAIN_HTTP_REFUSED',
    `a key is never sent unencrypted: ${base.origin} is neither https nor this machine`,
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
