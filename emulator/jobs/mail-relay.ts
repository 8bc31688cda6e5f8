import type { SendMail } from '../adapters/mail.js'
import { commitDecision } from '../core/commit.js'
import type { Organization } from '../core/organization.js'
import type { MailRelay, Service } from '../core/service.js'
import { recipientsOf } from '../operations/find-invite.js'
import { timeOf } from '../rules/clock.js'
import { inviteMail } from '../rules/invites/invite-mail.js'
import { put } from '../state/change.js'
import { idSource } from '../state/ids.js'
import type { Invite } from '../state/invite.js'

/** In real time: the server is not part of any organisation. */
const RETRIES_MS = [2_000, 10_000, 30_000, 120_000]

interface Desk {
  service: Service
  send: SendMail
  place: string
  running: Map<Organization, Promise<void>>
  /** Cancels of waits for another try. */
  waiting: Map<Organization, () => void>
  failures: Map<Organization, number>
  stopped: boolean
}

/** A relay over a way to send; `place` is what the server is called in messages. */
export function mailRelay(service: Service, send: SendMail, place: string): MailRelay {
  const desk: Desk = {
    service,
    send,
    place,
    running: new Map(),
    waiting: new Map(),
    failures: new Map(),
    stopped: false,
  }
  return {
    wake: (organization) => wake(desk, organization),
    async stop() {
      desk.stopped = true
      for (const cancel of desk.waiting.values()) cancel()
      await Promise.all(desk.running.values())
    },
  }
}

function wake(desk: Desk, organization: Organization): void {
  if (desk.stopped || desk.running.has(organization) || desk.waiting.has(organization) || !findPending(organization))
    return
  const work = passOn(desk, organization)
    .then(() => void desk.failures.delete(organization))
    .catch((error: unknown) => retryLater(desk, organization, error))
    .finally(() => {
      desk.running.delete(organization)
      wake(desk, organization)
    })
  desk.running.set(organization, work)
}

function findPending({ store: { state } }: Organization): Invite | undefined {
  return Object.values(state.invites).find(({ relay, sentAt }) => relay?.state === 'pending' && sentAt !== null)
}

async function passOn(desk: Desk, organization: Organization): Promise<void> {
  for (let invite = findPending(organization); invite && !desk.stopped; invite = findPending(organization)) {
    // Nobody is sent what a crash could still undo.
    await organization.store.durable()
    const recipient = recipientsOf(organization.store.state, invite.id)[invite.relay!.taken]
    if (recipient) await desk.send(inviteMail(invite, recipient)).catch((error: unknown) => skipRefused(desk, error))
    const taken = invite.relay!.taken + (recipient ? 1 : 0)
    await note(desk, organization, invite, { taken, state: taken < invite.counts.total ? 'pending' : 'done' })
  }
}

/** A mail the server refuses for good must not keep back those after it. */
function skipRefused({ service, place }: Desk, error: unknown): void {
  const { responseCode = 0, message } = error as Error & { responseCode?: number }
  if (responseCode < 500) throw error
  service.onNotice(`${place} refused a mail (${message}); it stays in the outbox`)
}

/** What did not go is tried again some times, and then stays in the outbox alone. */
async function retryLater(desk: Desk, organization: Organization, error: unknown): Promise<void> {
  const failures = (desk.failures.get(organization) ?? 0) + 1
  desk.failures.set(organization, failures)
  const waitMs = RETRIES_MS[failures - 1]
  const why = error instanceof Error ? error.message : String(error)
  if (failures === 1) desk.service.onNotice(`${desk.place} does not take mails (${why}); they stay in the outbox`)
  if (waitMs !== undefined && !desk.stopped) {
    const again = () => {
      desk.waiting.delete(organization)
      wake(desk, organization)
    }
    desk.waiting.set(organization, desk.service.clock.after(waitMs, again))
    return
  }
  if (desk.stopped) return
  desk.failures.delete(organization)
  desk.service.onNotice(`gave up passing mails on to ${desk.place} (${why}); they stay in the outbox`)
  for (let invite = findPending(organization); invite; invite = findPending(organization)) {
    await note(desk, organization, invite, { ...invite.relay!, state: 'failed' }).catch(desk.service.onFault)
    if (organization.store.failed) return
  }
}

async function note(
  desk: Desk,
  organization: Organization,
  { id, instance }: Invite,
  relay: NonNullable<Invite['relay']>,
) {
  await organization.runExclusive(async () => {
    const { state } = organization.store
    const invite = state.invites[id]
    // After a reset the same number is another distribution.
    if (!invite || invite.instance !== instance) return
    const now = timeOf(state.clock, desk.service.clock.now())
    const summary = `passed on ${relay.taken} mails of invite ${id}`
    const changes = [put('invites', id, { ...invite, relay })]
    await commitDecision(
      organization,
      { answer: null, summary, changes },
      { operation: 'relayMail', now, ids: idSource(state) },
    )
  })
}
