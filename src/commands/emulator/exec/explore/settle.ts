import type { Emulator } from '../../../../../emulator/index.js'
import { type EndState, type ExportedState, endStateOf } from '../../../../explore/end-state.js'
import { faultKey, type Watch } from './watch.js'

/** Longer than any disturbance makes a task wait. */
const SETTLES_WITHIN = '5s'

export interface StatesRead {
  /** Of all organisations. */
  state: EndState
  exported: Map<string, ExportedState>
}

/** What the emulator holds now. */
export async function readStates({ control }: Emulator): Promise<StatesRead> {
  const { items: organizations } = await control.listOrganizations()
  const exported = new Map<string, ExportedState>()
  for (const { org_id } of organizations) {
    exported.set(org_id, (await control.forOrganization(org_id).exportOrganization()) as unknown as ExportedState)
  }
  return { state: endStateOf(exported), exported }
}

/** Lets the service finish what it has accepted; nothing disturbs it any more. Returns the disturbances that met nothing. */
export async function settle(
  emulator: Emulator,
  exported: ReadonlyMap<string, ExportedState>,
  { places, requests }: Watch,
): Promise<number[]> {
  // An organisation that was deleted has no faults to ask, but its requests are known.
  const met = new Set(requests.flatMap(({ struck }) => struck))
  for (const [orgId, { state }] of exported) {
    const control = emulator.control.forOrganization(orgId)
    const { items: faults } = await control.listFaults()
    for (const { id, hits } of faults) {
      await control.deleteFault({ params: { id } })
      const place = places.get(faultKey(orgId, id))
      if (place !== undefined && hits > 0) met.add(place)
    }
    const isUnfinished = Object.values(state.tasks).some(({ status }) => status === 'queued' || status === 'processing')
    if (isUnfinished) await control.advanceClock({ body: { by: SETTLES_WITHIN } })
  }
  await emulator.idle()
  return [...new Set(places.values())].filter((place) => !met.has(place))
}
