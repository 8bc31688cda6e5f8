import { count } from '../../src/base/count.js'
import { addressKey } from '../../src/contract/email.js'
import type { Emitted } from '../../src/contract/events.js'
import { commitDecision } from '../core/commit.js'
import type { Decision } from '../core/decision.js'
import type { Organization } from '../core/organization.js'
import type { JobContext } from '../core/service.js'
import { inviteName, recipientsOf } from '../operations/find-rows.js'
import { dropSuppressions } from '../rules/caps.js'
import { timeOf } from '../rules/clock.js'
import { outcomeOf } from '../rules/invites/outcome.js'
import { type Change, put, remove } from '../state/change.js'
import { idSource } from '../state/ids.js'
import type { Invite, InviteCounts, Recipient } from '../state/invite.js'
import type { State } from '../state/state.js'

/** A step of a distribution: its mails go out, then, 2 s after the call, their outcome is known (EVT-11 to EVT-13). Each is one record. */
export async function runInvite(organization: Organization, inviteId: number, service: JobContext): Promise<void> {
  await organization.runExclusive(async () => {
    const { state } = organization.store
    const now = timeOf(state.clock, service.clock.now())
    const invite = state.invites[inviteId]
    const frame = { operation: 'runInvite', now, ids: idSource(state) }
    await commitDecision(organization, invite ? nextStep(state, invite, now, organization) : dropped(inviteId), frame)
    await organization.store.durable()
  })
  service.relay?.wake(organization)
}

function nextStep(state: State, invite: Invite, now: number, { contract, caps }: Organization): Decision<null> {
  const recipients = recipientsOf(state, invite.id)
  return invite.status === 'queued'
    ? sent(invite, recipients, now, contract.values['invite-duration'].after)
    : finished(invite, recipients, now, dropSuppressions(state, caps))
}

function sent(invite: Invite, recipients: readonly Recipient[], now: number, durationMs: number): Decision<null> {
  const id = jobId(invite.id)
  const dueAt = Math.max(now, invite.createdAt + durationMs)
  const counts = { ...invite.counts, sent: recipients.length }
  return {
    answer: null,
    summary: `${inviteName(invite.id)}: sent ${count(recipients.length, 'email')}`,
    changes: [
      put('invites', invite.id, { ...invite, status: 'sending', sentAt: now, counts }),
      ...recipients.map((each) => put('recipients', each.id, { ...each, status: 'sent', updatedAt: now })),
      put('jobs', id, { id, kind: 'invite', dueAt, inviteId: invite.id }),
    ],
  }
}

function finished(invite: Invite, recipients: readonly Recipient[], now: number, room: Change[]): Decision<null> {
  const changes = [...room]
  const events: Emitted[] = []
  const counts: InviteCounts = { ...invite.counts, delivered: 0, bounced: 0, complained: 0 }
  for (const recipient of recipients) {
    const { status, reason, kind } = outcomeOf(recipient.email)
    counts[status] += 1
    changes.push(put('recipients', recipient.id, { ...recipient, status, reason, updatedAt: now }))
    if (!kind) continue
    changes.push(put('suppressions', addressKey(recipient.email), { kind, at: now }))
    events.push({ event: 'invite.bounced', data: { ...idsOf(invite), email: recipient.email, kind } })
  }
  events.push({ event: 'invites.completed', data: { ...idsOf(invite), counts } })
  return {
    answer: null,
    summary: `completed ${inviteName(invite.id)}`,
    changes: [
      put('invites', invite.id, { ...invite, status: 'completed', completedAt: now, counts }),
      ...changes,
      remove('jobs', jobId(invite.id)),
    ],
    events,
  }
}

function dropped(inviteId: number): Decision<null> {
  return { answer: null, changes: [remove('jobs', jobId(inviteId))] }
}

function idsOf({ id, sourceId }: Invite) {
  return { invite_id: inviteName(id), survey_id: sourceId }
}

function jobId(inviteId: number): string {
  return `invite:${inviteId}`
}
