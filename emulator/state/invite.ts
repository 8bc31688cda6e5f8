import type { TemplateRecord } from '../../src/contract/control/templates.js'
import type { ResultOf } from '../../src/contract/operations/index.js'

export type InviteCounts = ResultOf<'getInvite'>['counts']
export type DeliveryStatus = ResultOf<'listInviteRecipients'>['recipients'][number]['delivery_status']

/** The invite template of a source. */
export type Template = Omit<TemplateRecord, 'source_id'> & { sourceId: number }

export interface SenderDomain {
  domain: string | null
  status: 'verified' | 'pending' | 'missing'
}

/** Invites sent in the calendar month that started at `periodStart`. */
export interface InviteUsage {
  periodStart: number
  used: number
}

/** A distribution. Its mails are made from what is kept here and in its recipients, always the same bytes. */
export interface Invite {
  id: number
  sourceId: number
  status: 'queued' | 'sending' | 'completed'
  counts: InviteCounts
  createdAt: number
  sentAt: number | null
  completedAt: number | null
  /** As it was when the invites were sent. */
  template: Template
  /** Variables do not are in its subject. */
  plainSubject?: true
  from: { name: string; address: string }
  /** Where survey links start. */
  linkBase: string
  /** Names this instance of the organisation, so that links and message ids of another one differ. */
  instance: string
  /** How many of its mails the local SMTP server took; null: none is to be asked. */
  relay: { taken: number; state: 'pending' | 'done' | 'failed' } | null
}

export interface Recipient {
  id: number
  inviteId: number
  sourceId: number
  email: string
  externalId: string | null
  variables: Record<string, string>
  status: DeliveryStatus
  updatedAt: number
  reason: string | null
}

/** An address nothing is sent to any more. */
export interface Suppression {
  kind: 'bounce' | 'complaint'
  at: number
}
