import type { ServerRequest } from './exchange.js'
import { Refusal } from './refusal.js'

/** How both hosts are reached. */
export type Scheme = 'http' | 'https'

const DEFAULT_PORTS = { http: 80, https: 443 }

/** The hosts' own URLs, and which `Host` and `Origin` headers they answer (contract.md section 1): lower case, with port. */
export interface Addresses {
  scheme: Scheme
  /** Base URL of the API host, as the description names it (VER-17). */
  baseUrl: string
  /** Base URL of the dashboard host. */
  dashboardUrl: string
  hosts: Record<'api' | 'dashboard', ReadonlySet<string>>
  /** Origins of the dashboard itself. */
  origins: ReadonlySet<string>
}

const LOOPBACK_NAMES = ['127.0.0.1', 'localhost', '[::1]']

/** The addresses of an emulator on these ports; `allowed` are the names given by `--allow-host`. */
export function addressesOf(
  scheme: Scheme,
  ports: { api: number; dashboard: number },
  allowed: readonly string[],
): Addresses {
  const names = [...LOOPBACK_NAMES, ...allowed.map((name) => name.toLowerCase())]
  const hosts = (port: number) =>
    new Set(names.flatMap((name) => [...(port === DEFAULT_PORTS[scheme] ? [name] : []), `${name}:${port}`]))
  return {
    scheme,
    baseUrl: `${scheme}://127.0.0.1:${ports.api}`,
    dashboardUrl: `${scheme}://127.0.0.1:${ports.dashboard}`,
    hosts: { api: hosts(ports.api), dashboard: hosts(ports.dashboard) },
    origins: new Set([...hosts(ports.dashboard)].map((host) => `${scheme}://${host}`)),
  }
}

/** 403 for a foreign Host or Origin, on every route and before anything else (threats C1): a page elsewhere must not drive us. */
export function checkOrigin(request: ServerRequest, addresses: Addresses): void {
  const hosts = request.headers.host ?? []
  if (hosts.length === 0) throw new Refusal('VALIDATION_ERROR', 'the request has no Host header')
  const host = hosts[0]?.toLowerCase()
  if (hosts.length !== 1 || host === undefined || !addresses.hosts[request.side].has(host)) {
    throw new Refusal(
      'FORBIDDEN_ORIGIN',
      'this host name is not allowed: use 127.0.0.1, or start the emulator with --allow-host and the name',
    )
  }
  const origins = request.headers.origin
  if (origins && (origins.length !== 1 || !addresses.origins.has(origins[0]!.toLowerCase()))) {
    throw new Refusal('FORBIDDEN_ORIGIN', 'requests from this Origin are not allowed')
  }
}
