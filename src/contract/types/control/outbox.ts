/** Generated from the tables of operations by `npm run record`; do not edit. */

import type { IntegerText } from '../../schema.js'
import type { PageInformation } from './emulator.js'

export type MessageRecord = {
  /** Identifier of the record. */
  id: string
  /** When it happened, by the clock of the organisation. */
  at: string
  /** Address of the sender. */
  from: string
  /** Address of the recipient. */
  to: string
  /** Subject of the email. */
  subject: string
  /** Plain text of the email; as a filter, a part of it. */
  text: string
  /** HTML of the email. */
  html: string
  /** Identifier of the source. */
  source_id: string
  /** Identifier of the send the email belongs to. */
  invite_id: string
}

export type ListMessagesQuery = {
  /** Address of the recipient. */
  to?: string
  /** Subject of the email. */
  subject?: string
  /** Plain text of the email; as a filter, a part of it. */
  text?: string
  /** Identifier of the source. */
  source_id?: string
  /** Records on a page. */
  limit?: IntegerText
  /** `pagination.next_cursor` of the previous page. */
  cursor?: string
}

export type ListMessagesResult = {
  /** The records of this page. */
  items: MessageRecord[]
  /** Position of this page in the list; absent if the whole list was returned. */
  pagination?: PageInformation
}

/** The operations of `outbox`, by name. */
export interface ControlOutbox {
  /**
   * The invite emails, newest first.
   *
   * `GET /_emulator/orgs/{org_id}/outbox`
   */
  listMessages: { params: Record<never, never>; query: ListMessagesQuery; body: undefined; result: ListMessagesResult }
  /**
   * One invite email.
   *
   * `GET /_emulator/orgs/{org_id}/outbox/{id}`
   */
  getMessage: {
    params: {
      /** Identifier of the record, as its listing shows it. */
      readonly id: string
    }
    query: undefined
    body: undefined
    result: MessageRecord
  }
  /**
   * One invite email in .eml format.
   *
   * `GET /_emulator/orgs/{org_id}/outbox/{id}/message.eml`
   */
  getMessageFile: {
    params: {
      /** Identifier of the record, as its listing shows it. */
      readonly id: string
    }
    query: undefined
    body: undefined
    result: string
  }
  /**
   * The HTML of an invite email, with scripts and remote content blocked.
   *
   * `GET /_emulator/orgs/{org_id}/outbox/{id}/message.html`
   */
  getMessagePage: {
    params: {
      /** Identifier of the record, as its listing shows it. */
      readonly id: string
    }
    query: undefined
    body: undefined
    result: string
  }
}
