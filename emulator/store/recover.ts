import { DamagedFileError, FormatError } from './errors.js'
import { readLog } from './history.js'
import { advanceImage, type DiskImage, emptyImage } from './image.js'
import { segmentNames } from './items/segment.js'
import { type JournalContent, parseJournal } from './journal-file.js'
import type { StorePaths } from './paths.js'
import { dropSecretsAfter, readSecrets, type SecretVersions } from './secrets-file.js'
import { findSnapshot, type SnapshotFile } from './snapshot-file.js'
import type { LogEntry, StoreOptions } from './types.js'

/** What a folder holds, found without changing it. */
export interface Recovery<State> {
  state: State
  image: DiskImage
  log: LogEntry[]
  secrets: SecretVersions
  /** Missing in a new folder. */
  journal?: JournalContent
  snapshot?: SnapshotFile
  /** Bytes no one committed, by source. */
  extraItemBytes: Map<string, number>
}

/** Reads a folder. Throws DamagedFileError or FormatError, and then nothing was changed. */
export async function recoverFolder<State, Change>(
  options: StoreOptions<State, Change>,
  paths: StorePaths,
): Promise<Recovery<State>> {
  const formats = knownFormats(options)
  const { snapshot, journal } = await readBasis(options, paths, formats)
  const { state, image } = replay(options, paths, snapshot, journal)
  const secrets = dropSecretsAfter(await readSecrets(options.files, paths.secrets, formats), image.seq)
  const old = await readLog(options.files, paths.log, formats)
  const log = old.filter((entry) => entry.seq <= (snapshot?.seq ?? 0))
  for (const { seq, at, operation, summary } of journal?.records ?? []) {
    if (seq > (snapshot?.seq ?? 0)) log.push({ seq, at, operation, summary })
  }
  const extraItemBytes = await measureSegments(options, paths, image)
  return { state, image, log, secrets, extraItemBytes, ...(journal && { journal }), ...(snapshot && { snapshot }) }
}

/** Today's format first; older ones only where someone can migrate them. */
export function knownFormats<State, Change>({ format, migrate }: StoreOptions<State, Change>): number[] {
  return migrate === undefined ? [format] : Array.from({ length: format }, (_, back) => format - back)
}

async function readBasis<State, Change>(options: StoreOptions<State, Change>, paths: StorePaths, formats: number[]) {
  const snapshot = await findSnapshot(options.files, paths.snapshot)
  if (snapshot !== undefined && !formats.includes(snapshot.format)) {
    throw new FormatError(paths.snapshot, snapshot.format, options.format)
  }
  const bytes = await options.files.findAll(paths.journal)
  const journal = bytes && parseJournal(paths.journal, bytes, formats)
  if (snapshot === undefined) await requireNew(options, paths, journal)
  else if (journal === undefined) throw new DamagedFileError(paths.journal, 'the file is missing')
  return { snapshot, journal }
}

/** Without a snapshot the folder is new, or its making was interrupted; anything else lost the snapshot. */
async function requireNew<State, Change>(
  { files }: StoreOptions<State, Change>,
  paths: StorePaths,
  journal?: JournalContent,
): Promise<void> {
  const hasItems = (await files.list(paths.items)).length > 0
  const hasRecords = journal !== undefined && (journal.records.length > 0 || (journal.header?.after ?? 0) > 0)
  if (hasItems || hasRecords) throw new DamagedFileError(paths.snapshot, 'the file is missing')
}

function replay<State, Change>(
  options: StoreOptions<State, Change>,
  paths: StorePaths,
  snapshot?: SnapshotFile,
  journal?: JournalContent,
): { state: State; image: DiskImage } {
  if (snapshot === undefined) return { state: options.initial(), image: emptyImage() }
  const { format, state: stored, ...image } = snapshot
  const today = format === options.format ? (stored as State) : options.migrate!.state(stored, format)
  // A table that came later within a format has no rows yet.
  const state: State = { ...options.initial(), ...today }
  const after = journal?.header?.after ?? image.seq
  if (after > image.seq) throw new DamagedFileError(paths.snapshot, `it is older than the journal (${after})`)
  const changeFormat = journal?.header?.format ?? format
  for (const record of journal?.records ?? []) {
    if (record.seq <= snapshot.seq) continue
    for (const change of record.changes) {
      options.apply(
        state,
        changeFormat === options.format ? (change as Change) : options.migrate!.change(change, format),
      )
    }
    const fault = advanceImage(image, record)
    if (fault !== undefined) throw new DamagedFileError(paths.journal, `change ${record.seq}: ${fault}`)
  }
  return { state, image }
}

/** Only sizes are looked at, so a start costs the same with none or a million items. */
async function measureSegments<State, Change>(
  { files }: StoreOptions<State, Change>,
  paths: StorePaths,
  image: DiskImage,
): Promise<Map<string, number>> {
  const extra = new Map<string, number>()
  for (const [source, { generation, length }] of Object.entries(image.sources)) {
    const path = `${paths.items}/${segmentNames(source, generation).rows}`
    const size = await files.findSize(path)
    if (size === undefined) throw new DamagedFileError(path, 'the file is missing')
    if (size < length) throw new DamagedFileError(path, `${length - size} bytes are missing at its end`)
    if (size > length) extra.set(source, size - length)
  }
  return extra
}
