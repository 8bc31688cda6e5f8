import type { Caps } from '../../../src/contract/caps.js'
import { OAUTH_LIFETIMES } from '../../../src/contract/oauth.js'
import { type Change, put, remove } from '../../state/change.js'
import type { Connection, OAuthToken } from '../../state/oauth-rows.js'
import type { State } from '../../state/state.js'
import { hashSecret } from '../api-keys.js'
import { oldestBeyond } from '../caps.js'

type Tokens = Readonly<Record<string, OAuthToken>>
type GrantToken = Pick<OAuthToken, 'kind' | 'clientId' | 'connectionId' | 'resource'>

/** The fact that a secret was handed out. */
export function issued(secret: string, row: GrantToken, now: number): Change {
  const hash = hashSecret(secret)
  return put('oauthTokens', hash, { hash, ...row, expiresAt: now + OAUTH_LIFETIMES[row.kind], used: false })
}

/** The facts of a code or refresh token being used: it is spent, and what is expired of its connection is forgotten, or was used long ago. */
export function spent(token: OAuthToken, tokens: Tokens, now: number, { usedTokens }: Caps): Change[] {
  const all = tokensOf(token.connectionId, tokens)
  const used = all.filter((each) => each.used && each.expiresAt > now)
  const stale = [
    ...all.filter(({ expiresAt }) => expiresAt <= now),
    ...oldestBeyond(used, usedTokens - 1, ({ expiresAt }) => expiresAt),
  ]
  return [
    ...stale.map(({ hash }) => remove('oauthTokens', hash)),
    put('oauthTokens', token.hash, { ...token, used: true }),
  ]
}

/** The facts of the end of a connection: all its tokens die at once. */
export function ended(connection: Connection, tokens: Tokens): Change[] {
  const gone = tokensOf(connection.id, tokens).map(({ hash }) => remove('oauthTokens', hash))
  return [...gone, put('connections', connection.id, { ...connection, state: 'revoked', signIn: null })]
}

/** The facts of new tokens taking the place of the access tokens before them. */
export function withdrawnAccess(connectionId: string, tokens: Tokens): Change[] {
  const before = tokensOf(connectionId, tokens).filter(({ kind }) => kind === 'access')
  return before.map(({ hash }) => remove('oauthTokens', hash))
}

/** The facts that make room for one more connection: the oldest of those no one can use any more go, with their tokens. */
export function dropEndedConnections(
  { connections, oauthTokens }: Readonly<State>,
  now: number,
  { endedConnections }: Caps,
): Change[] {
  const inForce = new Set(
    Object.values(oauthTokens)
      .filter(({ used, expiresAt }) => !used && expiresAt > now)
      .map(({ connectionId }) => connectionId),
  )
  const over = Object.values(connections).filter(({ id, state }) => state !== 'requested' && !inForce.has(id))
  const gone = oldestBeyond(over, endedConnections - 1, ({ createdAt }) => createdAt)
  return gone.flatMap(({ id }) => [
    remove('connections', id),
    ...tokensOf(id, oauthTokens).map(({ hash }) => remove('oauthTokens', hash)),
  ])
}

/** The facts that make room for one more assistant: registrations cost nothing, so the oldest that no one connected with go. */
export function dropIdleClients({ oauthClients, connections }: Readonly<State>, { assistants }: Caps): Change[] {
  const clients = Object.values(oauthClients)
  const used = new Set(Object.values(connections).map(({ clientId }) => clientId))
  const idle = clients.filter(({ id }) => !used.has(id))
  const room = Math.max(0, assistants - 1 - (clients.length - idle.length))
  return oldestBeyond(idle, room, ({ createdAt }) => createdAt).map(({ id }) => remove('oauthClients', id))
}

function tokensOf(connectionId: string, tokens: Tokens): OAuthToken[] {
  return Object.values(tokens).filter((token) => token.connectionId === connectionId)
}
