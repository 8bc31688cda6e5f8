import type { IncomingMessage, RequestOptions } from 'node:http'
import { decodePercent } from '../base/escape.js'
import { isLoopback } from '../contract/base-url.js'
import { CONNECT_TIMEOUT, TUNNEL_FAILED } from './transport-http.js'

type Environment = Readonly<Record<string, string | undefined>>

type Socket = IncomingMessage['socket']

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
    .flatMap((password) => [password, decodePercent(password)])
}

/** Where a connection is to go; without a port, the protocol's own. */
export interface TunnelEnd {
  protocol: string
  hostname: string
  port?: string
}

/**
 * The way to `end` through a proxy of HTTP (CONNECT), given as its URL, with the credentials in that: a socket that speaks no TLS yet.
 * Rejects with CONNECT_TIMEOUT after `timeoutMs`, else with TUNNEL_FAILED.
 */
export async function openTunnel(
  proxy: string,
  { hostname, protocol, port }: TunnelEnd,
  timeoutMs: number,
): Promise<Socket> {
  const url = new URL(proxy)
  if (!/^https?:$/.test(url.protocol)) throw failed(`a proxy of ${url.protocol}// is not supported`)
  const path = `${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`
  const options: RequestOptions = {
    method: 'CONNECT',
    path,
    headers: { host: path, ...credentialsOf(url) },
    agent: false,
  }
  const { request } = process.getBuiltinModule(url.protocol === 'https:' ? 'node:https' : 'node:http')
  return new Promise<Socket>((resolve, reject) => {
    const asked = request(new URL(url.origin), options)
    const timer = setTimeout(() => {
      asked.destroy(Object.assign(new Error('the proxy did not respond'), { code: CONNECT_TIMEOUT }))
    }, timeoutMs)
    asked.once('close', () => clearTimeout(timer))
    asked.once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === CONNECT_TIMEOUT ? error : failed(error.message || String(error.code), error)),
    )
    asked.once('connect', ({ statusCode }: IncomingMessage, socket: Socket) => {
      clearTimeout(timer)
      if (statusCode === 200) return resolve(socket)
      socket.destroy()
      reject(failed(statusCode === 407 ? 'it requires different credentials (407)' : `it responded with ${statusCode}`))
    })
    asked.end()
  })
}

function credentialsOf({ username, password }: URL): Record<string, string> {
  if (username === '') return {}
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  return { 'proxy-authorization': `Basic ${Buffer.from(pair).toString('base64')}` }
}

function failed(message: string, cause?: unknown): Error {
  return Object.assign(new Error(message, { cause }), { code: TUNNEL_FAILED })
}
