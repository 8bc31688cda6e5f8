/** Generated from the tables of operations by `npm run record`; do not edit. */

import type { IntegerText } from '../../schema.js'
import type { Pagination } from './groups.js'

export type InviteTemplate = {
  /** Identifier of the source. */
  survey_id: string
  /** True if the source has an invite template. */
  present: boolean
  /** Subject of the email. */
  subject: string | null
  /** Variables of the template. */
  variables: {
    /** Name of the variable. */
    name: string
    /** True if every recipient needs a value for it. */
    required: boolean
  }[]
  /** The domain invites are sent from. */
  sender_domain: {
    /** Domain that invites are sent from; null if none is set up. */
    domain: string | null
    /** State of the send. */
    status: 'verified' | 'pending' | 'missing'
  }
  /** How many invites the organisation can send. */
  quota: {
    /** Invites allowed in the period; null if unlimited. */
    limit: number | null
    /** Amount used in this period. */
    used: number
    /** Amount left in this period; null if unlimited. */
    remaining: number | null
    /** End of the period. */
    period_end: string | null
  }
}

export type Invitation = {
  /** The recipients. 1 to 1,000 entries. */
  recipients: Recipient[]
  /** Previews the emails without sending them. */
  dry_run?: boolean
  /** Invites people again who were already invited. */
  resend?: boolean
}

export type Recipient = {
  /** Email address of the recipient. */
  email: string
  /** Your identifier of the recipient. 1 to 255 characters. */
  external_id?: string
  /** Variables of the template. */
  variables?: Record<string, unknown>
}

export type SendInvitesResult = InviteReceipt | InvitePreview

export type InviteReceipt = {
  /** Identifier of the send; pass it to `getInvite` and `listInviteRecipients`. */
  invite_id: string
  /** State of the send. */
  status: 'queued' | 'sending' | 'completed'
  /** Recipients that were accepted. */
  accepted: number
  /** Recipients that were left out. */
  skipped: SkippedRecipient[]
}

export type SkippedRecipient = {
  /** Email address of the recipient. */
  email: string
  /** Why it was rejected or left out. */
  reason: 'already_invited' | 'duplicate_in_request' | 'suppressed'
}

export type InvitePreview = {
  /** True: no email was sent. */
  dry_run: boolean
  /** Recipients that were accepted. */
  accepted: number
  /** Recipients that were left out. */
  skipped: SkippedRecipient[]
  /** The emails that would be sent. */
  previews: {
    /** Email address of the recipient. */
    email: string
    /** Subject of the email. */
    subject: string
    /** Plain text of the email. */
    text: string
    /** HTML of the email. */
    html: string
  }[]
}

export type Invite = {
  /** Identifier of the send; pass it to `getInvite` and `listInviteRecipients`. */
  invite_id: string
  /** Identifier of the source. */
  survey_id: string
  /** State of the send. */
  status: 'queued' | 'sending' | 'completed'
  /** Number of recipients by outcome. */
  counts: {
    /** All recipients. */
    total: number
    /** Recipients the email was sent to. */
    sent: number
    /** Recipients the email was delivered to. */
    delivered: number
    /** Recipients the email could not be delivered to. */
    bounced: number
    /** Recipients who reported the email as spam. */
    complained: number
  }
  /** When it was created. */
  created_at: string
  /** When it finished; null while it runs. */
  completed_at: string | null
}

export type ListInviteRecipientsQuery = {
  /** Most entries a page can have. 1 to 200; default: 50. */
  limit?: IntegerText
  /** `pagination.next_cursor` of the previous page. */
  cursor?: string
}

export type RecipientPage = {
  /** The recipients. */
  recipients: RecipientOutcome[]
  /** Position of this page in the list. */
  pagination: Pagination
}

export type RecipientOutcome = {
  /** Email address of the recipient. */
  email: string
  /** Your identifier of the recipient. */
  external_id: string | null
  /** Delivery status of the email to this recipient. */
  delivery_status: 'queued' | 'sent' | 'delivered' | 'bounced' | 'complained'
  /** When this last changed. */
  updated_at: string
  /** Why it was rejected or left out. */
  reason: string | null
}

/** The operations of `invites`, by name. */
export interface ServiceInvites {
  /**
   * Template presence, variables, sender-domain status and quota of a source.
   *
   * `GET /sources/{id}/invite-template`, keys of scope `send` or `all`.
   *
   * In addition to the common errors: `ServiceError` with code `NOT_FOUND`.
   */
  getInviteTemplate: {
    params: {
      /** Identifier of the source. */
      readonly id: string
    }
    query: undefined
    body: undefined
    result: InviteTemplate
  }
  /**
   * Sends survey invites to 1 to 1,000 recipients, or previews them.
   *
   * `POST /sources/{id}/invites`, keys of scope `send` or `all`.
   *
   * Emits `invites.completed` and `invite.bounced`.
   *
   * In addition to the common errors: `ServiceError` with code `NOT_FOUND`, `SENDER_DOMAIN_UNVERIFIED`,
   * `INVITE_QUOTA_EXCEEDED`, `SOURCE_NOT_PUBLISHED` or `INVITE_TEMPLATE_MISSING`.
   */
  sendInvites: {
    params: {
      /** Identifier of the source. */
      readonly id: string
    }
    query: undefined
    body: Invitation
    result: SendInvitesResult
  }
  /**
   * Status and counts of an invite distribution.
   *
   * `GET /invites/{id}`, keys of scope `send` or `all`.
   *
   * In addition to the common errors: `ServiceError` with code `NOT_FOUND`.
   */
  getInvite: {
    params: {
      /** Identifier of the send, from `sendInvites`. */
      readonly id: string
    }
    query: undefined
    body: undefined
    result: Invite
  }
  /**
   * Outcome per recipient of an invite distribution, delivery status included.
   *
   * `GET /invites/{id}/recipients`, keys of scope `send` or `all`.
   *
   * In addition to the common errors: `ServiceError` with code `NOT_FOUND`.
   */
  listInviteRecipients: {
    params: {
      /** Identifier of the send, from `sendInvites`. */
      readonly id: string
    }
    query: ListInviteRecipientsQuery
    body: undefined
    result: RecipientPage
  }
}
