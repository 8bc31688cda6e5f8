import { createHash } from 'node:crypto'
import type { OAuthClientProvider } from '@modelcontextprotocol/client'
import type { Json, Service } from '../service.js'

export const CALLBACK = 'http://127.0.0.1:33418/callback'

/** The storage the SDK asks an application for, in memory; where it sends the person is kept in `sentTo`. */
export function memoryProvider(): OAuthClientProvider & { sentTo: URL | undefined; saved: Record<string, Json> } {
  const saved: Record<string, Json> = {}
  const save = (name: string) => (value: Json) => {
    saved[name] = value
  }
  return {
    saved,
    sentTo: undefined,
    redirectUrl: CALLBACK,
    clientMetadata: {
      client_name: 'Test assistant',
      redirect_uris: [CALLBACK],
      grant_types: ['authorization_code', 'refresh_token'],
      token_endpoint_auth_method: 'none',
    },
    state: () => 'state-of-the-assistant',
    clientInformation: () => saved.client,
    saveClientInformation: save('client'),
    tokens: () => saved.tokens,
    saveTokens: save('tokens'),
    redirectToAuthorization(url) {
      this.sentTo = url
    },
    invalidateCredentials: (what) => {
      if (what === 'tokens' || what === 'all') delete saved.tokens
      if (what === 'client' || what === 'all') delete saved.client
    },
    saveCodeVerifier: save('verifier'),
    codeVerifier: () => saved.verifier,
    saveDiscoveryState: save('discovery'),
    discoveryState: () => saved.discovery,
  } as OAuthClientProvider & { sentTo: URL | undefined; saved: Record<string, Json> }
}

export const VERIFIER = 'v'.repeat(43)
export const challengeOf = (verifier: string) => createHash('sha256').update(verifier).digest('base64url')

/** The steps of a sign-in by hand, each with members that can be overridden. */
export function handSignIn({ emulator, control }: Service) {
  const form = async (path: string, members: Record<string, string>, headers: Record<string, string> = {}) => {
    const type = { 'content-type': 'application/x-www-form-urlencoded' }
    const body = new URLSearchParams(members).toString()
    const url = emulator.dashboardUrl + path
    const answer = await emulator.handle({ method: 'POST', url, headers: { ...type, ...headers }, body })
    return read(answer)
  }
  const get = async (url: string) => read(await emulator.handle({ method: 'GET', url, headers: {} }))
  const register = async (members: Json = {}) => {
    const body = JSON.stringify({
      client_name: 'By hand',
      redirect_uris: [CALLBACK],
      grant_types: ['authorization_code', 'refresh_token'],
      ...members,
    })
    const headers = { 'content-type': 'application/json' }
    return read(
      await emulator.handle({ method: 'POST', url: `${emulator.dashboardUrl}/oauth/register`, headers, body }),
    )
  }
  const authorize = (clientId: string, members: Record<string, string> = {}) => {
    const parameters = {
      response_type: 'code',
      client_id: clientId,
      redirect_uri: CALLBACK,
      code_challenge: challengeOf(VERIFIER),
      code_challenge_method: 'S256',
      resource: `${emulator.baseUrl}/mcp`,
      state: 's1',
      ...members,
    }
    return get(`${emulator.dashboardUrl}/oauth/authorize?${new URLSearchParams(parameters)}`)
  }
  const requestId = async (clientId: string, members: Record<string, string> = {}) =>
    (await authorize(clientId, members)).headers.location!.split('/').at(-1)!
  const code = async (clientId: string, members: Record<string, string> = {}) => {
    const request_id = await requestId(clientId, members)
    const { redirect_to } = (await control('POST', '/connections', { request_id, member_id: '1' })).json
    return new URL(redirect_to).searchParams.get('code')!
  }
  const exchange = (clientId: string, given: string, members: Record<string, string> = {}) =>
    form('/oauth/token', {
      grant_type: 'authorization_code',
      client_id: clientId,
      code: given,
      redirect_uri: CALLBACK,
      code_verifier: VERIFIER,
      ...members,
    })
  const refresh = (clientId: string, token: string, members: Record<string, string> = {}) =>
    form('/oauth/token', { grant_type: 'refresh_token', client_id: clientId, refresh_token: token, ...members })
  /** A whole sign-in: the client and its tokens. */
  const signIn = async () => {
    const { client_id } = (await register()).json
    const tokens = (await exchange(client_id, await code(client_id))).json
    return { clientId: client_id as string, ...(tokens as { access_token: string; refresh_token: string }) }
  }
  const ask = async (token: string) => {
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    }
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' })
    return read(await emulator.handle({ method: 'POST', url: `${emulator.baseUrl}/mcp`, headers, body }))
  }
  return { form, get, register, authorize, requestId, code, exchange, refresh, signIn, ask }
}

function read(answer: { status: number; headers: Record<string, string>; body: Uint8Array }) {
  const text = Buffer.from(answer.body).toString()
  const isJson = /^application\/json/.test(answer.headers['content-type'] ?? '')
  return { status: answer.status, headers: answer.headers, text, json: (isJson ? JSON.parse(text) : undefined) as Json }
}
