import type { ControlClient } from '../client/control.js'
import type { Deed } from './live-keys.js'
import type { LiveState } from './live-state.js'

type Change = (state: LiveState) => LiveState

/** Does what a key asked of the emulator; gives what the view makes of it. Rejects as the control client does. */
export async function doDeed(control: ControlClient, deed: Deed, { clock }: LiveState): Promise<Change> {
  switch (deed.kind) {
    case 'advance': {
      const { fired } = await control.forOrganization(deed.orgId).advanceClock({ body: { by: deed.by } })
      return saying(`Advanced by ${deed.by}; ${fired.length === 0 ? 'nothing was due' : `${fired.length} fired`}.`)
    }
    case 'resend': {
      const { id } = await control.forOrganization(deed.orgId).redeliver({ params: { id: deed.id } })
      return saying(`Sent once more as ${id}.`)
    }
    case 'turn-clock': {
      const mode = clock?.mode === 'frozen' ? 'real' : 'frozen'
      await control.forOrganization(deed.orgId).setClock({ body: { mode } })
      return saying(mode === 'frozen' ? 'The clock stands still.' : 'The clock runs.')
    }
    case 'open': {
      const record = await control.forOrganization(deed.orgId).getRequest({ params: { id: deed.id } })
      return (state) => (state.opened?.id === deed.id ? { ...state, opened: { ...state.opened, record } } : state)
    }
    case 'show-org': {
      const { org_id: id, name, clock: own } = await control.forOrganization(deed.orgId).getOrganization()
      return (state) => ({ ...state, org: { id, name }, clock: own, selected: 0 })
    }
    default:
      return (state) => state
  }
}

const saying =
  (said: string): Change =>
  (state) => ({ ...state, said })
