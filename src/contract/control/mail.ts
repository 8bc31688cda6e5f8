import { Nullable, type Static, Time, Type, Words } from '../schema.js'
import { Closed, controlRow, ListOf, PAGES } from './control-row.js'

export const DOMAIN_STATUSES = ['verified', 'pending', 'missing'] as const

export const SenderDomainRecord = Type.Object({
  domain: Nullable(Type.String()),
  status: Words(DOMAIN_STATUSES),
})
export type SenderDomainRecord = Static<typeof SenderDomainRecord>

/** An invite mail the emulator would have sent. */
export const MessageRecord = Type.Object({
  id: Type.String(),
  at: Time,
  from: Type.String(),
  to: Type.String(),
  subject: Type.String(),
  text: Type.String(),
  html: Type.String(),
  source_id: Type.String(),
  invite_id: Type.String(),
})
export type MessageRecord = Static<typeof MessageRecord>

const getSenderDomain = controlRow({
  id: 'getSenderDomain',
  noun: 'domain',
  summary: 'The sending domain of an organisation and its verification',
  method: 'GET',
  path: '/orgs/{org_id}/sender-domain',
  result: SenderDomainRecord,
  status: 200,
  perOrganization: true,
})

const setSenderDomain = controlRow({
  id: 'setSenderDomain',
  noun: 'domain',
  summary: 'Sets the sending domain and its verification',
  method: 'PUT',
  path: '/orgs/{org_id}/sender-domain',
  body: Closed({
    domain: Nullable(Type.String({ minLength: 1, maxLength: 253 })),
    status: Words(DOMAIN_STATUSES),
  }),
  result: SenderDomainRecord,
  status: 200,
  perOrganization: true,
})

const listMessages = controlRow({
  id: 'listMessages',
  noun: 'outbox',
  summary: 'The invite emails, newest first',
  method: 'GET',
  path: '/orgs/{org_id}/outbox',
  query: Closed({
    to: Type.Optional(Type.String()),
    subject: Type.Optional(Type.String()),
    text: Type.Optional(Type.String()),
    source_id: Type.Optional(Type.String()),
    ...PAGES,
  }),
  result: ListOf(MessageRecord),
  status: 200,
  perOrganization: true,
})

const getMessage = controlRow({
  id: 'getMessage',
  noun: 'outbox',
  summary: 'One invite email',
  method: 'GET',
  path: '/orgs/{org_id}/outbox/{id}',
  result: MessageRecord,
  status: 200,
  perOrganization: true,
})

const getMessageFile = controlRow({
  id: 'getMessageFile',
  noun: 'outbox',
  summary: 'One invite email in .eml format',
  method: 'GET',
  path: '/orgs/{org_id}/outbox/{id}/message.eml',
  result: Type.String(),
  status: 200,
  perOrganization: true,
  media: 'message/rfc822',
})

/** Assumed: a frame can only show what has an address of its own. */
const getMessagePage = controlRow({
  id: 'getMessagePage',
  noun: 'outbox',
  summary: 'The HTML of an invite email, with scripts and remote content blocked',
  method: 'GET',
  path: '/orgs/{org_id}/outbox/{id}/message.html',
  result: Type.String(),
  status: 200,
  perOrganization: true,
  media: 'text/html',
})

export const ROWS = { getSenderDomain, setSenderDomain, listMessages, getMessage, getMessageFile, getMessagePage }
