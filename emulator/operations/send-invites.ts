import { count } from '../../src/base/count.js'
import { nearest } from '../../src/base/nearest.js'
import { addressKey } from '../../src/contract/email.js'
import type { InvitedRecipients } from '../../src/contract/facts/invite-entries.js'
import { lengthIn } from '../../src/contract/items/check-item.js'
import type { ResultOf } from '../../src/contract/operations/index.js'
import type { Context, Decision, Handler } from '../core/decision.js'
import { named } from '../core/named.js'
import { invalid, Refusal } from '../core/refusal.js'
import { dropInvites } from '../rules/caps.js'
import {
  findMissingVariables,
  findRecipientFaults,
  type SentRecipient,
  valuesOf,
} from '../rules/invites/check-recipients.js'
import { mailContent, surveyLink } from '../rules/invites/invite-mail.js'
import { currentUsage, quotaOnWire } from '../rules/invites/quota.js'
import { type SortedRecipients, sortRecipients } from '../rules/invites/sort-recipients.js'
import { put, set } from '../state/change.js'
import type { Invite, Recipient, Template } from '../state/invite.js'
import type { Source, State } from '../state/state.js'
import { inviteName, requireSource } from './find-rows.js'
import { requirePublished } from './push-checks.js'

const PREVIEWS = 10

type Sorted = SortedRecipients<SentRecipient>
type Sent = Decision<ResultOf<'sendInvites'>>

/**
 * Invites to a published source, sent by a job at once, or shown (INV-5 to INV-11, INV-16). Refuses in this order (contract.md section 4):
 * faulty recipients, an unknown source, variables of the template that a recipient lacks, a source that is not published, a missing
 * template; then, unless it is a dry run, no domain to send from, and no quota left.
 */
export const sendInvites: Handler<'sendInvites'> = ({ params, body }, context) => {
  const { state, words } = context
  const recipients = body.recipients.map((each) => ({ ...each, email: each.email.trim() }))
  requireSound(findRecipientFaults(recipients, lengthIn(context.values['code-points'].rule)))
  const source = requireSource(state, params.id ?? '', undefined, words)
  const template = state.templates[source.id]
  if (template) hintAtUnknown(recipients, template, context)
  if (template) requireSound(findMissingVariables(recipients, template))
  requirePublished(source)
  if (!template) {
    throw new Refusal('INVITE_TEMPLATE_MISSING', `"${source.title}" has no invite template`)
  }
  const sorted = sortRecipients(recipients, { ...known(source, context), resend: body.resend === true })
  if (body.dry_run && context.values['dry-run-free'].rule === 'domain-needed') requireDomain(state)
  if (body.dry_run) return preview(sorted, template, source, context)
  const domain = requireDomain(state)
  requireQuota(sorted.accepted.length, context)
  return queue(sorted, template, source, domain, context)
}

function requireSound(faults: Record<string, string[]>): void {
  if (Object.keys(faults).length > 0) throw invalid(faults)
}

function known(source: Source, { state, values }: Context) {
  const { rule } = values['invite-once']
  const counts = (id: number) =>
    rule === 'organisation' || id === source.id || (rule === 'group' && state.sources[id]?.groupId === source.groupId)
  const before = new Set<string>()
  for (const { sourceId, email } of Object.values(state.recipients)) {
    if (counts(sourceId)) before.add(addressKey(email))
  }
  return {
    suppressed: (key: string) => Object.hasOwn(state.suppressions, key),
    invited: (key: string) => before.has(key),
  }
}

function hintAtUnknown(recipients: readonly SentRecipient[], { variables }: Template, { hint }: Context): void {
  const declared = new Set(variables.map(({ name }) => name))
  const unknown = new Set(
    recipients.flatMap((each) => Object.keys(each.variables ?? {}).filter((n) => !declared.has(n))),
  )
  for (const name of [...unknown].slice(0, 5)) {
    const [near] = nearest(name, [...declared, 'email', 'external_id'])
    const meant = near === undefined ? '' : ` (did you mean ${near}?)`
    hint(`the invite template has no variable ${name.slice(0, 40)}${meant}`)
  }
}

function requireDomain({ senderDomain }: Readonly<State>): string {
  const { domain, status } = senderDomain
  if (domain !== null && status === 'verified') return domain
  const what =
    domain === null ? 'the organisation has no sending domain' : `the sending domain ${domain} is not verified`
  throw new Refusal('SENDER_DOMAIN_UNVERIFIED', `${what}; nothing was sent`)
}

function requireQuota(invites: number, { state, now }: Context): void {
  const { remaining } = quotaOnWire(state.inviteUsage, state.organization.inviteQuota, now)
  if (remaining === null || invites <= remaining) return
  const message = `sending ${count(invites, 'invite')} would exceed the monthly quota (${remaining} left); nothing was sent`
  throw new Refusal('INVITE_QUOTA_EXCEEDED', message)
}

function preview({ accepted, skipped }: Sorted, template: Template, source: Source, context: Context): Sent {
  const { state, linkBase } = context
  const at = { instance: state.organization.instance, sourceId: source.id, linkBase }
  const previews = accepted.slice(0, PREVIEWS).map(({ email, variables }, index) => {
    // Nobody's link: the numbers of recipients start at 1.
    const link = surveyLink(at, { id: -1 - index })
    return { email, ...mailContent({ template, ...subjectOf(context) }, valuesOf(variables), link, email) }
  })
  return {
    answer: { dry_run: true, accepted: accepted.length, skipped, previews, ...invitedOf(accepted, context) },
    status: 200,
  }
}

/** Who was accepted, where the response has an entry for each recipient. */
function invitedOf(accepted: readonly SentRecipient[], { values }: Context): { invited?: InvitedRecipients } {
  return values['invite-answer'].form === 'totals' ? {} : { invited: accepted.map(({ email }) => email) }
}

function subjectOf({ values }: Context): Pick<Invite, 'plainSubject'> {
  return values['invite-variables'].rule === 'body' ? { plainSubject: true } : {}
}

function queue(sorted: Sorted, template: Template, source: Source, domain: string, context: Context): Sent {
  const { state, now, ids, linkBase, caps } = context
  const { accepted, skipped } = sorted
  const { name, instance } = state.organization
  const id = ids.next('invite')
  const invite: Invite = {
    id,
    sourceId: source.id,
    status: 'queued',
    counts: { total: accepted.length, sent: 0, delivered: 0, bounced: 0, complained: 0 },
    createdAt: now,
    sentAt: null,
    completedAt: null,
    template,
    ...subjectOf(context),
    from: { name, address: `${context.values['invite-from'].local_part}@${domain}` },
    linkBase,
    instance,
    relay: context.relaysMail ? { taken: 0, state: 'pending' } : null,
  }
  const usage = currentUsage(state.inviteUsage, now)
  const jobId = `invite:${id}`
  return {
    answer: {
      invite_id: inviteName(id),
      status: 'queued',
      accepted: accepted.length,
      skipped,
      ...invitedOf(accepted, context),
    },
    summary: `queued ${count(accepted.length, 'invite')} for ${named('source', source)}`,
    changes: [
      ...dropInvites(state, caps, accepted.length),
      put('invites', id, invite),
      ...recipientRows(accepted, invite, ids.take('recipient', accepted.length)),
      set('inviteUsage', { ...usage, used: usage.used + accepted.length }),
      put('jobs', jobId, { id: jobId, kind: 'invite', dueAt: now, inviteId: id }),
    ],
  }
}

function recipientRows(
  accepted: readonly SentRecipient[],
  { id: inviteId, sourceId, createdAt }: Invite,
  firstId: number,
) {
  return accepted.map(({ email, external_id, variables }, index) => {
    const row: Recipient = {
      id: firstId + index,
      inviteId,
      sourceId,
      email,
      externalId: external_id ?? null,
      variables: valuesOf(variables),
      status: 'queued',
      updatedAt: createdAt,
      reason: null,
    }
    return put('recipients', row.id, row)
  })
}
