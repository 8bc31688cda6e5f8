import type { Files } from '../adapters/files.js'
import { FormatError } from './errors.js'
import type { SegmentExtent } from './image.js'
import { keptInFile, keptInSegment } from './items/kept-items.js'
import type { StorePaths } from './paths.js'
import { findDocument, stableCopy, writeDocument } from './snapshot-file.js'
import type { StoreState } from './store-state.js'
import type { KeptItems, Snapshot, SnapshotInfo } from './types.js'

/** Rows of one source in a file beside the manifest. */
export interface SnapshotRows {
  file: string
  length: number
  count: number
  lastId: number
}

/** `snapshots/<name>.json`: the snapshot as a whole, but for the rows. */
export interface Manifest {
  format: number
  name: string
  at: number
  /** Grows each time the rows are written again; part of their files' names. */
  stamp: number
  state: unknown
  sources: Record<string, SnapshotRows>
  /** Base64, by name. */
  blobs: Record<string, string>
}

/** The manifest of a snapshot; undefined if there is none. Throws DamagedFileError, FormatError. */
export async function findManifest(
  files: Files,
  { snapshots }: StorePaths,
  name: string,
  format: number,
): Promise<Manifest | undefined> {
  const path = `${snapshots}/${name}.json`
  const manifest = (await findDocument(files, path)) as Manifest | undefined
  if (manifest === undefined) return undefined
  if (manifest.format !== format) throw new FormatError(path, manifest.format, format)
  return manifest
}

/** Every manifest, by name. */
export async function listManifests(files: Files, paths: StorePaths, format: number): Promise<Manifest[]> {
  const names = (await files.list(paths.snapshots)).filter((name) => name.endsWith('.json'))
  const manifests = names.map((name) => findManifest(files, paths, name.slice(0, -'.json'.length), format))
  return (await Promise.all(manifests)).filter((each) => each !== undefined)
}

/** What a list shows of a snapshot. */
export function infoOf({ name, at, sources }: Manifest): SnapshotInfo {
  return { name, at, items: Object.values(sources).reduce((sum, { count }) => sum + count, 0) }
}

/** State and items of a named snapshot. */
export function snapshotOf<State>(files: Files, { snapshots }: StorePaths, manifest: Manifest): Snapshot<State> {
  const items = Object.entries(manifest.sources).map(([source, { file, ...facts }]) =>
    keptInFile(files, `${snapshots}/${file}`, { sourceId: Number(source), ...facts }),
  )
  const blobs = Object.entries(manifest.blobs).map(([name, text]) => [name, Buffer.from(text, 'base64')] as const)
  return { state: manifest.state as State, items, blobs: Object.fromEntries(blobs) }
}

/** The present as memory has it. */
export interface Capture<State> {
  state: State
  /** Where the items will end in their files once all that was committed is written. */
  extents: Record<string, SegmentExtent>
  blobFiles: Record<string, string>
}

/** Takes the present: synchronous, for the next commit changes it. */
export function capturePresent<State, Change>({ state, segments, blobs }: StoreState<State, Change>): Capture<State> {
  const extents = [...segments.bySource].map(([sourceId, { flushed, length, count, lastId }]) => {
    return [sourceId, { generation: flushed.generation, length, count, lastId }] as const
  })
  const blobFiles = [...blobs].map(([name, { file }]) => [name, file] as const)
  return { state: stableCopy(state), extents: Object.fromEntries(extents), blobFiles: Object.fromEntries(blobFiles) }
}

/** The bodies that wait, by name. Runs in the write queue, before a commit can take one away. */
export async function blobsOfCapture<State, Change>(
  { files, paths }: StoreState<State, Change>,
  { blobFiles }: Capture<State>,
): Promise<Record<string, Uint8Array>> {
  const blobs: Record<string, Uint8Array> = {}
  for (const [name, file] of Object.entries(blobFiles)) {
    const bytes = await files.findAll(`${paths.blobs}/${file}`)
    if (bytes) blobs[name] = bytes
  }
  return blobs
}

/** Saves what was captured under a name, in the place of an older one of that name. Runs beside the write queue, one at a time. */
export async function saveManifest<State, Change>(
  { files, paths, options: { format } }: StoreState<State, Change>,
  requireOpen: () => void,
  facts: { name: string; at: number; blobs: Record<string, Uint8Array> } & Capture<State>,
): Promise<SnapshotInfo> {
  const { name, at, state, extents } = facts
  const old = await findManifest(files, paths, name, format)
  const stamp = (old?.stamp ?? 0) + 1
  await files.makeFolder(paths.snapshots)
  const kept = Object.entries(extents).map(([id, extent]) => keptInSegment(files, paths.items, Number(id), extent))
  const sources = await writeRows(files, paths, `${name}.${stamp}`, kept, requireOpen)
  const pairs = Object.entries(facts.blobs).map(([id, bytes]) => [id, Buffer.from(bytes).toString('base64')] as const)
  const manifest: Manifest = { format, name, at, stamp, state, sources, blobs: Object.fromEntries(pairs) }
  await putManifest(files, paths, manifest, old)
  return infoOf(manifest)
}

/** Writes a manifest, then takes away the rows of the one before. */
export async function putManifest(files: Files, paths: StorePaths, manifest: Manifest, old?: Manifest): Promise<void> {
  await files.syncFolder(paths.snapshots)
  await writeDocument(files, `${paths.snapshots}/${manifest.name}.json`, manifest)
  const kept = new Set(Object.values(manifest.sources).map(({ file }) => file))
  await removeRows(
    files,
    paths,
    Object.values(old?.sources ?? {}).filter(({ file }) => !kept.has(file)),
  )
}

/** Removes a snapshot; whether there was one. */
export async function removeManifest(files: Files, paths: StorePaths, name: string, format: number): Promise<boolean> {
  const manifest = await findManifest(files, paths, name, format)
  if (!manifest) return false
  await files.remove(`${paths.snapshots}/${name}.json`)
  await files.syncFolder(paths.snapshots)
  await removeRows(files, paths, Object.values(manifest.sources))
  return true
}

/** Copies rows to files of a snapshot's own, so that it depends on nothing else. `goesOn` throws if that has no use any more. */
export async function writeRows(
  files: Files,
  paths: StorePaths,
  prefix: string,
  kept: readonly KeptItems[],
  goesOn: () => void,
) {
  const sources: Record<string, SnapshotRows> = {}
  for (const { sourceId, count, lastId, rows } of kept) {
    const file = `${prefix}.${sourceId}.rows`
    await files.remove(`${paths.snapshots}/${file}`)
    const handle = await files.open(`${paths.snapshots}/${file}`)
    try {
      for await (const bytes of rows()) {
        goesOn()
        await handle.append(bytes)
      }
      await handle.datasync()
      sources[sourceId] = { file, length: handle.size, count, lastId }
    } finally {
      await handle.close()
    }
  }
  return sources
}

/** Removes the files of rows. */
export async function removeRows(files: Files, paths: StorePaths, rows: readonly SnapshotRows[]): Promise<void> {
  for (const { file } of rows) await files.remove(`${paths.snapshots}/${file}`)
  if (rows.length > 0) await files.syncFolder(paths.snapshots)
}

/** Rows no manifest speaks of: a crash came while they were written or taken away. */
export async function removeStrayRows(files: Files, paths: StorePaths, format: number): Promise<void> {
  const names = await files.list(paths.snapshots)
  if (names.length === 0) return
  const manifests = await listManifests(files, paths, format)
  const known = new Set(manifests.flatMap(({ sources }) => Object.values(sources).map(({ file }) => file)))
  const stray = names.filter((name) => name.endsWith('.tmp') || (name.endsWith('.rows') && !known.has(name)))
  for (const name of stray) await files.remove(`${paths.snapshots}/${name}`)
  if (stray.length > 0) await files.syncFolder(paths.snapshots)
}
