import type { StoreCore } from './core.js'
import { keptInSegment, matchKept, withoutMatches } from './items/kept-items.js'
import { listManifests, type Manifest, momentOf, putManifest, writeRows } from './named-snapshots.js'
import type { ItemMatch, ItemMatchQuery } from './types.js'

/** Whether items with these ids lie in a snapshot, or in what the history can go back to. */
export async function hasKeptMatches<State, Change>(
  core: StoreCore<State, Change>,
  query: ItemMatchQuery,
): Promise<boolean> {
  const { files, paths, image, options } = core
  const retired = image.retired.map((each) => keptInSegment(files, paths.items, Number(each.source), each))
  const manifests = await listManifests(files, paths, options.format)
  const kept = [...retired, ...manifests.flatMap((manifest) => momentOf(files, paths, manifest).items)]
  for (const each of kept) if ((await matchKept(each, query)).length > 0) return true
  return false
}

/**
 * Takes items with these ids out of every snapshot. Comes before the erase counts, for afterwards a crash would leave
 * them there. Bodies that wait in a snapshot may hold them too, and go.
 */
export async function eraseFromSnapshots<State, Change>(
  core: StoreCore<State, Change>,
  requireOpen: () => void,
  query: ItemMatchQuery,
): Promise<void> {
  const { files, paths, options } = core
  for (const manifest of await listManifests(files, paths, options.format)) {
    requireOpen()
    const { items } = momentOf(files, paths, manifest)
    const gone: ItemMatch[] = []
    for (const each of items) gone.push(...(await matchKept(each, query)))
    if (gone.length === 0 && Object.keys(manifest.blobs).length === 0) continue
    await rewrite(core, requireOpen, manifest, gone, query)
  }
}

async function rewrite<State, Change>(
  core: StoreCore<State, Change>,
  requireOpen: () => void,
  manifest: Manifest,
  gone: readonly ItemMatch[],
  query: ItemMatchQuery,
): Promise<void> {
  const { files, paths, options } = core
  const stamp = manifest.stamp + 1
  const countOf = (sourceId: number) => gone.filter((each) => each.sourceId === sourceId).length
  const changed = momentOf(files, paths, manifest)
    .items.filter(({ sourceId }) => countOf(sourceId) > 0)
    .map((kept) => withoutMatches(kept, query, countOf(kept.sourceId)))
  const rows = await writeRows(files, paths, `${manifest.name}.${stamp}`, changed, requireOpen)
  const sources = { ...manifest.sources, ...rows }
  const state = options.withoutItems?.(manifest.state as State, gone) ?? manifest.state
  await putManifest(files, paths, { ...manifest, stamp, sources, state, blobs: {} }, manifest)
}
