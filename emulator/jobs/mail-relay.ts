import type { SendMail } from '../adapters/mail.js'
import { commitDecision } from '../core/commit.js'
import type { World } from '../core/organization.js'
import type { MailRelay, Service } from '../core/service.js'
import { recipientsOf } from '../operations/find-invite.js'
import { timeOf } from '../rules/clock.js'
import { inviteMail } from '../rules/invites/invite-mail.js'
import { put } from '../state/change.js'
import { idSource } from '../state/ids.js'
import type { Invite } from '../state/invite.js'

/** In real time: the server is no part of any organisation's world. */
const RETRIES_MS = [2_000, 10_000, 30_000, 120_000]

interface Desk {
  service: Service
  send: SendMail
  place: string
  running: Map<World, Promise<void>>
  /** Cancels of waits for another try. */
  waiting: Map<World, () => void>
  failures: Map<World, number>
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
    wake: (world) => wake(desk, world),
    async stop() {
      desk.stopped = true
      for (const cancel of desk.waiting.values()) cancel()
      await Promise.all(desk.running.values())
    },
  }
}

function wake(desk: Desk, world: World): void {
  if (desk.stopped || desk.running.has(world) || desk.waiting.has(world) || !findPending(world)) return
  const work = passOn(desk, world)
    .then(() => void desk.failures.delete(world))
    .catch((error: unknown) => retryLater(desk, world, error))
    .finally(() => {
      desk.running.delete(world)
      wake(desk, world)
    })
  desk.running.set(world, work)
}

function findPending({ store: { state } }: World): Invite | undefined {
  return Object.values(state.invites).find(({ relay, sentAt }) => relay?.state === 'pending' && sentAt !== null)
}

async function passOn(desk: Desk, world: World): Promise<void> {
  for (let invite = findPending(world); invite && !desk.stopped; invite = findPending(world)) {
    // Nobody is sent what a crash could still undo.
    await world.store.durable()
    const recipient = recipientsOf(world.store.state, invite.id)[invite.relay!.taken]
    if (recipient) await desk.send(inviteMail(invite, recipient)).catch((error: unknown) => skipRefused(desk, error))
    const taken = invite.relay!.taken + (recipient ? 1 : 0)
    await note(desk, world, invite, { taken, state: taken < invite.counts.total ? 'pending' : 'done' })
  }
}

/** A mail the server refuses for good must not keep back those after it. */
function skipRefused({ service, place }: Desk, error: unknown): void {
  const { responseCode = 0, message } = error as Error & { responseCode?: number }
  if (responseCode < 500) throw error
  service.onNotice(`${place} refused a mail (${message}); it stays in the outbox`)
}

/** What did not go is tried again some times, and then stays in the outbox alone. */
async function retryLater(desk: Desk, world: World, error: unknown): Promise<void> {
  const failures = (desk.failures.get(world) ?? 0) + 1
  desk.failures.set(world, failures)
  const waitMs = RETRIES_MS[failures - 1]
  const why = error instanceof Error ? error.message : String(error)
  if (failures === 1) desk.service.onNotice(`${desk.place} does not take mails (${why}); they stay in the outbox`)
  if (waitMs !== undefined && !desk.stopped) {
    const again = () => {
      desk.waiting.delete(world)
      wake(desk, world)
    }
    desk.waiting.set(world, desk.service.clock.after(waitMs, again))
    return
  }
  if (desk.stopped) return
  desk.failures.delete(world)
  desk.service.onNotice(`gave up passing mails on to ${desk.place} (${why}); they stay in the outbox`)
  for (let invite = findPending(world); invite; invite = findPending(world)) {
    await note(desk, world, invite, { ...invite.relay!, state: 'failed' }).catch(desk.service.onFault)
    if (world.store.failed) return
  }
}

async function note(desk: Desk, world: World, { id, instance }: Invite, relay: NonNullable<Invite['relay']>) {
  await world.exclusively(async () => {
    const { state } = world.store
    const invite = state.invites[id]
    // After a reset the same number is another distribution.
    if (!invite || invite.instance !== instance) return
    const now = timeOf(state.clock, desk.service.clock.now())
    const summary = `passed on ${relay.taken} mails of invite ${id}`
    const changes = [put('invites', id, { ...invite, relay })]
    await commitDecision(
      world,
      { answer: null, summary, changes },
      { operation: 'relayMail', now, ids: idSource(state) },
    )
  })
}
