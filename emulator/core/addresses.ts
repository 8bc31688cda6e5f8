import type { ServerRequest } from './exchange.js'
import { Refusal } from './refusal.js'

/** Who may be asked for, and by which page (contract.md section 1); all lower case, with port. */
export interface Addresses {
  hosts: Record<'api' | 'dashboard', ReadonlySet<string>>
  /** Origins of the dashboard itself. */
  origins: ReadonlySet<string>
}

const LOOPBACK_NAMES = ['127.0.0.1', 'localhost', '[::1]']

/** The addresses of an emulator on these ports; `allowed` are the names given by `--allow-host`. */
export function addressesOf(apiPort: number, dashboardPort: number, allowed: readonly string[]): Addresses {
  const names = [...LOOPBACK_NAMES, ...allowed.map((name) => name.toLowerCase())]
  const hosts = (port: number) =>
    new Set(names.flatMap((name) => (port === 80 ? [name, `${name}:80`] : [`${name}:${port}`])))
  return {
    hosts: { api: hosts(apiPort), dashboard: hosts(dashboardPort) },
    origins: new Set([...hosts(dashboardPort)].map((host) => `http://${host}`)),
  }
}

/** 403 for a foreign Host or Origin, on every route and before anything else (threats C1): a page elsewhere must not drive us. */
export function requireOwnOrigin(request: ServerRequest, addresses: Addresses): void {
  const hosts = request.headers.host ?? []
  if (hosts.length === 0) throw new Refusal('VALIDATION_ERROR', 'the request has no Host header')
  const host = hosts[0]?.toLowerCase()
  if (hosts.length !== 1 || host === undefined || !addresses.hosts[request.side].has(host)) {
    throw new Refusal(
      'FORBIDDEN_ORIGIN',
      'this Host is not one of the emulator; use its loopback address, or --allow-host',
    )
  }
  const origins = request.headers.origin
  if (origins && (origins.length !== 1 || !addresses.origins.has(origins[0]!.toLowerCase()))) {
    throw new Refusal('FORBIDDEN_ORIGIN', 'requests from this Origin are not answered')
  }
}
