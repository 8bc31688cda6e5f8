import { count } from '../../src/base/count.js'
import type { SendMail } from '../adapters/mail.js'
import { commitDecision } from '../core/commit.js'
import type { Organization } from '../core/organization.js'
import type { MailRelay, Platform } from '../core/service.js'
import { recipientsOf } from '../operations/find-rows.js'
import { timeOf } from '../rules/clock.js'
import { inviteMail } from '../rules/invites/invite-mail.js'
import { put } from '../state/change.js'
import { idSource } from '../state/ids.js'
import type { Invite } from '../state/invite.js'

/** In real time: the server is not part of any organisation. */
const RETRIES_MS = [2_000, 10_000, 30_000, 120_000]

type Reporting = Pick<Platform, 'clock' | 'onFault' | 'onNotice'>

interface RelayState {
  platform: Reporting
  send: SendMail
  place: string
  running: Map<Organization, Promise<void>>
  /** Cancel functions of the waits for another try. */
  waiting: Map<Organization, () => void>
  failures: Map<Organization, number>
  stopped: boolean
}

/** A relay that sends with `send`; `place` is what messages call the server. */
export function createMailRelay(platform: Reporting, send: SendMail, place: string): MailRelay {
  const relay: RelayState = {
    platform,
    send,
    place,
    running: new Map(),
    waiting: new Map(),
    failures: new Map(),
    stopped: false,
  }
  return {
    wake: (organization) => wake(relay, organization),
    async stop() {
      relay.stopped = true
      for (const cancel of relay.waiting.values()) cancel()
      await Promise.all(relay.running.values())
    },
  }
}

function wake(relay: RelayState, organization: Organization): void {
  if (relay.stopped || relay.running.has(organization) || relay.waiting.has(organization) || !findPending(organization))
    return
  const work = relayPending(relay, organization)
    .then(() => void relay.failures.delete(organization))
    .catch((error: unknown) => retryLater(relay, organization, error))
    .finally(() => {
      relay.running.delete(organization)
      wake(relay, organization)
    })
  relay.running.set(organization, work)
}

/** An invite with mails that are still to be passed on. */
export function findPending({ store: { state } }: Organization): Invite | undefined {
  return Object.values(state.invites).find(({ relay, sentAt }) => relay?.state === 'pending' && sentAt !== null)
}

async function relayPending(relay: RelayState, organization: Organization): Promise<void> {
  for (let invite = findPending(organization); invite && !relay.stopped; invite = findPending(organization)) {
    // No one is sent what a crash could still undo.
    await organization.store.durable()
    const recipient = recipientsOf(organization.store.state, invite.id)[invite.relay!.taken]
    if (recipient) await relay.send(inviteMail(invite, recipient)).catch((error: unknown) => skipRefused(relay, error))
    const taken = invite.relay!.taken + (recipient ? 1 : 0)
    await recordProgress(relay, organization, invite, {
      taken,
      state: taken < invite.counts.total ? 'pending' : 'done',
    })
  }
}

/** A mail the server refuses for good must not hold up those after it. */
function skipRefused({ platform, place }: RelayState, error: unknown): void {
  const { responseCode = 0, message } = error as Error & { responseCode?: number }
  if (responseCode < 500) throw error
  platform.onNotice(`${place} rejected an email (${message}); it stays in the outbox`)
}

/** A mail that could not be sent is tried again a few times, then stays in the outbox. */
async function retryLater(relay: RelayState, organization: Organization, error: unknown): Promise<void> {
  const failures = (relay.failures.get(organization) ?? 0) + 1
  relay.failures.set(organization, failures)
  const waitMs = RETRIES_MS[failures - 1]
  const why = error instanceof Error ? error.message : String(error)
  if (failures === 1) relay.platform.onNotice(`${relay.place} does not accept emails (${why}); they stay in the outbox`)
  if (waitMs !== undefined && !relay.stopped) {
    const again = () => {
      relay.waiting.delete(organization)
      wake(relay, organization)
    }
    relay.waiting.set(organization, relay.platform.clock.after(waitMs, again))
    return
  }
  if (relay.stopped) return
  relay.failures.delete(organization)
  relay.platform.onNotice(`stopped sending emails to ${relay.place} (${why}); they stay in the outbox`)
  for (let invite = findPending(organization); invite; invite = findPending(organization)) {
    await recordProgress(relay, organization, invite, { ...invite.relay!, state: 'failed' }).catch(
      relay.platform.onFault,
    )
    if (organization.store.failed) return
  }
}

async function recordProgress(
  { platform }: RelayState,
  organization: Organization,
  { id, instance }: Invite,
  relay: NonNullable<Invite['relay']>,
): Promise<void> {
  await organization.runExclusive(async () => {
    const { state } = organization.store
    const invite = state.invites[id]
    // After a reset the same number is another distribution.
    if (!invite || invite.instance !== instance) return
    const now = timeOf(state.clock, platform.clock.now())
    const summary = `relayed ${count(relay.taken, 'email')} of invite ${id}`
    const changes = [put('invites', id, { ...invite, relay })]
    const frame = { operation: 'relayMail', now, ids: idSource(state) }
    await commitDecision(organization, { answer: null, summary, changes }, frame)
  })
}
