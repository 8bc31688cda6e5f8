import type { ControlResultOf } from '../../src/contract/control/index.js'
import { formatTime } from '../../src/contract/times.js'
import type { ControlHandler } from '../core/control-handler.js'
import type { Organization } from '../core/organization.js'
import { notFound } from '../core/refusal.js'
import type { Service } from '../core/service.js'
import { approve, revoke, waitingConnections } from '../oauth/connections.js'
import type { Connection } from '../state/oauth-rows.js'

/** The connections of an organisation, and the sign-ins that wait for anybody's approval. */
const listConnections: ControlHandler<'listConnections'> = {
  act: (_input, service, organization) => ({ items: connectionsOf(service, organization).map(connectionOnWire) }),
}

const getConnection: ControlHandler<'getConnection'> = {
  act({ params: { id = '' } }, service, organization) {
    const found = connectionsOf(service, organization).find((each) => each.id === id)
    if (!found) throw notFound('connection', id.slice(0, 40))
    return connectionOnWire(found)
  },
}

/** What the approval page does, without a browser: the address it would go to is given here, and nowhere else. */
const approveConnection: ControlHandler<'approveConnection'> = {
  async act({ body }, service, organization) {
    const { connection, redirectTo } = await approve(service, organization, body.request_id, body.member_id)
    return { ...connectionOnWire(connection), redirect_to: redirectTo }
  },
}

const revokeConnection: ControlHandler<'revokeConnection'> = {
  async act({ params }, service, organization) {
    await revoke(service, organization, params.id ?? '')
    return undefined
  },
}

function connectionsOf(service: Service, organization: Organization): Connection[] {
  const own = Object.values(organization.store.state.connections).filter(({ state }) => state !== 'requested')
  return [...own, ...waitingConnections(service)].sort((a, b) => a.createdAt - b.createdAt)
}

function connectionOnWire({
  id,
  clientName,
  memberId,
  state,
  createdAt,
}: Connection): ControlResultOf<'listConnections'>['items'][number] {
  return {
    id,
    request_id: state === 'requested' ? id : null,
    client_name: clientName,
    member_id: memberId,
    state,
    created_at: formatTime(createdAt),
  }
}

export const HANDLERS = { listConnections, getConnection, approveConnection, revokeConnection }
