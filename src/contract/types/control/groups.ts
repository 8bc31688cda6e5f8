/** Generated from the tables of operations by `npm run record`; do not edit. */

import type { PageInformation, PageQuery } from './emulator.js'

export type GroupRecord = {
  /** Identifier of the group. */
  feedback_group_id: string
  /** Name of the record. */
  name: string
  /** Periods the group is tracked by. */
  tracking: 'none' | 'weekly' | 'monthly' | 'quarterly'
  /** When it was created. */
  created_at: string
}

export type ListGroupsResult = {
  /** The records of this page. */
  items: GroupRecord[]
  /** Position of this page in the list; absent if the whole list was returned. */
  pagination?: PageInformation
}

export type UpdateGroupBody = {
  /** Periods the group is tracked by. */
  tracking: 'none' | 'weekly' | 'monthly' | 'quarterly'
}

/** The operations of `groups`, by name. */
export interface ControlGroups {
  /**
   * The feedback groups of an organisation and how they track feedback over time.
   *
   * `GET /_emulator/orgs/{org_id}/groups`
   */
  listGroups: { params: Record<never, never>; query: PageQuery; body: undefined; result: ListGroupsResult }
  /**
   * One feedback group.
   *
   * `GET /_emulator/orgs/{org_id}/groups/{id}`
   */
  getGroup: {
    params: {
      /** Identifier of the record, as its listing shows it. */
      readonly id: string
    }
    query: undefined
    body: undefined
    result: GroupRecord
  }
  /**
   * Sets how a feedback group tracks feedback over time.
   *
   * `PATCH /_emulator/orgs/{org_id}/groups/{id}`
   */
  updateGroup: {
    params: {
      /** Identifier of the record, as its listing shows it. */
      readonly id: string
    }
    query: undefined
    body: UpdateGroupBody
    result: GroupRecord
  }
}
