import type { Choices } from './choices.js'
import { listPage, listQuery, readListPage } from './list-pages.js'
import { countsMembers, recipientShape } from './recipients.js'
import { missing } from './refusals.js'
import type { Answer, Call, Route } from './route.js'
import {
  chosen,
  FLAG,
  listOf,
  mainId,
  mainIdSchema,
  moment,
  momentSchema,
  otherId,
  otherIdSchema,
  record,
  type Schema,
  type Shape,
  TEXT,
  wrapped,
} from './shape.js'
import { findSource, groupOf } from './sources.js'
import { type Invite, nextId, type Recipient, type Source } from './state.js'
import { templateShape } from './template.js'
import { eventData } from './webhooks.js'

const words = (c: Choices) => c['invite.words'].split(' ')
const isDone = ({ reads }: Invite) => reads > 0

/** A distribution: what sending answers, and what asking for it does. */
function inviteShape(c: Choices): Shape<Invite> {
  const shape = record<Invite>(c, 'InviteDistribution', [
    { name: chosen(c, 'invite.id'), schema: otherIdSchema(c), of: ({ id }) => otherId(c, 'invite', id) },
    { name: 'survey_id', schema: mainIdSchema(c), of: ({ sourceId }) => mainId(c, sourceId) },
    {
      name: chosen(c, 'invite.status'),
      schema: { type: 'string', enum: words(c) },
      of: (invite) => words(c)[isDone(invite) ? 1 : 0],
    },
    {
      name: chosen(c, 'source.created') ?? 'created_at',
      schema: momentSchema(c),
      of: ({ createdAt }) => moment(c, createdAt),
    },
    ...countsMembers(c),
  ])
  return wrapped(c, 'invite.wrap', shape)
}

/** Template, sending, and what became of it. */
export function inviteRoutes(c: Choices): Route[] {
  const template = templateShape(c)
  return [
    {
      id: 'getInviteTemplate',
      method: 'GET',
      path: `${c.prefix}/sources/{id}/invite-template`,
      scope: 'send',
      summary: 'Tells whether invites can be sent',
      answers: { 200: template.schema },
      run: (call) => ({
        status: 200,
        payload: template.write({ source: findSource(call, call.params.id), sent: sentEver(call) }),
      }),
    },
    sendRoute(c),
    readRoute(c),
    recipientsRoute(c),
  ]
}

const sentEver = ({ state }: Call) =>
  state.invites.flatMap(({ recipients }) => recipients).filter(({ skipped }) => !skipped).length

interface Preview {
  recipient: Recipient
  source: Source
}

function previewsShape(c: Choices): Shape<Preview[]> {
  const preview = record<Preview>(c, 'InvitePreview', [
    { name: chosen(c, 'recipient.email'), schema: TEXT, of: ({ recipient }) => recipient.email },
    { name: 'subject', schema: TEXT, of: ({ source }) => `How was it? ${source.title}` },
    {
      name: chosen(c, 'preview.body'),
      schema: TEXT,
      of: ({ recipient }) => `Hello ${recipient.variables.name ?? 'there'}, please tell us.`,
    },
  ])
  return record<Preview[]>(c, 'InviteDryRun', [
    { name: 'dry_run', schema: FLAG, of: () => true },
    listOf(chosen(c, 'preview.list'), preview, (previews: Preview[]) => previews),
  ])
}

function sendRoute(c: Choices): Route {
  const email = chosen(c, 'recipient.email')!
  const recipient: Schema = {
    type: 'object',
    title: 'InviteRecipient',
    properties: {
      [email]: { type: 'string', pattern: '^[^@ ]+@[^@ ]+$' },
      variables: { type: 'object', additionalProperties: true },
    },
    required: [email],
  }
  const members: Record<string, Schema> = {
    recipients: { type: 'array', items: recipient, minItems: 1, maxItems: 1000 },
    dry_run: FLAG,
    resend: FLAG,
  }
  const [answer, previews] = [inviteShape(c), previewsShape(c)]
  const status = c['invite.answer']
  return {
    id: 'sendInvites',
    method: 'POST',
    path: `${c.prefix}/sources/{id}/invites`,
    scope: 'send',
    summary: 'Sends invites, or previews them',
    body: { type: 'object', title: 'SendInvites', properties: members, required: ['recipients'] },
    answers:
      status === 200
        ? { 200: { anyOf: [answer.schema, previews.schema] } }
        : { 200: previews.schema, [status]: answer.schema },
    run: (call) => send(call, answer, previews),
  }
}

function send(call: Call, answer: Shape<Invite>, previews: Shape<Preview[]>): Answer {
  const { c, state, body, now } = call
  const source = findSource(call, call.params.id)
  const email = chosen(c, 'recipient.email')!
  const invited = new Set(
    state.invites
      .filter(({ sourceId }) => sourceId === source.id)
      .flatMap(({ recipients }) => recipients.map((each) => each.email)),
  )
  const recipients = (body.recipients as Record<string, unknown>[]).map((each) => {
    const address = String(each[email])
    return {
      email: address,
      variables: (each.variables ?? {}) as Record<string, string>,
      skipped: body.resend !== true && invited.has(address),
    }
  })
  if (body.dry_run === true)
    return { status: 200, payload: previews.write(recipients.map((recipient) => ({ recipient, source }))) }
  const invite: Invite = { id: nextId(state), sourceId: source.id, createdAt: now, reads: 0, recipients }
  state.invites.push(invite)
  const sent = recipients.filter(({ skipped }) => !skipped).length
  call.emit(
    'invites.completed',
    eventData(c, groupOf(state, source), source, { sent, skipped: recipients.length - sent }),
  )
  return { status: c['invite.answer'], payload: answer.write(invite) }
}

function findInvite({ c, state, params }: Call): Invite {
  const invite = state.invites.find(({ id }) => String(otherId(c, 'invite', id)) === params.id)
  if (!invite) throw missing(c, 'INVITE')
  return invite
}

function readRoute(c: Choices): Route {
  const shape = inviteShape(c)
  return {
    id: 'getInvite',
    method: 'GET',
    path: `${c.prefix}/invites/{id}`,
    scope: 'send',
    summary: 'Tells how far a distribution is',
    answers: { 200: shape.schema },
    run: (call) => {
      const invite = findInvite(call)
      invite.reads += 1
      return { status: 200, payload: shape.write(invite) }
    },
  }
}

function recipientsRoute(c: Choices): Route {
  const page = listPage(c, 'recipients', chosen(c, 'recipient.list')!, recipientShape(c))
  return {
    id: 'listInviteRecipients',
    method: 'GET',
    path: `${c.prefix}/invites/{id}/recipients`,
    scope: 'send',
    summary: 'Tells what became of each recipient',
    query: listQuery(c, 'recipients'),
    answers: { 200: page.schema },
    run: (call) => {
      const cut = readListPage(c, 'recipients', findInvite(call).recipients, call)
      return { status: 200, payload: page.write(cut), headers: cut.headers }
    },
  }
}
