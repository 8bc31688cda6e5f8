/** Where assistants sign in, on the dashboard host (contract.md section 10). */
export const OAUTH_PATHS = {
  metadata: '/.well-known/oauth-authorization-server',
  register: '/oauth/register',
  authorize: '/oauth/authorize',
  /** Followed by the identifier of the request. */
  approve: '/oauth/approve/',
  token: '/oauth/token',
  revoke: '/oauth/revoke',
} as const

/** The one scope a connection has: it acts as an `mcp_read` key of the member who approved it. */
export const OAUTH_SCOPE = 'mcp_read'

/** What the secrets of a sign-in start with, by what they are for. */
export const OAUTH_SECRETS = {
  access: 'inpk_at_',
  refresh: 'inpk_rt_',
  code: 'inpk_ac_',
  client: 'inpk_cs_',
} as const

/** How long they last on the organisation's clock, in milliseconds; the specification says ten minutes at most for a code. */
export const OAUTH_LIFETIMES = {
  request: 10 * 60_000,
  code: 5 * 60_000,
  access: 60 * 60_000,
  refresh: 30 * 24 * 60 * 60_000,
} as const
