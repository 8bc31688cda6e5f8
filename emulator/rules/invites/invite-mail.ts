import { createHash } from 'node:crypto'
import { escapeMarkup } from '../../../src/base/escape.js'
import { findAddress } from '../../../src/contract/email.js'
import type { Invite, Recipient } from '../../state/invite.js'
import { fill, headerText, mailText, placeholdersOf } from './fill-template.js'

/** What a mail says to its reader. */
export interface MailContent {
  subject: string
  text: string
  html: string
}

/** A mail of an invite, whole; the same for the same rows, whenever it is made. */
export interface InviteMail extends MailContent {
  from: { name: string; address: string }
  to: string
  messageId: string
  /** Epoch milliseconds. */
  at: number
}

/** The content of the mail to one recipient. A link to the survey is in both parts, also where the template has none (INV-8). */
export function mailContent(
  { template, plainSubject }: Pick<Invite, 'template' | 'plainSubject'>,
  variables: Readonly<Record<string, string>>,
  link: string,
  email: string,
) {
  const values = { ...variables, survey_link: link, email }
  const subject = headerText(plainSubject ? template.subject : fill(template.subject, values))
  const text = withLink(mailText(fill(template.text, values)), template.text, `\n\n${link}\n`)
  const anchor = `<p><a href="${escapeMarkup(link)}">${escapeMarkup(link)}</a></p>`
  const html = withAnchor(mailText(fill(template.html, values, escapeMarkup)), template.html, anchor)
  return { subject, text, html } satisfies MailContent
}

/** The mail of a recipient, from the organisation's own domain (INV-17). */
export function inviteMail(invite: Invite, recipient: Recipient): InviteMail {
  const link = surveyLink(invite, recipient)
  return {
    ...mailContent(invite, recipient.variables, link, recipient.email),
    from: { name: headerText(invite.from.name), address: invite.from.address },
    to: findAddress(recipient.email) ?? recipient.email,
    messageId: `<${tokenOf('message', invite, recipient)}@${invite.from.address.split('@')[1]}>`,
    at: invite.sentAt ?? invite.createdAt,
  }
}

/** The survey link of a recipient: no one has the same. */
export function surveyLink(
  { instance, sourceId, linkBase }: Pick<Invite, 'instance' | 'sourceId' | 'linkBase'>,
  recipient: Pick<Recipient, 'id'>,
): string {
  return `${linkBase}/survey/${sourceId}/${tokenOf('link', { instance }, recipient)}`
}

function tokenOf(use: string, { instance }: Pick<Invite, 'instance'>, { id }: Pick<Recipient, 'id'>): string {
  return createHash('sha256').update(`${use} ${instance} ${id}`).digest('base64url').slice(0, 24)
}

function withLink(filled: string, template: string, link: string): string {
  return placeholdersOf(template).includes('survey_link') ? filled : `${filled.trimEnd()}${link}`
}

function withAnchor(filled: string, template: string, anchor: string): string {
  if (placeholdersOf(template).includes('survey_link')) return filled
  const end = filled.toLowerCase().lastIndexOf('</body>')
  return end < 0 ? `${filled}\n${anchor}\n` : `${filled.slice(0, end)}${anchor}\n${filled.slice(end)}`
}
