import type { Files } from '../../emulator/adapters/files.js'
import { storedMembers } from '../../emulator/state/stored-item.js'
import { openOrganizationStore } from '../../emulator/store/store.js'
import type { ChangeSet, OrganizationStore, StoredItem, StoreOptions } from '../../emulator/store/types.js'

/** A state small enough to be its own model. */
export interface Tally {
  total: number
  names: Record<string, number>
}

export type TallyChange = { kind: 'add'; amount: number } | { kind: 'name'; name: string }
export type TallyStore = OrganizationStore<Tally, TallyChange>
export type TallySet = ChangeSet<TallyChange>

export const FOLDER = 'data/1'

export function applyTally(state: Tally, change: TallyChange): void {
  if (change.kind === 'add') state.total += change.amount
  else state.names[change.name] = (state.names[change.name] ?? 0) + 1
}

export function tallyOptions(files: Files, more: Partial<StoreOptions<Tally, TallyChange>> = {}) {
  const initial = (): Tally => ({ total: 0, names: {} })
  return { folder: FOLDER, files, initial, apply: applyTally, format: 1, ...more }
}

export function openTally(files: Files, more: Partial<StoreOptions<Tally, TallyChange>> = {}): Promise<TallyStore> {
  return openOrganizationStore(tallyOptions(files, more))
}

/** A change-set that adds to the total, with whatever else it brings. */
export function addSet(amount: number, more: Partial<TallySet> = {}): TallySet {
  return { at: 1_000 + amount, operation: 'add', summary: `add ${amount}`, changes: [{ kind: 'add', amount }], ...more }
}

export function sampleItem(id: number, more: Partial<StoredItem> = {}): StoredItem {
  return {
    ...{ id, sourceId: 12, fieldId: 3 },
    ...storedMembers({ text: `text of ${id}`, external_id: `e${id}`, customer_id: `c${id % 7}`, language: 'en' }),
    ...{ createdAt: 5_000 + id, sourceReference: null },
    ...more,
  }
}
