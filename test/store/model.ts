import { expect } from 'vitest'
import type { StoredItem } from '../../emulator/store/types.js'
import { applyTally, type Tally, type TallySet, type TallyStore } from './sample.js'

/** What a store must hold after a change: plain values, no files. */
export interface Expected {
  state: Tally
  items: StoredItem[]
  secrets: Record<string, string>
  blobs: Record<string, number[]>
}

export const EMPTY: Expected = { state: { total: 0, names: {} }, items: [], secrets: {}, blobs: {} }

/** The expectation after one more set; `erased` are ids of items it takes away. */
export function afterSet(before: Expected, set: TallySet, erased: readonly number[] = []): Expected {
  const next = structuredClone(before)
  for (const change of set.changes) applyTally(next.state, change)
  next.items.push(...(set.items ?? []))
  next.items = next.items.filter(({ id }) => !erased.includes(id))
  for (const id of set.secrets?.remove ?? []) delete next.secrets[id]
  Object.assign(next.secrets, set.secrets?.set)
  for (const name of set.blobs?.remove ?? []) delete next.blobs[name]
  for (const [name, bytes] of Object.entries(set.blobs?.put ?? {})) next.blobs[name] = [...bytes]
  return next
}

export const SECRET_IDS = ['s0', 's1']
export const BLOB_NAMES = ['b0', 'b1']

/** Everything a store shows, read through its own doors. */
export async function observe(store: TallyStore): Promise<Expected> {
  const secrets: Record<string, string> = {}
  const blobs: Record<string, number[]> = {}
  for (const id of SECRET_IDS) {
    const value = store.secret(id)
    if (value !== undefined) secrets[id] = value
  }
  for (const name of BLOB_NAMES) {
    const bytes = await store.blob(name)
    if (bytes !== undefined) blobs[name] = [...bytes]
  }
  const items = await store.items.select({ afterId: 0, limit: 10_000 })
  return { state: structuredClone(store.state), items, secrets, blobs }
}

/** Fails unless the store shows exactly what is expected. */
export async function expectShown(store: TallyStore, expected: Expected): Promise<void> {
  expect(await observe(store)).toEqual(expected)
  expect(store.items.count()).toBe(expected.items.length)
}
