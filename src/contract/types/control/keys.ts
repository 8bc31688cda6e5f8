/** Generated from the tables of operations by `npm run record`; do not edit. */

import type { PageInformation, PageQuery } from './emulator.js'

export type KeyRecord = {
  /** Identifier of the record. */
  id: string
  /** Name of the key. */
  label: string
  /** Environment the key belongs to. */
  environment: 'test' | 'live'
  /** What the key may do. */
  scope: 'push' | 'create' | 'send' | 'mcp_read' | 'all'
  /** Requests per minute that the key may send. */
  rate_limit_per_minute: number
  /** Identifier of the member it is bound to; null if to none. */
  member_id: string | null
  /** State of the record. */
  state: 'active' | 'stopped' | 'revoked'
  /** When it was created. */
  created_at: string
  /** Requests sent with the key. */
  usage: {
    /** All requests. */
    total: number
    /** Requests by status of their response. */
    by_status: Record<string, number>
  }
}

export type ListKeysResult = {
  /** The records of this page. */
  items: KeyRecord[]
  /** Position of this page in the list; absent if the whole list was returned. */
  pagination?: PageInformation
}

export type CreateKeyBody = {
  /** Name of the key. 1 to 255 characters. */
  label: string
  /** Environment the key belongs to. */
  environment: 'test' | 'live'
  /** What the key may do. */
  scope: 'push' | 'create' | 'send' | 'mcp_read' | 'all'
  /** Requests per minute that the key may send. 1 to 300. */
  rate_limit_per_minute?: number
  /** Identifier of the member it is bound to; null if to none. */
  member_id?: string
}

export type CreateKeyResult = {
  /** Identifier of the record. */
  id: string
  /** Name of the key. */
  label: string
  /** Environment the key belongs to. */
  environment: 'test' | 'live'
  /** What the key may do. */
  scope: 'push' | 'create' | 'send' | 'mcp_read' | 'all'
  /** Requests per minute that the key may send. */
  rate_limit_per_minute: number
  /** Identifier of the member it is bound to; null if to none. */
  member_id: string | null
  /** State of the record. */
  state: 'active' | 'stopped' | 'revoked'
  /** When it was created. */
  created_at: string
  /** Requests sent with the key. */
  usage: {
    /** All requests. */
    total: number
    /** Requests by status of their response. */
    by_status: Record<string, number>
  }
  /** The key string. No other response shows it. */
  api_key: string
}

export type UpdateKeyBody = {
  /** Name of the key. 1 to 255 characters. */
  label?: string
  /** Requests per minute that the key may send. 1 to 300. */
  rate_limit_per_minute?: number
}

/** The operations of `keys`, by name. */
export interface ControlKeys {
  /**
   * The API keys of an organisation, with their usage.
   *
   * `GET /_emulator/orgs/{org_id}/keys`
   */
  listKeys: { params: Record<never, never>; query: PageQuery; body: undefined; result: ListKeysResult }
  /**
   * Creates an API key; only this response shows it.
   *
   * `POST /_emulator/orgs/{org_id}/keys`
   */
  createKey: { params: Record<never, never>; query: undefined; body: CreateKeyBody; result: CreateKeyResult }
  /**
   * One API key with its usage.
   *
   * `GET /_emulator/orgs/{org_id}/keys/{id}`
   */
  getKey: {
    params: {
      /** Identifier of the record, as its listing shows it. */
      readonly id: string
    }
    query: undefined
    body: undefined
    result: KeyRecord
  }
  /**
   * Changes the label or the rate limit of a key.
   *
   * `PATCH /_emulator/orgs/{org_id}/keys/{id}`
   */
  updateKey: {
    params: {
      /** Identifier of the record, as its listing shows it. */
      readonly id: string
    }
    query: undefined
    body: UpdateKeyBody
    result: KeyRecord
  }
  /**
   * Revokes a key immediately.
   *
   * `DELETE /_emulator/orgs/{org_id}/keys/{id}`
   */
  revokeKey: {
    params: {
      /** Identifier of the record, as its listing shows it. */
      readonly id: string
    }
    query: undefined
    body: undefined
    result: undefined
  }
  /**
   * Gives a key a new secret; the identifier stays, the old secret stops working immediately.
   *
   * `POST /_emulator/orgs/{org_id}/keys/{id}/rotate`
   */
  rotateKey: {
    params: {
      /** Identifier of the record, as its listing shows it. */
      readonly id: string
    }
    query: undefined
    body: undefined
    result: CreateKeyResult
  }
}
