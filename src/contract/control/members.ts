import { Shaped, type Static, Type } from '../schema.js'
import { Closed, controlRow, ListOf, PAGES } from './control-row.js'

export const MemberRecord = Type.Object({
  id: Type.String(),
  name: Type.String(),
  email: Type.String(),
  active: Type.Boolean(),
})
export type MemberRecord = Static<typeof MemberRecord>

const listMembers = controlRow({
  id: 'listMembers',
  noun: 'members',
  summary: 'The members of an organisation',
  method: 'GET',
  path: '/orgs/{org_id}/members',
  query: Closed(PAGES),
  result: ListOf(MemberRecord),
  status: 200,
  perOrganization: true,
})

const createMember = controlRow({
  id: 'createMember',
  noun: 'members',
  summary: 'Adds a member',
  method: 'POST',
  path: '/orgs/{org_id}/members',
  body: Closed({
    name: Type.String({ minLength: 1, maxLength: 255 }),
    email: Shaped('^[^@\\s]+@[^@\\s]+$', 'must be an email address', { minLength: 3, maxLength: 254 }),
  }),
  result: MemberRecord,
  status: 200,
  perOrganization: true,
})

const getMember = controlRow({
  id: 'getMember',
  noun: 'members',
  summary: 'One member',
  method: 'GET',
  path: '/orgs/{org_id}/members/{id}',
  result: MemberRecord,
  status: 200,
  perOrganization: true,
})

const updateMember = controlRow({
  id: 'updateMember',
  noun: 'members',
  summary: 'Makes a member active or inactive; keys bound to an inactive member stop',
  method: 'PATCH',
  path: '/orgs/{org_id}/members/{id}',
  body: Closed({ active: Type.Boolean() }),
  result: MemberRecord,
  status: 200,
  perOrganization: true,
})

export const ROWS = { listMembers, createMember, getMember, updateMember }
