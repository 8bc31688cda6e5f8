import type { ControlResultOf } from '../../src/contract/control/index.js'
import { formatTime } from '../../src/contract/times.js'
import type { ControlHandler } from '../core/control-handler.js'
import type { World } from '../core/organization.js'
import { notFound } from '../core/refusal.js'
import type { Service } from '../core/service.js'
import { approve, revoke, waitingConnections } from '../oauth/connections.js'
import type { Connection } from '../state/oauth-rows.js'

/** The connections of an organisation, and the sign-ins that wait for anybody's approval. */
export const listConnections: ControlHandler<'listConnections'> = {
  act: (_input, service, world) => ({ items: connectionsOf(service, world!).map(connectionOnWire) }),
}

export const getConnection: ControlHandler<'getConnection'> = {
  act({ params: { id = '' } }, service, world) {
    const found = connectionsOf(service, world!).find((each) => each.id === id)
    if (!found) throw notFound('connection', id.slice(0, 40))
    return connectionOnWire(found)
  },
}

/** What the approval page does, without a browser: the address it would go to is told here, and nowhere again. */
export const approveConnection: ControlHandler<'approveConnection'> = {
  async act({ body }, service, world) {
    const { connection, redirectTo } = await approve(service, world!, body.request_id, body.member_id)
    return { ...connectionOnWire(connection), redirect_to: redirectTo }
  },
}

export const revokeConnection: ControlHandler<'revokeConnection'> = {
  async act({ params }, service, world) {
    await revoke(service, world!, params.id ?? '')
    return undefined
  },
}

function connectionsOf(service: Service, world: World): Connection[] {
  const own = Object.values(world.store.state.connections).filter(({ state }) => state !== 'requested')
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
