/** Generated from the tables of operations by `npm run record`; do not edit. */

import type { PageInformation, PageQuery } from './emulator.js'

export type MemberRecord = {
  /** Identifier of the record. */
  id: string
  /** Name of the record. */
  name: string
  /** Email address. */
  email: string
  /** True if the member is active. Keys bound to an inactive member stop working. */
  active: boolean
}

export type ListMembersResult = {
  /** The records of this page. */
  items: MemberRecord[]
  /** Position of this page in the list; absent if the whole list was returned. */
  pagination?: PageInformation
}

export type CreateMemberBody = {
  /** Name of the record. 1 to 255 characters. */
  name: string
  /** Email address. 3 to 254 characters; must be an email address. */
  email: string
}

export type UpdateMemberBody = {
  /** True if the member is active. Keys bound to an inactive member stop working. */
  active: boolean
}

/** The operations of `members`, by name. */
export interface ControlMembers {
  /**
   * The members of an organisation.
   *
   * `GET /_emulator/orgs/{org_id}/members`
   */
  listMembers: { params: Record<never, never>; query: PageQuery; body: undefined; result: ListMembersResult }
  /**
   * Adds a member.
   *
   * `POST /_emulator/orgs/{org_id}/members`
   */
  createMember: { params: Record<never, never>; query: undefined; body: CreateMemberBody; result: MemberRecord }
  /**
   * One member.
   *
   * `GET /_emulator/orgs/{org_id}/members/{id}`
   */
  getMember: {
    params: {
      /** Identifier of the record, as its listing shows it. */
      readonly id: string
    }
    query: undefined
    body: undefined
    result: MemberRecord
  }
  /**
   * Makes a member active or inactive; keys bound to an inactive member stop.
   *
   * `PATCH /_emulator/orgs/{org_id}/members/{id}`
   */
  updateMember: {
    params: {
      /** Identifier of the record, as its listing shows it. */
      readonly id: string
    }
    query: undefined
    body: UpdateMemberBody
    result: MemberRecord
  }
}
