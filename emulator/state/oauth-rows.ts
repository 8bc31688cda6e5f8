/** An AI assistant that registered itself (RFC 7591). */
export interface OAuthClient {
  id: string
  name: string
  redirectUris: string[]
  grantTypes: string[]
  authMethod: 'none' | 'client_secret_basic' | 'client_secret_post'
  /** Null for a public client. */
  secretHash: string | null
  createdAt: number
}

/** What an assistant asked for when it sent a person to sign in. */
export interface SignIn {
  redirectUri: string
  codeChallenge: string
  /** The resource named (RFC 8707); null if none was. */
  resource: string | null
  /** The assistant's own mark, handed back to it. */
  state: string | null
  /** This service under the name by which it was asked. */
  issuer: string
}

/** A sign-in of an assistant: asked for, approved by a member, ended. Every one is approved by itself (MCP-11). */
export interface Connection {
  id: string
  clientId: string
  clientName: string
  state: 'requested' | 'approved' | 'revoked'
  memberId: string | null
  createdAt: number
  /** Dropped with the exchange of its code. */
  signIn: SignIn | null
}

/** A secret that was handed out, by its hash; the secret itself is nowhere. */
export interface OAuthToken {
  hash: string
  kind: 'code' | 'access' | 'refresh'
  connectionId: string
  clientId: string
  expiresAt: number
  /** A code or refresh token counts once; it is kept so that a second use is known for what it is. */
  used: boolean
  /** The resource it was given for; null if the assistant named none. */
  resource: string | null
}
