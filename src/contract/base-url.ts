import { InputError, type InputErrorCode } from './input-error.js'

/** Whether a host name, as a URL carries it, is this machine. The odd spellings of IPv4 are normalised by `URL` itself. */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname)
}

/**
 * The base URL of a client, taken apart: an origin, and the path every short path is appended to. Refuses what is not a plain
 * http(s) URL (`BASE_URL_INVALID`).
 */
export function requireBaseUrl(text: string): URL {
  return requirePlainUrl(text, { what: 'the base URL', code: 'BASE_URL_INVALID', option: 'baseUrl' })
}

/**
 * Another address of that form; `what`: its name in an error (`ADDRESS_INVALID`), such as the option it was typed as. `option`: of the
 * library, for a program that left it out.
 */
export function requireAddress(text: string, what: string, option?: string): URL {
  return requirePlainUrl(text, { what, code: 'ADDRESS_INVALID', option })
}

interface Wanted {
  what: string
  code: InputErrorCode
  option: string | undefined
}

function requirePlainUrl(text: string, { what, code, option }: Wanted): URL {
  const refuse = (why: string) => new InputError(code, why)
  if (typeof text !== 'string') {
    throw new InputError(code, `${what} is missing`, option && `Pass it as \`${option}\`.`)
  }
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    // What comes before an @ may be a password.
    const typed = text.includes('@') ? what : `${what} ${JSON.stringify(text)}`
    throw refuse(
      `${typed} must start with https:// (http:// for this machine only), such as https://feedback.example.com`,
    )
  }
  if (url.username !== '' || url.password !== '') throw refuse(`${what} must not contain a user name or password`)
  if (url.search !== '' || url.hash !== '') throw refuse(`${what} must not contain a query or a fragment`)
  return url
}

/**
 * The URL short paths are appended to: base URL and prefix, which is not doubled where the base URL ends with it. Refuses a
 * prefix that is not a plain path (`BASE_URL_INVALID`).
 */
export function mountUrl(base: URL, prefix: string): string {
  if (!/^(\/[^?#]*)?$/.test(prefix)) {
    throw new InputError('BASE_URL_INVALID', 'the API prefix must be a path that starts with /, such as /api/input')
  }
  const path = base.pathname.replace(/\/+$/, '')
  const mount = prefix.replace(/\/+$/, '')
  return base.origin + (mount !== '' && path.endsWith(mount) ? path : path + mount)
}
