import type { Files } from '../adapters/files.js'
import { matchKept, withoutMatches } from './items/kept-items.js'
import {
  listManifests,
  type Manifest,
  removeRows,
  type SnapshotRows,
  snapshotOf,
  writeRows,
} from './named-snapshots.js'
import type { StorePaths } from './paths.js'
import { writeDocument } from './snapshot-file.js'
import type { StoreState } from './store-state.js'
import type { ItemMatch, ItemMatchQuery } from './types.js'

/**
 * A named snapshot without the items of an erase, beside the one it replaces: `<name>.json.prepared`. Just before the erase counts it gets
 * the number of its change in its name, `<name>.json.<seq>`, and just after that it takes the place of `<name>.json`. So a start that finds
 * a number knows from the seq of the folder whether to finish or to undo.
 */
export interface PreparedManifest {
  name: string
  /** Rows written for it. */
  written: SnapshotRows[]
  /** Rows of the one before that it has no use for. */
  outdated: SnapshotRows[]
}

const PREPARED = /^(.*\.json)\.(prepared|\d+)$/

/** Adds to `prepared` the snapshots that hold matches, without them. Bodies that wait in a snapshot may hold them too, and go. */
export async function prepareManifests<State, Change>(
  core: StoreState<State, Change>,
  requireOpen: () => void,
  query: ItemMatchQuery,
  prepared: PreparedManifest[],
): Promise<void> {
  const { files, paths, options } = core
  for (const manifest of await listManifests(files, paths, options.format)) {
    requireOpen()
    const { items } = snapshotOf(files, paths, manifest)
    const gone: ItemMatch[] = []
    for (const each of items) gone.push(...(await matchKept(each, query)))
    if (gone.length === 0 && Object.keys(manifest.blobs).length === 0) continue
    prepared.push(await prepareManifest(core, requireOpen, manifest, gone, query))
  }
}

async function prepareManifest<State, Change>(
  core: StoreState<State, Change>,
  requireOpen: () => void,
  manifest: Manifest,
  gone: readonly ItemMatch[],
  query: ItemMatchQuery,
): Promise<PreparedManifest> {
  const { files, paths, options } = core
  const stamp = manifest.stamp + 1
  const countOf = (sourceId: number) => gone.filter((each) => each.sourceId === sourceId).length
  const changed = snapshotOf(files, paths, manifest)
    .items.filter(({ sourceId }) => countOf(sourceId) > 0)
    .map((kept) => withoutMatches(kept, query, countOf(kept.sourceId)))
  const rows = await writeRows(files, paths, `${manifest.name}.${stamp}`, changed, requireOpen)
  const sources = { ...manifest.sources, ...rows }
  const state = options.withoutItems?.(manifest.state as State, gone) ?? manifest.state
  await files.syncFolder(paths.snapshots)
  const path = `${paths.snapshots}/${manifest.name}.json.prepared`
  await writeDocument(files, path, { ...manifest, stamp, sources, state, blobs: {} })
  const outdated = Object.keys(rows).map((source) => manifest.sources[source]!)
  return { name: manifest.name, written: Object.values(rows), outdated }
}

/** Ties manifests to the change that is about to count. Returns those whose snapshots have not been removed meanwhile. */
export async function bindManifests<State, Change>(
  { files, paths }: StoreState<State, Change>,
  prepared: readonly PreparedManifest[],
  seq: number,
): Promise<{ from: string; to: string; manifest: PreparedManifest }[]> {
  const bound = []
  for (const manifest of prepared) {
    const to = `${paths.snapshots}/${manifest.name}.json`
    if ((await files.findSize(to)) === undefined) await dropManifests(paths, [manifest], files.remove)
    else {
      const from = `${to}.${seq}`
      await files.rename(`${to}.prepared`, from)
      bound.push({ from, to, manifest })
    }
  }
  if (prepared.length > 0) await files.syncFolder(paths.snapshots)
  return bound
}

/** Puts manifests in their places; the erase counts. */
export async function swapManifests<State, Change>(
  { files, paths }: StoreState<State, Change>,
  bound: Awaited<ReturnType<typeof bindManifests>>,
): Promise<void> {
  for (const { from, to } of bound) await files.rename(from, to)
  if (bound.length > 0) await files.syncFolder(paths.snapshots)
  await removeRows(
    files,
    paths,
    bound.flatMap(({ manifest }) => manifest.outdated),
  )
}

/** Takes back what was prepared. */
export async function dropManifests(
  { snapshots }: StorePaths,
  prepared: readonly PreparedManifest[],
  discard: (path: string) => Promise<void>,
): Promise<void> {
  for (const { name, written } of prepared) {
    await discard(`${snapshots}/${name}.json.prepared`)
    for (const { file } of written) await discard(`${snapshots}/${file}`)
  }
}

/** After a crash: finishes the erase that change `seq` of the folder was or came after, takes back any other. Their rows are strays. */
export async function settleManifests(files: Files, { snapshots }: StorePaths, seq: number): Promise<void> {
  const found = (await files.list(snapshots)).map((name) => PREPARED.exec(name)).filter((match) => match !== null)
  for (const [name, place, tied] of found) {
    if (Number(tied) <= seq) await files.rename(`${snapshots}/${name}`, `${snapshots}/${place}`)
    else await files.remove(`${snapshots}/${name}`)
  }
  if (found.length > 0) await files.syncFolder(snapshots)
}
