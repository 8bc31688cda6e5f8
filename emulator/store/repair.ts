import { count } from '../../src/base/count.js'
import type { FileHandle } from '../adapters/files.js'
import { DamagedFileError, FormatError } from './errors.js'
import { writeLog } from './history.js'
import type { DiskImage } from './image.js'
import { segmentNames } from './items/segment.js'
import { startJournal } from './journal-file.js'
import { removeStrayRows } from './named-snapshots.js'
import type { StorePaths } from './paths.js'
import { settleManifests } from './prepared-manifests.js'
import type { Recovery } from './recover.js'
import { dropOutdatedSecrets, writeSecrets } from './secrets-file.js'
import { writeSnapshot } from './snapshot-file.js'
import type { Recovered, StoreOptions } from './types.js'

/** Finishes what a crash interrupted. Returns the journal, ready for the next record, and what there is to say. */
export async function repairFolder<State, Change>(
  options: StoreOptions<State, Change>,
  paths: StorePaths,
  recovery: Recovery<State>,
): Promise<{ journal: FileHandle; recovered?: Recovered }> {
  const { files, format } = options
  if (recovery.snapshot !== undefined && recovery.snapshot.format !== format) {
    await replaceOldFormat(options, paths, recovery)
  }
  const journal = await repairJournal(options, paths, recovery)
  if (recovery.snapshot === undefined) {
    await writeSnapshot(files, paths.snapshot, { format, ...recovery.image, state: recovery.state })
  }
  const cutItemBytes = await cutItems(options, paths, recovery)
  await removeLeftovers(options, paths, recovery.image)
  await settleManifests(files, paths, recovery.image.seq)
  await removeStrayRows(files, paths, format).catch(ignoreDamage)
  const settled = dropOutdatedSecrets(recovery.secrets, recovery.image.historyFrom)
  if ((await files.findSize(paths.secrets)) !== undefined) await writeSecrets(files, paths.secrets, format, settled)
  recovery.secrets = settled
  const recovered = describe(paths, recovery, cutItemBytes)
  return recovered === undefined ? { journal } : { journal, recovered }
}

async function repairJournal<State, Change>(
  { files, format }: StoreOptions<State, Change>,
  paths: StorePaths,
  { journal, image, snapshot }: Recovery<State>,
): Promise<FileHandle> {
  const header = journal?.header
  const last = journal?.records.at(-1)?.seq ?? header?.after ?? 0
  const taken = snapshot?.seq ?? 0
  // The crash came between a snapshot and the new journal after it.
  const isAbsorbed = header !== undefined && header.after < taken && last <= taken
  if (header?.format !== format || isAbsorbed) return startJournal(files, paths.journal, format, image.seq)
  const handle = await files.open(paths.journal)
  if (journal!.tornBytes > 0) {
    await handle.truncate(journal!.goodBytes)
    // A torn record must not come back behind the next one.
    await handle.datasync()
  }
  return handle
}

async function cutItems<State, Change>(
  { files }: StoreOptions<State, Change>,
  paths: StorePaths,
  { extraItemBytes, image }: Recovery<State>,
): Promise<number> {
  let bytes = 0
  for (const [source, extra] of extraItemBytes) {
    const { generation, length } = image.sources[source]!
    const handle = await files.open(`${paths.items}/${segmentNames(source, generation).rows}`)
    await handle.truncate(length)
    await handle.datasync()
    await handle.close()
    bytes += extra
  }
  return bytes
}

/** Temporary files, segments and blobs of changes that never counted, history an erase was taking away. */
async function removeLeftovers<State, Change>(
  { files }: StoreOptions<State, Change>,
  paths: StorePaths,
  image: DiskImage,
): Promise<void> {
  const kept = image.retired.filter(({ at }) => at > image.historyFrom)
  const extents = [...Object.entries(image.sources), ...kept.map((each) => [each.source, each] as const)]
  const segments = extents.map(([source, extent]) => segmentNames(source, extent.generation))
  const items = new Set(segments.flatMap(({ rows, index }) => [rows, index]))
  const blobs = new Set(Object.values(image.blobs).map(({ file }) => file))
  const isOld = (name: string): boolean => Number.parseInt(name, 10) < image.historyFrom
  const rules: [string, (name: string) => boolean][] = [
    [paths.folder, (name) => name.endsWith('.tmp')],
    [paths.items, (name) => !items.has(name)],
    [paths.blobs, (name) => !blobs.has(name)],
    [paths.history, (name) => name.endsWith('.tmp') || isOld(name)],
  ]
  for (const [folder, isLeftover] of rules) {
    const names = (await files.list(folder)).filter(isLeftover)
    for (const name of names) await files.remove(`${folder}/${name}`)
    if (names.length > 0) await files.syncFolder(folder)
  }
}

function describe<State>(
  paths: StorePaths,
  { journal, snapshot }: Recovery<State>,
  cutItemBytes: number,
): Recovered | undefined {
  const cutBytes = journal?.tornBytes ?? 0
  const messages: string[] = []
  if (cutBytes > 0)
    messages.push(`${paths.journal}: removed an incomplete entry at its end (${count(cutBytes, 'byte')})`)
  else if (snapshot !== undefined && journal?.header === undefined) {
    messages.push(`${paths.journal}: was empty; everything after change ${snapshot.seq} is lost`)
  }
  if (cutItemBytes > 0)
    messages.push(`${paths.items}: removed ${count(cutItemBytes, 'byte')} of items that belong to no change`)
  return messages.length > 0 ? { cutBytes, cutItemBytes, messages } : undefined
}

/** A damaged snapshot is reported to whoever asks for it; it is no reason not to start. */
function ignoreDamage(error: unknown): void {
  if (!(error instanceof DamagedFileError || error instanceof FormatError)) throw error
}

/**
 * Puts migrated files in the place of an older format's, after a copy of those to `backup.<format>/`.
 * The history stays behind: its changes are of the older format.
 */
async function replaceOldFormat<State, Change>(
  { files, format }: StoreOptions<State, Change>,
  paths: StorePaths,
  { snapshot, image, state, log }: Recovery<State>,
): Promise<void> {
  const backup = backupFolder(paths, snapshot!.format)
  await files.makeFolder(backup)
  for (const path of [paths.snapshot, paths.journal, paths.log, paths.secrets]) {
    const bytes = await files.findAll(path)
    if (bytes !== undefined) await files.writeAtomically(`${backup}${path.slice(paths.folder.length)}`, bytes)
  }
  image.historyFrom = image.seq
  await writeLog(files, paths.log, format, log)
  await writeSnapshot(files, paths.snapshot, { format, ...image, state })
}

/** Where the files of an older format are kept; an erase removes them. */
function backupFolder({ folder }: StorePaths, format: number): string {
  return `${folder}/backup.${format}`
}
