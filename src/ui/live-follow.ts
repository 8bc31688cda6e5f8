import type { OrganizationEvent } from '../../emulator/index.js'
import type { ControlClient } from '../client/control.js'
import type { ListedSource } from '../contract/control/feedback.js'
import { type LiveState, orgOf, withDelivery, withSources } from './live-state.js'

const SOURCES_MS = 1_000
/** This many of an organisation's deliveries from before the view are shown. */
const EARLIER = '50'

export interface Following {
  control: ControlClient
  state(): LiveState
  update(change: (state: LiveState) => LiveState): void
  sleep(waitMs: number): Promise<void>
}

/** Keeps sources and clock on show: what events change is read again, once a second at most. Rejects when `sleep` does. */
export async function followOrganizations({ control, state, update, sleep }: Following, stale: Set<string>) {
  const { items } = await control.listOrganizations()
  for (const { org_id: orgId } of items) {
    stale.add(orgId)
    const { items: earlier } = await control.forOrganization(orgId).listDeliveries({ query: { limit: EARLIER } })
    for (const delivery of earlier.toReversed()) update((now) => withDelivery(now, { ...delivery, orgId }))
  }
  for (; ; await sleep(SOURCES_MS)) {
    const orgId = orgOf(state())
    await control
      .forOrganization(orgId)
      .getClock()
      .then(
        (clock) => update((now) => (orgOf(now) === orgId ? { ...now, clock } : now)),
        () => {},
      )
    if (stale.size > 0) await refresh(control, stale, update)
  }
}

async function refresh(control: ControlClient, stale: Set<string>, update: Following['update']): Promise<void> {
  const fresh = new Map<string, readonly ListedSource[]>()
  for (const id of [...stale]) {
    stale.delete(id)
    const groups = await everyGroup(control.forOrganization(id)).catch(() => [])
    fresh.set(
      id,
      groups.flatMap(({ sources }) => sources),
    )
  }
  update((now) => withSources(now, fresh))
}

async function everyGroup(control: ControlClient) {
  const all = []
  for (let cursor: string | undefined, isMore = true; isMore; ) {
    const page = await control.listGroupSources({
      query: { limit: '200', ...(cursor === undefined ? {} : { cursor }) },
    })
    all.push(...page.items)
    cursor = page.pagination?.next_cursor ?? undefined
    isMore = cursor !== undefined
  }
  return all
}

/** The view after an event; organisations whose sources are to be read again are added to `stale`. */
export function withEvent(state: LiveState, event: OrganizationEvent, stale: Set<string>): LiveState {
  const { orgId } = event
  if (event.event === 'change' || event.event === 'reload') stale.add(orgId)
  if (event.event === 'delivery') return withDelivery(state, { ...event.data, orgId })
  if (event.event === 'clock' && orgId === orgOf(state)) return { ...state, clock: event.data }
  if (event.event !== 'deleted') return state
  stale.delete(orgId)
  return withSources(state, new Map([[orgId, []]]))
}
