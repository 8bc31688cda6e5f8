/** Permission scopes of an API key (KEY-4). */
export const SCOPES = ['push', 'create', 'send', 'mcp_read', 'all'] as const
export type Scope = (typeof SCOPES)[number]

export const ENVIRONMENTS = ['test', 'live'] as const
export type KeyEnvironment = (typeof ENVIRONMENTS)[number]

/** Who may call a route: a list of scopes, any valid key, or no one in particular (no key needed). */
export type Access = readonly Scope[] | 'any' | 'open'

export const PUSH_SCOPES = ['push', 'create', 'all'] as const
export const CREATE_SCOPES = ['create', 'all'] as const
export const SEND_SCOPES = ['send', 'all'] as const
export const MCP_SCOPES = ['mcp_read', 'all'] as const

/** Whether a key of `scope` may call a route of this access (AUT-4, AUT-7). */
export function allows(access: Access, scope: Scope): boolean {
  return access === 'open' || access === 'any' || access.includes(scope)
}
