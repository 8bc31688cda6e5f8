import { MOUNTS } from '../../src/contract/operation.js'
import type { Addresses } from '../core/addresses.js'

const PROTECTED_RESOURCE = '/.well-known/oauth-protected-resource'

/** The paths under which the MCP endpoint answers, and the root, which stands for all of them. */
export const RESOURCE_PATHS: readonly string[] = [...MOUNTS.map((mount) => `${mount}/mcp`), '', '/']

/** Where the metadata of a protected resource lie: its path after the well-known one (RFC 9728 section 3.1). */
export function protectedResourcePath(path: string): string {
  return path === '/' ? PROTECTED_RESOURCE : PROTECTED_RESOURCE + path
}

/** The origin of the dashboard under the name by which the API host was asked for: the issuer, as that client can reach it. */
export function issuerFor(apiHost: string, { hosts }: Addresses): string {
  const name = nameOf(apiHost.toLowerCase())
  const found = [...hosts.dashboard].find((host) => nameOf(host) === name)
  return `http://${found ?? [...hosts.dashboard][0]}`
}

/** Whether a URI names the MCP endpoint of this emulator, under any of its names and mounts (RFC 8707). */
export function isOwnResource(uri: string, { hosts }: Addresses): boolean {
  const own = [...hosts.api].flatMap((host) => RESOURCE_PATHS.map((path) => `http://${host}${path}`))
  return own.includes(uri)
}

function nameOf(host: string): string {
  return host.replace(/:\d+$/, '')
}
