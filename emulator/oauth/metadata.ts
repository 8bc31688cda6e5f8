import { OAUTH_PATHS, OAUTH_SCOPE } from '../../src/contract/oauth.js'
import { MOUNTS } from '../../src/contract/operation.js'
import type { Addresses } from '../core/addresses.js'
import type { Reply, ServerRequest } from '../core/exchange.js'
import { Refusal } from '../core/refusal.js'
import type { Service } from '../core/service.js'
import { jsonReply } from './replies.js'

/** Where all metadata is. */
export const WELL_KNOWN = '/.well-known/'

const PROTECTED_RESOURCE = `${WELL_KNOWN}oauth-protected-resource`

/** The paths under which the MCP endpoint answers, and the root, which stands for all of them. */
export const RESOURCE_PATHS: readonly string[] = [...MOUNTS.map((mount) => `${mount}/mcp`), '', '/']

/** Ways for a client to say who it is at the token endpoint. */
export const CLIENT_AUTHENTICATION = ['none', 'client_secret_basic', 'client_secret_post'] as const

/**
 * The metadata by which a client of the API host finds where to sign in: of the protected resource (RFC 9728), under each path of
 * the MCP endpoint, and of the authorization server for those that look for it there. Undefined for any other path.
 */
export function findApiMetadata({ target, headers }: ServerRequest, { addresses }: Service): Reply | undefined {
  const path = target.split('?')[0]!
  const host = headers.host![0]!
  const issuer = issuerFor(host, addresses)
  if (path === OAUTH_PATHS.metadata) return jsonReply(serverMetadata(issuer))
  const resource = RESOURCE_PATHS.find((each) => protectedResourcePath(each) === path)
  if (resource === undefined) return undefined
  return jsonReply({
    resource: `${addresses.scheme}://${host}${resource}`,
    authorization_servers: [issuer],
    scopes_supported: [OAUTH_SCOPE],
    bearer_methods_supported: ['header'],
    resource_name: 'Feedback service (emulator)',
  })
}

/** The metadata of the authorization server (RFC 8414); it is the dashboard host. */
export function serverMetadata(issuer: string) {
  return {
    issuer,
    authorization_endpoint: issuer + OAUTH_PATHS.authorize,
    token_endpoint: issuer + OAUTH_PATHS.token,
    registration_endpoint: issuer + OAUTH_PATHS.register,
    revocation_endpoint: issuer + OAUTH_PATHS.revoke,
    scopes_supported: [OAUTH_SCOPE],
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: CLIENT_AUTHENTICATION,
    revocation_endpoint_auth_methods_supported: CLIENT_AUTHENTICATION,
    authorization_response_iss_parameter_supported: true,
  }
}

/** 405 for a path that takes other methods. */
export function requireMethod(request: ServerRequest, ...allowed: readonly string[]): void {
  if (allowed.includes(request.method)) return
  const allow = allowed.join(', ')
  throw new Refusal('METHOD_NOT_ALLOWED', `this takes ${allow}, not ${request.method}`, undefined, { Allow: allow })
}

/** Where the metadata of a protected resource is: its path after the well-known one (RFC 9728 section 3.1). */
export function protectedResourcePath(path: string): string {
  return path === '/' ? PROTECTED_RESOURCE : PROTECTED_RESOURCE + path
}

/** The origin of the dashboard under the name by which the API host was asked for: the issuer, as that client can reach it. */
export function issuerFor(apiHost: string, { scheme, hosts }: Addresses): string {
  const name = nameOf(apiHost.toLowerCase())
  const found = [...hosts.dashboard].find((host) => nameOf(host) === name)
  return `${scheme}://${found ?? [...hosts.dashboard][0]}`
}

/** Whether a URI names the MCP endpoint of this emulator, under any of its names and mounts (RFC 8707). */
export function isOwnResource(uri: string, { scheme, hosts }: Addresses): boolean {
  const own = [...hosts.api].flatMap((host) => RESOURCE_PATHS.map((path) => `${scheme}://${host}${path}`))
  return own.includes(uri)
}

function nameOf(host: string): string {
  return host.replace(/:\d+$/, '')
}
