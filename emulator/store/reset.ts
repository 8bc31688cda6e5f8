import { replaceSnapshot, type StateAt } from './compact.js'
import { trimHistory } from './history.js'
import { closeSegment } from './items/open-segment.js'
import { createIndex, type Segment } from './items/segment.js'
import { countVersions, dropOutdatedSecrets, writeSecrets } from './secrets-file.js'
import type { StoreState } from './store-state.js'

/** Empties the folder but for the log; the snapshot is the commit point. Runs in the write queue. */
export async function resetDisk<State, Change>(
  core: StoreState<State, Change>,
  captured: StateAt<State>,
  old: readonly Segment[],
): Promise<void> {
  const { files, paths, image } = core
  const blobs = Object.values(image.blobs).map(({ file }) => file)
  const rows = await files.list(paths.items)
  // Who finds the new snapshot must also find that the secrets before it are gone.
  if (countVersions(core.secrets) > 0) await writeSecrets(files, paths.secrets, core.options.format, core.secrets)
  Object.assign(image, { seq: captured.seq, historyFrom: captured.seq, sources: {}, blobs: {}, retired: [] })
  await replaceSnapshot(core, captured)
  for (const segment of old) await emptySegment(segment)
  for (const name of rows) await files.remove(`${paths.items}/${name}`)
  for (const name of blobs) await files.remove(`${paths.blobs}/${name}`)
  await dropOutdatedSecretFile(core)
  await trimHistory(core)
  for (const folder of [paths.items, paths.blobs, paths.folder]) await files.syncFolder(folder)
}

async function dropOutdatedSecretFile<State, Change>(core: StoreState<State, Change>): Promise<void> {
  const { files, paths, options, image } = core
  core.secrets = dropOutdatedSecrets(core.secrets, image.historyFrom)
  if (Object.keys(core.secrets).length === 0) await files.remove(paths.secrets)
  else await writeSecrets(files, paths.secrets, options.format, core.secrets)
}

/** A reader that still holds the segment finds a generation it does not know, looks again and finds nothing. */
async function emptySegment(segment: Segment): Promise<void> {
  segment.flushed = { generation: -1, length: 0, count: 0, lastId: 0 }
  segment.index = createIndex()
  segment.chunks = []
  await closeSegment(segment)
  segment.opening = Promise.reject(new Error('the segment was emptied'))
  segment.opening.catch(() => undefined)
}
