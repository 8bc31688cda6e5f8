import { isObject } from '../../src/base/is-object.js'
import type { FieldMap } from '../../src/contract/errors.js'
import { mustBeOfType } from '../core/fault-words.js'
import { initialKeys, pairOf } from '../rules/initial-changes.js'
import type { Change } from '../state/change.js'
import { emptyState } from '../state/initial.js'
import type { ApiKey, State } from '../state/state.js'
import { withEveryMember } from '../state/stored-item.js'
import {
  itemTextsOf,
  type KeptItems,
  keptInMemory,
  type OrganizationStore,
  type Snapshot,
  type StoredItem,
} from '../store/index.js'
import { findPortableContentFaults } from './portable-faults.js'

export const PORTABLE_FORMAT = 'inpk-organization'
const PORTABLE_VERSION = 1
const COMMA = Buffer.from(',')
const NOTE =
  'This file holds no webhook secrets, and only hashes of API keys. Later erases do not affect it; delete it yourself if it holds data that must be erased. `state` and `items` are records as the emulator stores them; to describe data by hand, write a seed file.'

/**
 * One organisation as one JSON document. `state` and `items` are the records of the store, in its camelCase: items are copied byte for
 * byte, so that a million of them are written without being parsed, and a file of any earlier version is read by the schemas that read
 * data folders. It is not a file to write by hand (a seed is), and what the API and `diff` show of the same records is in snake_case.
 */
export interface Portable {
  format: typeof PORTABLE_FORMAT
  version: number
  note: string
  exported_at: string
  state: State
  items: StoredItem[]
  /** Bodies of tasks that wait, base64 by name. */
  blobs: Record<string, string>
}

/** A document that is about to be written: everything but its items, and where these are. */
export interface BegunExport {
  start: string
  present: readonly KeptItems[]
  end: string
}

/** Everything of an organisation but its webhook secrets and its history. Nothing may be committed meanwhile. */
export async function beginExport(store: OrganizationStore<State, Change>, exportedAt: string): Promise<BegunExport> {
  await store.durable()
  const blobs: Record<string, string> = {}
  for (const name of store.blobNames()) {
    blobs[name] = Buffer.from((await store.blob(name)) ?? '').toString('base64')
  }
  const head = { format: PORTABLE_FORMAT, version: PORTABLE_VERSION, note: NOTE, exported_at: exportedAt } as const
  const start = JSON.stringify({ ...head, state: store.state } satisfies Partial<Portable>).slice(0, -1)
  return { start: `${start},"items":[`, present: store.presentItems(), end: `],"blobs":${JSON.stringify(blobs)}}` }
}

/** The document as JSON, written a batch of items at a time, so that other work continues between them. */
export async function writeExport({ start, present, end }: BegunExport): Promise<Uint8Array> {
  const pieces: Uint8Array[] = []
  for (const kept of present) {
    for await (const batch of itemTextsOf(kept)) {
      const texts = Buffer.concat(batch.flatMap((text) => [COMMA, text]))
      pieces.push(pieces.length > 0 ? texts : texts.subarray(COMMA.length))
    }
  }
  // Once: copying what a million items are takes a while in which nothing else continues.
  return Buffer.concat([Buffer.from(start), ...pieces, Buffer.from(end)])
}

/** Messages by path for what is wrong with a document, before anything is done with it; empty if nothing is. */
export async function findPortableFaults(document: Record<string, unknown>): Promise<FieldMap> {
  const { format, version, note: _, exported_at: __, state, items, blobs, ...others } = document
  if (format !== PORTABLE_FORMAT)
    return { format: [`must be ${PORTABLE_FORMAT}: this is not a file of \`inpk emulator export\``] }
  if (version !== PORTABLE_VERSION)
    return { version: [`must be ${PORTABLE_VERSION}: the file was written by another version of inpk`] }
  const [unknown] = Object.keys(others)
  if (unknown !== undefined) return { [unknown]: ['is not allowed here'] }
  if (!isObject(state)) return { state: [mustBeOfType('object')] }
  if (!Array.isArray(items)) return { items: [mustBeOfType('array')] }
  if (!isObject(blobs)) return { blobs: [mustBeOfType('object')] }
  return findPortableContentFaults({ state, items, blobs })
}

/**
 * The state a document describes, in an organisation that is `ours` now: its initial keys stay its own, whatever keys the file
 * has, so that whoever holds one gets in as before and no one else does. Other keys come along; those whose identifier another
 * organisation has (`isTaken`) are left out and named.
 */
export function snapshotOfPortable(
  document: Portable,
  ours: State,
  isTaken: (keyId: string) => boolean,
): { snapshot: Snapshot<State>; leftOut: string[] } {
  const state: State = { ...emptyState(), ...document.state }
  const { keys, leftOut } = keysOf(state, ours, isTaken)
  const bySource = new Map<number, StoredItem[]>()
  for (const item of document.items.map(withEveryMember).sort((a, b) => a.id - b.id)) {
    const list = bySource.get(item.sourceId)
    if (list) list.push(item)
    else bySource.set(item.sourceId, [item])
  }
  const items = [...bySource].map(([sourceId, list]) => keptInMemory(sourceId, list))
  const blobs = Object.entries(document.blobs).map(([name, text]) => [name, Buffer.from(text, 'base64')] as const)
  const organization = { ...state.organization, id: ours.organization.id }
  return { snapshot: { state: { ...state, organization, keys }, items, blobs: Object.fromEntries(blobs) }, leftOut }
}

function keysOf(theirs: State, ours: State, isTaken: (keyId: string) => boolean) {
  const [initial, own] = [initialKeys(theirs), initialKeys(ours)]
  const leftOut: string[] = []
  const moved: ApiKey[] = []
  for (const key of Object.values(theirs.keys)) {
    const mine = initial.get(pairOf(key)) === key ? own.get(pairOf(key)) : undefined
    if (mine) moved.push({ ...key, id: mine.id, secretHash: mine.secretHash })
    else if (isTaken(key.id)) leftOut.push(key.id)
    else moved.push(key)
  }
  for (const [pair, key] of own) if (!initial.has(pair)) moved.push(key)
  return { keys: Object.fromEntries(moved.map((key) => [key.id, key])), leftOut }
}
