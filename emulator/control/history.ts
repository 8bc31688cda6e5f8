import { countChanges } from '../../src/contract/control/difference-words.js'
import type { ChangeRecord } from '../../src/contract/control/history.js'
import type { ControlQueryOf } from '../../src/contract/control/index.js'
import { formatTime } from '../../src/contract/times.js'
import type { ControlHandler } from '../core/control-handler.js'
import type { Organization } from '../core/organization.js'
import { invalid, notFound, Refusal } from '../core/refusal.js'
import { restoreState } from '../organizations/restore-state.js'
import { SEED_SNAPSHOT } from '../organizations/snapshots.js'
import { differencesBetween } from '../state/difference.js'
import type { State } from '../state/state.js'
import type { LogEntry, Snapshot } from '../store/index.js'
import { differenceOfItems } from './difference-of-items.js'
import { differenceOnWire } from './difference-on-wire.js'
import { pageOf } from './pages.js'
import { requireSnapshot } from './snapshots.js'

/** The last changes, newest first. */
const listChanges: ControlHandler<'listChanges'> = {
  decide({ query }, { organization }) {
    const { items, pagination } = pageOf(organization.store.log({ limit: organization.caps.changes }), query, (each) =>
      String(each.seq),
    )
    return { answer: { items: items.map(changeOnWire), pagination } }
  },
}

const getChange: ControlHandler<'getChange'> = {
  decide({ params: { seq = '' } }, { organization }) {
    const found = organization.store.log({ limit: organization.caps.changes }).find((each) => String(each.seq) === seq)
    if (!found) throw notFound('change', seq.slice(0, 40))
    return { answer: changeOnWire(found) }
  },
}

function changeOnWire({ at, ...entry }: LogEntry): ChangeRecord {
  return { ...entry, at: formatTime(at), kind: entry.operation }
}

/** Takes back every change after one; a change of its own, so that it can be taken back as well. */
const undoChanges: ControlHandler<'undoChanges'> = {
  act: ({ body: { to } }, service, organization) =>
    organization.runLong(async () => {
      const { seq } = organization.store
      if (to > seq) throw invalid({ to: [`must be at most ${seq}, the last change`] })
      if (to === seq) return { to, undone: 0, new_secrets: [] }
      const snapshot = await requireSnapshotAt(organization, to)
      const frame = { operation: 'undo', summary: `undid the changes after ${to}` }
      let undone = 0
      const { newSecrets } = await restoreState(organization, service, snapshot, frame, async () => {
        // Without the undo itself, which is the last by now.
        undone = countChanges(to, organization.store.seq - 1)
      })
      return { to, undone, new_secrets: newSecrets }
    }),
}

/** What is not as it was after a change, or in a snapshot. That requests were answered under their keys is no change of its own. */
const diffOrganization: ControlHandler<'diffOrganization'> = {
  act: ({ query }, _service, organization) =>
    organization.runLong(async () => {
      const basis = await requireBasis(organization, query)
      const { answer, present } = await organization.runExclusive(() => lookAt(organization, basis))
      return { ...answer, items: await differenceOfItems(basis.past.items, present) }
    }),
}

async function lookAt({ store }: Organization, { since, snapshot, past }: Basis) {
  await store.durable()
  const changes = differencesBetween(named(past.state, store.state), store.state)
    .filter(({ table }) => table !== 'keptAnswers')
    .map(differenceOnWire)
  return { answer: { since, snapshot, to: store.seq, changes }, present: store.presentItems() }
}

interface Basis {
  since: number | null
  snapshot: string | null
  past: Snapshot<State>
}

/** What the present is compared with: a change, a snapshot, or what a reset goes back to. */
async function requireBasis(organization: Organization, query: ControlQueryOf<'diffOrganization'>): Promise<Basis> {
  if (query.since !== undefined && query.snapshot !== undefined) {
    throw invalid({ since: ["can't be given together with snapshot"] })
  }
  if (query.snapshot !== undefined) {
    return { since: null, snapshot: query.snapshot, past: await requireSnapshot(organization, query.snapshot) }
  }
  const seed = query.since === undefined ? await organization.store.snapshots.find(SEED_SNAPSHOT) : undefined
  if (seed) return { since: null, snapshot: SEED_SNAPSHOT, past: seed }
  const since = requireSeq(organization, query.since)
  return { since, snapshot: null, past: await requireSnapshotAt(organization, since) }
}

/** A state under the instance name of another: names always differ, and that is no difference in what the states hold. */
function named(state: State, { organization: { instance } }: Readonly<State>): State {
  return { ...state, organization: { ...state.organization, instance } }
}

function requireSeq({ store }: Organization, since: string | undefined): number {
  if (since === undefined) return Math.max(1, store.historyFrom)
  if (/^\d{1,15}$/.test(since) && Number(since) <= store.seq) return Number(since)
  throw invalid({ since: [`must be the number of a change, at most ${store.seq}`] })
}

async function requireSnapshotAt(organization: Organization, seq: number): Promise<Snapshot<State>> {
  const first = Math.max(1, organization.store.historyFrom)
  const snapshot = seq < first ? undefined : await organization.store.findSnapshotAt(seq)
  if (snapshot) return snapshot
  const message =
    first === 1
      ? 'change 1 creates the organisation, so it is the earliest state that can be restored'
      : `change ${first} is the earliest state that can be restored: an erase, a reset or the limit of the history removed what was before it`
  throw new Refusal('HISTORY_ERASED', message)
}

export const HANDLERS = { listChanges, getChange, undoChanges, diffOrganization }
