import { isLoopback } from '../contract/base-url.js'

type Environment = Readonly<Record<string, string | undefined>>

/**
 * The proxy a URL is reached through, by HTTPS_PROXY, HTTP_PROXY and NO_PROXY in either case; undefined: direct.
 * Loopback is always direct.
 */
export function findProxy(url: URL, environment: Environment): string | undefined {
  if (isLoopback(url.hostname)) return undefined
  const name = url.protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY'
  const proxy = environment[name.toLowerCase()] || environment[name]
  if (!proxy || isExempt(url, environment.no_proxy || environment.NO_PROXY || '')) return undefined
  return proxy.includes('://') ? proxy : `http://${proxy}`
}

function isExempt(url: URL, noProxy: string): boolean {
  const port = url.port || (url.protocol === 'https:' ? '443' : '80')
  return noProxy
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((entry) => entry !== '')
    .some((entry) => matches(entry, url.hostname.toLowerCase(), port))
}

/** `*`, a host, `.suffix`, `*.suffix`, each with or without `:port`. A host stands for its subdomains, too. */
function matches(entry: string, hostname: string, port: string): boolean {
  if (entry === '*') return true
  const [, host = '', entryPort] = /^(.*?)(?::(\d+))?$/.exec(entry) ?? []
  if (entryPort !== undefined && entryPort !== port) return false
  const suffix = host.replace(/^\*?\./, '')
  return hostname === suffix || hostname.endsWith(`.${suffix}`)
}

/** The passwords in the proxy variables, as they are written there and as they are meant: never to be shown. */
export function findProxyPasswords(environment: Environment): string[] {
  return ['HTTPS_PROXY', 'HTTP_PROXY']
    .flatMap((name) => [environment[name], environment[name.toLowerCase()]])
    .flatMap((proxy) => /:([^:@/]+)@/.exec(proxy ?? '')?.[1] ?? [])
    .flatMap((password) => [password, safeDecode(password)])
}

function safeDecode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
