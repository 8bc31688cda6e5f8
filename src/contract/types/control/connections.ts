/** Generated from the tables of operations by `npm run record`; do not edit. */

import type { PageInformation, PageQuery } from './emulator.js'

export type ConnectionRecord = {
  /** Identifier of the record. */
  id: string
  /** Value of the header `X-Request-Id`. */
  request_id: string | null
  /** Name the assistant registered with. */
  client_name: string
  /** Identifier of the member it is bound to; null if to none. */
  member_id: string | null
  /** State of the record. */
  state: 'requested' | 'approved' | 'revoked'
  /** When it was created. */
  created_at: string
}

export type ListConnectionsResult = {
  /** The records of this page. */
  items: ConnectionRecord[]
  /** Position of this page in the list; absent if the whole list was returned. */
  pagination?: PageInformation
}

export type ApproveConnectionBody = {
  /** Value of the header `X-Request-Id`. */
  request_id: string
  /** Identifier of the member it is bound to; null if to none. */
  member_id: string
}

export type ApproveConnectionResult = {
  /** Identifier of the record. */
  id: string
  /** Value of the header `X-Request-Id`. */
  request_id: string | null
  /** Name the assistant registered with. */
  client_name: string
  /** Identifier of the member it is bound to; null if to none. */
  member_id: string | null
  /** State of the record. */
  state: 'requested' | 'approved' | 'revoked'
  /** When it was created. */
  created_at: string
  /** Address the assistant is redirected to, with its code. */
  redirect_to: string
}

/** The operations of `connections`, by name. */
export interface ControlConnections {
  /**
   * The AI assistants that signed in or wait for approval.
   *
   * `GET /_emulator/orgs/{org_id}/connections`
   */
  listConnections: { params: Record<never, never>; query: PageQuery; body: undefined; result: ListConnectionsResult }
  /**
   * One AI assistant that signed in or waits for approval.
   *
   * `GET /_emulator/orgs/{org_id}/connections/{id}`
   */
  getConnection: {
    params: {
      /** Identifier of the record, as its listing shows it. */
      readonly id: string
    }
    query: undefined
    body: undefined
    result: ConnectionRecord
  }
  /**
   * Approves a sign-in on behalf of a member, without a browser.
   *
   * `POST /_emulator/orgs/{org_id}/connections`
   */
  approveConnection: {
    params: Record<never, never>
    query: undefined
    body: ApproveConnectionBody
    result: ApproveConnectionResult
  }
  /**
   * Revokes a connection and its tokens immediately.
   *
   * `DELETE /_emulator/orgs/{org_id}/connections/{id}`
   */
  revokeConnection: {
    params: {
      /** Identifier of the record, as its listing shows it. */
      readonly id: string
    }
    query: undefined
    body: undefined
    result: undefined
  }
}
