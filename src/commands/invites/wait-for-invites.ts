import type { Factory } from '../../cli/factory.js'
import { optional } from '../../client/checked-payload.js'
import type { Client } from '../../client/client-types.js'
import { showWaiting } from '../../ui/waiting.js'
import { DEFAULT_WITHIN_MS, pollUntil } from '../poll.js'
import type { Sending } from './sending-view.js'

/** Asks for each distribution until all are completed, or the time is over. */
export async function waitForInvites(
  { invites = [] }: Sending,
  withinMs: number | undefined,
  client: Client,
  factory: Factory,
): Promise<{ invites: NonNullable<Sending['invites']>; done: boolean }> {
  const waiting = await showWaiting(factory)
  const last: NonNullable<Sending['invites']> = []
  const until = factory.world.monotonic() + (withinMs ?? DEFAULT_WITHIN_MS)
  let allDone = true
  try {
    for (const [index, { invite_id, accepted }] of invites.entries()) {
      const { answer, done } = await pollUntil(factory, {
        ask: () => client.getInvite({ params: { id: invite_id }, signal: factory.signal }),
        isDone: ({ status }) => {
          waiting.update({ text: `Invite ${invite_id}: ${status}`, share: index / invites.length })
          return status === 'completed'
        },
        withinMs: Math.max(0, until - factory.world.monotonic()),
      })
      allDone &&= done
      const { counts } = optional(answer)
      last.push({ invite_id, accepted, status: answer.status, ...(counts ? { counts } : {}) })
    }
  } finally {
    await waiting.close()
  }
  return { invites: last, done: allDone }
}
