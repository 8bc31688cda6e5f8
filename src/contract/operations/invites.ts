import { LIMITS } from '../limits.js'
import { BODY_ERRORS, COMMON_ERRORS, operation } from '../operation.js'
import { Pagination, PagingQuery } from '../records.js'
import { assumed, Count, Id, Nullable, named, Time, Type, Words } from '../schema.js'
import { SEND_SCOPES } from '../scopes.js'

const text = Type.String()

const getInviteTemplate = operation({
  id: 'getInviteTemplate',
  noun: 'invites',
  summary: 'Template presence, variables, sender-domain status and quota of a source',
  routes: [{ method: 'GET', path: '/sources/{id}/invite-template', words: 'recommended', access: SEND_SCOPES }],
  result: assumed(
    named(
      Type.Object({
        survey_id: Id,
        present: Type.Boolean(),
        subject: Nullable(text),
        variables: Type.Array(Type.Object({ name: text, required: Type.Boolean() })),
        sender_domain: Type.Object({ domain: Nullable(text), status: Words(['verified', 'pending', 'missing']) }),
        quota: Type.Object({
          limit: { ...Nullable(Count()), description: 'Invites allowed in the period; null if unlimited.' },
          used: Count(),
          remaining: Nullable(Count()),
          period_end: Nullable(Time),
        }),
      }),
      'InviteTemplate',
      'ClassicInviteTemplate',
    ),
  ),
  statuses: [200],
  inPath: { id: 'survey_id' },
  errors: [...COMMON_ERRORS, 'NOT_FOUND'],
})

const Recipient = named(
  Type.Object({
    email: text,
    external_id: Type.Optional(Type.String({ minLength: 1, maxLength: LIMITS.externalId })),
    variables: Type.Optional(Type.Record(text, Type.Unknown(), { 'x-free-form': true })),
  }),
  'Recipient',
)

const Skipped = Type.Array(
  named(
    Type.Object({ email: text, reason: Words(['already_invited', 'duplicate_in_request', 'suppressed']) }),
    'SkippedRecipient',
  ),
)

/** Why members are assumed although the interface names them. */
const WHERE = 'the interface names it, and not where in the request it stands'

const INVITE_STATUSES = ['queued', 'sending', 'completed'] as const

const sendInvites = operation({
  id: 'sendInvites',
  noun: 'invites',
  summary: 'Sends survey invites to 1 to 1,000 recipients, or previews them',
  routes: [{ method: 'POST', path: '/sources/{id}/invites', words: 'recommended', access: SEND_SCOPES }],
  body: named(
    Type.Object({
      recipients: assumed(Type.Array(Recipient, { minItems: 1, maxItems: LIMITS.recipientsPerCall })),
      dry_run: Type.Optional(
        assumed(Type.Boolean({ description: 'Previews the emails without sending them.' }), WHERE),
      ),
      resend: Type.Optional(
        assumed(Type.Boolean({ description: 'Invites people again who were already invited.' }), WHERE),
      ),
    }),
    'Invitation',
  ),
  result: assumed(
    Type.Union([
      named(
        Type.Object({
          invite_id: text,
          status: Words(INVITE_STATUSES),
          accepted: Count(),
          skipped: Skipped,
        }),
        'InviteReceipt',
      ),
      named(
        Type.Object({
          dry_run: Type.Boolean(),
          accepted: Count(),
          skipped: Skipped,
          previews: Type.Array(Type.Object({ email: text, subject: text, text, html: text })),
        }),
        'InvitePreview',
      ),
    ]),
  ),
  statuses: [202, 200],
  inPath: { id: 'survey_id' },
  otherwise: { name: 'dry_run', when: 'for a dry run', member: 'dry_run', value: true },
  errors: [
    ...COMMON_ERRORS,
    ...BODY_ERRORS,
    'NOT_FOUND',
    'SENDER_DOMAIN_UNVERIFIED',
    'INVITE_QUOTA_EXCEEDED',
    'SOURCE_NOT_PUBLISHED',
    'INVITE_TEMPLATE_MISSING',
  ],
  emits: ['invites.completed', 'invite.bounced'],
})

/** Whether the record of a distribution says that it is over. A status of another word leaves that to its end. */
export function endOfInvite({ status, completed_at: end }: { status?: unknown; completed_at?: unknown }): {
  isOver: boolean
  isKnown: boolean
} {
  const isKnown = INVITE_STATUSES.some((word) => word === status)
  return { isOver: isKnown ? status === 'completed' : end !== undefined && end !== null, isKnown }
}

export const getInvite = operation({
  id: 'getInvite',
  noun: 'invites',
  summary: 'Status and counts of an invite distribution',
  routes: [{ method: 'GET', path: '/invites/{id}', words: 'recommended', access: SEND_SCOPES }],
  result: assumed(
    named(
      Type.Object({
        invite_id: text,
        survey_id: Id,
        status: Words(INVITE_STATUSES),
        counts: Type.Object({
          total: Count({ description: 'All recipients.' }),
          sent: Count(),
          delivered: Count(),
          bounced: Count(),
          complained: Count(),
        }),
        created_at: Time,
        completed_at: Nullable(Time),
      }),
      'Invite',
      'ClassicInvite',
    ),
  ),
  statuses: [200],
  inPath: { id: 'invite_id' },
  errors: [...COMMON_ERRORS, 'NOT_FOUND'],
})

export const listInviteRecipients = operation({
  id: 'listInviteRecipients',
  noun: 'invites',
  summary: 'Outcome per recipient of an invite distribution, delivery status included',
  routes: [{ method: 'GET', path: '/invites/{id}/recipients', words: 'recommended', access: SEND_SCOPES }],
  query: assumed(Type.Object(PagingQuery)),
  result: assumed(
    named(
      Type.Object({
        recipients: Type.Array(
          named(
            Type.Object({
              email: text,
              external_id: Nullable(text),
              delivery_status: Words(['queued', 'sent', 'delivered', 'bounced', 'complained']),
              updated_at: Time,
              reason: Nullable(text),
            }),
            'RecipientOutcome',
          ),
        ),
        pagination: Pagination,
      }),
      'RecipientPage',
    ),
  ),
  statuses: [200],
  inPath: { id: 'invite_id' },
  errors: [...COMMON_ERRORS, 'NOT_FOUND', 'VALIDATION_ERROR'],
})

export const ROWS = { getInviteTemplate, sendInvites, getInvite, listInviteRecipients }
