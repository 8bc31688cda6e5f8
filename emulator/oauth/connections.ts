import { OAUTH_LIFETIMES, OAUTH_SECRETS } from '../../src/contract/oauth.js'
import type { Organization } from '../core/organization.js'
import { randomnessOf } from '../core/randomness-of.js'
import { notFound } from '../core/refusal.js'
import type { Service } from '../core/service.js'
import { rowOfId } from '../operations/find-rows.js'
import { timeOf } from '../rules/clock.js'
import { dropEndedConnections, dropIdleClients, ended, issued } from '../rules/oauth/grants.js'
import { put, remove } from '../state/change.js'
import type { Connection, OAuthClient } from '../state/oauth-rows.js'
import { decideAndCommit } from './decide-and-commit.js'
import { withParameters } from './replies.js'

/** The sign-ins that wait for someone; until one is approved it belongs to no organisation, and the default one keeps it. */
export function waitingConnections(service: Service): Connection[] {
  const { state } = service.organizations.first().store
  const now = timeOf(state.clock, service.clock.now())
  return Object.values(state.connections).filter(
    (each) => each.state === 'requested' && now - each.createdAt < OAUTH_LIFETIMES.request,
  )
}

/** The sign-in that waits under an identifier; nothing if it was answered, or no one answered in time. */
export function findWaiting(service: Service, id: string): Connection | undefined {
  return waitingConnections(service).find((each) => each.id === id)
}

/**
 * Approves a sign-in in the name of an active member. Resolves with the connection and the address, code included, that the
 * browser of the person goes to; refuses an unknown or answered request (404) and a member who is not active (404).
 */
export async function approve(service: Service, organization: Organization, requestId: string, memberId: string) {
  const member = rowOfId(organization.store.state.members, memberId)
  if (!member?.active) throw notFound('active member', memberId.slice(0, 40))
  const { request, client } = await takeRequest(service, requestId)
  const { redirectUri, state, issuer, resource } = request.signIn!
  const code = OAUTH_SECRETS.code + randomnessOf(organization, service)(32).toString('base64url')
  const connection = await decideAndCommit(organization, service, 'approveConnection', ({ state: own, now, caps }) => {
    const row: Connection = { ...request, state: 'approved', memberId, createdAt: now }
    const token = { kind: 'code', clientId: client.id, connectionId: row.id, resource } as const
    const changes = [
      ...dropEndedConnections(own, now, caps),
      ...dropIdleClients(own, caps),
      put('oauthClients', client.id, client),
      put('connections', row.id, row),
      issued(code, token, now),
    ]
    return { answer: row, summary: `${member.name} let ${row.clientName} in (${row.id})`, changes }
  })
  return { connection, redirectTo: withParameters(redirectUri, { code, state, iss: issuer }) }
}

/** Turns a sign-in down; resolves with the address that reports it to the assistant. */
export async function deny(service: Service, requestId: string): Promise<string> {
  const { request } = await takeRequest(service, requestId)
  const { redirectUri, state, issuer } = request.signIn!
  const parameters = { error: 'access_denied', error_description: 'access was denied', state, iss: issuer }
  return withParameters(redirectUri, parameters)
}

/** Ends a connection of an organisation, or turns down one that still waits. Refuses an unknown one (404). */
export async function revoke(service: Service, organization: Organization, id: string): Promise<void> {
  if (findWaiting(service, id)) return void (await takeRequest(service, id))
  await decideAndCommit(organization, service, 'revokeConnection', ({ state, now, caps }) => {
    const connection = rowOfId(state.connections, id)
    if (!connection || connection.state === 'requested') throw notFound('connection', id.slice(0, 40))
    const changes = [...dropEndedConnections(state, now, caps), ...ended(connection, state.oauthTokens)]
    return { answer: undefined, summary: `ended connection ${id}`, changes }
  })
}

/** Takes a request out of those that wait, so that it is answered once, whoever is first. */
function takeRequest(service: Service, id: string): Promise<{ request: Connection; client: OAuthClient }> {
  return decideAndCommit(service.organizations.first(), service, 'answerConnection', ({ state }) => {
    const request = findWaiting(service, id)
    const client = request && rowOfId(state.oauthClients, request.clientId)
    if (!request || !client) throw notFound('pending sign-in', id.slice(0, 40))
    const changes = [remove('connections', id)]
    return { answer: { request, client }, summary: `answered ${id}`, changes }
  })
}
