import type { ControlResultOf } from '../../src/contract/control/index.js'
import { findMailDomain } from '../../src/contract/email.js'
import { formatTime } from '../../src/contract/times.js'
import type { ControlHandler } from '../core/control-handler.js'
import { invalid, notFound } from '../core/refusal.js'
import { inviteName, rowOfId } from '../operations/find-rows.js'
import { inviteMail } from '../rules/invites/invite-mail.js'
import { set } from '../state/change.js'
import type { Recipient } from '../state/invite.js'
import type { State } from '../state/state.js'
import { pageOf } from './pages.js'

type Message = ControlResultOf<'getMessage'>

const getSenderDomain: ControlHandler<'getSenderDomain'> = {
  decide: (_input, { state }) => ({ answer: state.senderDomain }),
}

/** The domain invites are sent from; only a verified one sends (INV-16). */
const setSenderDomain: ControlHandler<'setSenderDomain'> = {
  decide({ body: { domain: given, status } }) {
    const domain = given === null ? null : findMailDomain(given)
    if (domain === undefined) throw invalid({ domain: ['must be a domain name, such as mail.example.com'] })
    if ((domain === null) !== (status === 'missing')) {
      throw invalid({ status: [domain === null ? 'must be missing without a domain' : 'must be verified or pending'] })
    }
    const senderDomain = { domain, status }
    const summary = `set sending domain ${domain ?? 'none'} (${status})`
    return { answer: senderDomain, summary, changes: [set('senderDomain', senderDomain)] }
  },
}

/** The outbox, newest first; each filter is a part of the text it looks in, whatever its case. */
const listMessages: ControlHandler<'listMessages'> = {
  decide({ query }, { state }) {
    const { source_id: source } = query
    if (source !== undefined && !rowOfId(state.sources, source)) throw notFound('source', source.slice(0, 40))
    const holds = (text: string, part: string | undefined) =>
      part === undefined || text.toLowerCase().includes(part.toLowerCase())
    const found = Object.values(state.recipients)
      .filter(({ inviteId }) => state.invites[inviteId]?.sentAt != null)
      .sort((a, b) => b.id - a.id)
      .filter(({ sourceId }) => query.source_id === undefined || String(sourceId) === query.source_id)
      .filter(({ email }) => holds(email, query.to))
      .filter((each) => {
        if (query.subject === undefined && query.text === undefined) return true
        const { subject, text } = messageOnWire(state, each)
        return holds(subject, query.subject) && holds(text, query.text)
      })
    const { items, pagination } = pageOf(found, query, (each) => messageName(each))
    return { answer: { items: items.map((each) => messageOnWire(state, each)), pagination } }
  },
}

const getMessage: ControlHandler<'getMessage'> = {
  decide: ({ params }, { state }) => ({ answer: messageOnWire(state, requireMessage(state, params.id)) }),
}

/** The mail as a mail program stores it. */
const getMessageFile: ControlHandler<'getMessageFile'> = {
  async decide({ params }, { state }) {
    const recipient = requireMessage(state, params.id)
    const { buildMail } = await import('../adapters/mail.js')
    const mail = await buildMail(inviteMail(state.invites[recipient.inviteId]!, recipient))
    return { answer: mail.toString() }
  },
}

/** The HTML alone, for a frame that runs and loads nothing. */
const getMessagePage: ControlHandler<'getMessagePage'> = {
  decide({ params }, { state }) {
    const { html } = messageOnWire(state, requireMessage(state, params.id))
    return { answer: /^\s*<!doctype/i.test(html) ? html : `<!doctype html>\n${html}` }
  },
}

function messageName({ id }: Recipient): string {
  return `msg_${id}`
}

function requireMessage(state: Readonly<State>, name = ''): Recipient {
  const recipient = name.startsWith('msg_') ? rowOfId(state.recipients, name.slice('msg_'.length)) : undefined
  if (!recipient || state.invites[recipient.inviteId]?.sentAt == null) throw notFound('email', name.slice(0, 40))
  return recipient
}

function messageOnWire(state: Readonly<State>, recipient: Recipient): Message {
  const { from, to, subject, text, html, at } = inviteMail(state.invites[recipient.inviteId]!, recipient)
  return {
    id: messageName(recipient),
    at: formatTime(at),
    from: `${from.name} <${from.address}>`.trim(),
    to,
    subject,
    text,
    html,
    source_id: String(recipient.sourceId),
    invite_id: inviteName(recipient.inviteId),
  }
}

export const HANDLERS = {
  getSenderDomain,
  setSenderDomain,
  listMessages,
  getMessage,
  getMessageFile,
  getMessagePage,
}
