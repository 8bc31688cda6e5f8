import type { ControlHandler } from '../core/control-handler.js'
import { notFound } from '../core/refusal.js'
import { rowOfId } from '../operations/find-rows.js'
import { put } from '../state/change.js'
import type { Member, State } from '../state/state.js'

const listMembers: ControlHandler<'listMembers'> = {
  decide: (_input, { state }) => ({ answer: { items: Object.values(state.members) } }),
}

const createMember: ControlHandler<'createMember'> = {
  decide({ body }, { ids }) {
    const member: Member = { id: String(ids.next('member')), name: body.name, email: body.email, active: true }
    return { answer: member, summary: `added member ${member.id}`, changes: [put('members', member.id, member)] }
  },
}

const getMember: ControlHandler<'getMember'> = {
  decide: ({ params }, { state }) => ({ answer: requireMember(state, params.id) }),
}

/** An inactive member stops the `mcp_read` keys bound to it; an active one lets them work again (MCP-1, MCP-2). */
const updateMember: ControlHandler<'updateMember'> = {
  decide({ params, body }, { state, organization }) {
    const member = { ...requireMember(state, params.id), active: body.active }
    const summary = `member ${member.id} is ${member.active ? 'active' : 'inactive'}`
    const isForGood = !body.active && organization.contract.values['mcp-key-returns'].rule === 'stopped'
    const bound = Object.values(state.keys).filter(
      ({ memberId, scope }) => memberId === member.id && scope === 'mcp_read',
    )
    const stopped = isForGood ? bound.map((key) => put('keys', key.id, { ...key, unbound: true as const })) : []
    return { answer: member, summary, changes: [put('members', member.id, member), ...stopped] }
  },
}

function requireMember(state: Readonly<State>, id = ''): Member {
  const member = rowOfId(state.members, id)
  if (!member) throw notFound('member', id.slice(0, 40))
  return member
}

export const HANDLERS = { listMembers, createMember, getMember, updateMember }
