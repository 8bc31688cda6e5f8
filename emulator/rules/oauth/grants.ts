import { OAUTH_LIFETIMES } from '../../../src/contract/oauth.js'
import { type Change, put, remove } from '../../state/change.js'
import type { Connection, OAuthToken } from '../../state/oauth-rows.js'
import { hashSecret } from '../api-keys.js'

type Tokens = Readonly<Record<string, OAuthToken>>
type Row = Pick<OAuthToken, 'kind' | 'clientId' | 'connectionId' | 'resource'>

/** The fact that a secret was handed out. */
export function issued(secret: string, row: Row, now: number): Change {
  const hash = hashSecret(secret)
  return put('oauthTokens', hash, { hash, ...row, expiresAt: now + OAUTH_LIFETIMES[row.kind], used: false })
}

/** The facts of a code or refresh token being used: it is spent, and what is expired of its connection is forgotten. */
export function spent(token: OAuthToken, tokens: Tokens, now: number): Change[] {
  const stale = tokensOf(token.connectionId, tokens).filter(({ expiresAt }) => expiresAt <= now)
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

function tokensOf(connectionId: string, tokens: Tokens): OAuthToken[] {
  return Object.values(tokens).filter((token) => token.connectionId === connectionId)
}
