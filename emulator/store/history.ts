import type { Files } from '../adapters/files.js'
import { DamagedFileError, FormatError } from './errors.js'
import { advanceImage, type DiskImage } from './image.js'
import { segmentNames } from './items/segment.js'
import { type JournalRecord, parseJournal } from './journal-file.js'
import { encodeLine, findLineData, splitLines } from './line.js'
import type { StorePaths } from './paths.js'
import { findSnapshot } from './snapshot-file.js'
import { DEFAULT_COMPACT_AFTER, DEFAULT_HISTORY_LENGTH, type StoreState } from './store-state.js'
import type { LogEntry } from './types.js'

/** A kept journal and the snapshot it starts from: `history/<after>.jsonl` and `history/<after>.snapshot.json`. */
const NAME = /^(\d+)\.(jsonl|snapshot\.json)$/

/**
 * Copies snapshot and journal aside before a compaction replaces them. A short journal before it continues: every start and stop
 * compacts.
 */
export async function keepHistory<State, Change>(core: StoreState<State, Change>, formats: number[]) {
  const { files, paths, image } = core
  const journal = await files.findAll(paths.journal)
  const snapshot = await files.findAll(paths.snapshot)
  if (journal === undefined || snapshot === undefined) throw new Error(`${paths.folder} lost a file`)
  const { header, records } = parseJournal(paths.journal, journal, formats)
  if (header === undefined || records.length === 0 || header.after >= image.seq) return
  if (await goesOn(core, records, formats)) return
  await files.writeAtomically(`${paths.history}/${header.after}.snapshot.json`, snapshot)
  await files.writeAtomically(`${paths.history}/${header.after}.jsonl`, journal)
}

/** Adds records to the last kept journal, where that is short and sound; whether it could. */
async function goesOn<State, Change>(core: StoreState<State, Change>, records: JournalRecord[], formats: number[]) {
  const { files, paths, options } = core
  const from = records[0]!.seq - 1
  const start = (await historyStarts(core)).findLast((each) => each < from)
  if (start === undefined || from - start >= (options.compactAfter ?? DEFAULT_COMPACT_AFTER)) return false
  const path = `${paths.history}/${start}.jsonl`
  try {
    const bytes = await files.findAll(path)
    const last = bytes && parseJournal(path, bytes, formats).records.at(-1)
    if (!last || last.seq < from) return false
    const more = records.filter(({ seq }) => seq > last.seq).map((record) => encodeLine(JSON.stringify(record)))
    await files.writeAtomically(path, Buffer.concat([bytes, ...more]))
    return true
  } catch (error) {
    if (error instanceof DamagedFileError || error instanceof FormatError) return false
    throw error
  }
}

/** The change the kept history may start at so that it still holds as many changes as asked. */
export async function findHistoryStart<State, Change>(core: StoreState<State, Change>): Promise<number> {
  const { historyLength = DEFAULT_HISTORY_LENGTH } = core.options
  const starts = await historyStarts(core)
  const enough = starts.findLast((start) => start <= core.image.seq - historyLength)
  return Math.max(core.image.historyFrom, enough ?? 0)
}

/** Removes what is before the image's `historyFrom`; all of it when an erase or reset moved that to the present. */
export async function trimHistory<State, Change>({ files, paths, image }: StoreState<State, Change>): Promise<void> {
  const outdated = (await files.list(paths.history)).filter((name) => startOf(name) < image.historyFrom)
  for (const name of outdated) await files.remove(`${paths.history}/${name}`)
  if (outdated.length > 0) await files.syncFolder(paths.history)
  await dropRetired(files, paths, image)
}

/** Removes segments that only changes before the history spoke of. */
async function dropRetired(files: Files, paths: StorePaths, image: DiskImage): Promise<void> {
  const gone = image.retired.filter(({ at }) => at <= image.historyFrom)
  if (gone.length === 0) return
  for (const { source, generation } of gone) {
    const { rows, index } = segmentNames(source, generation)
    await files.remove(`${paths.items}/${rows}`)
    await files.remove(`${paths.items}/${index}`)
  }
  await files.syncFolder(paths.items)
  image.retired = image.retired.filter(({ at }) => at > image.historyFrom)
}

/** State and image after change `seq`, from the newest snapshot before it; nothing when the history does not reach it. */
export async function replayTo<State, Change>(core: StoreState<State, Change>, seq: number, formats: number[]) {
  const { files, paths, options, image } = core
  if (seq < image.historyFrom || seq > core.seq) return undefined
  const start = (await historyStarts(core)).findLast((candidate) => candidate <= seq)
  const present = await findSnapshot(files, paths.snapshot)
  const isPresent = start === undefined || (present !== undefined && present.seq <= seq)
  const base = isPresent ? present : await findSnapshot(files, `${paths.history}/${start}.snapshot.json`)
  const journalPath = isPresent ? paths.journal : `${paths.history}/${start}.jsonl`
  const bytes = await files.findAll(journalPath)
  if (base === undefined || bytes === undefined || base.seq > seq) return undefined
  const { format: _format, state, ...then } = base
  for (const record of parseJournal(journalPath, bytes, formats).records) {
    if (record.seq <= base.seq || record.seq > seq) continue
    for (const change of record.changes) options.apply(state as State, change as Change)
    advanceImage(then, record)
  }
  return { state: state as State, image: then as DiskImage }
}

async function historyStarts<State, Change>({ files, paths }: StoreState<State, Change>): Promise<number[]> {
  const names = await files.list(paths.history)
  const starts = names.filter((name) => name.endsWith('.jsonl')).map(startOf)
  return starts.sort((left, right) => left - right)
}

/** The change a file of the history follows; endless for files that are not ours. */
function startOf(name: string): number {
  const match = NAME.exec(name)
  return match === null ? Number.POSITIVE_INFINITY : Number(match[1])
}

/** Summaries up to the last snapshot: they outlive the journal, and an erase. */
export async function readLog(files: Files, path: string, formats: readonly number[]): Promise<LogEntry[]> {
  const bytes = await files.findAll(path)
  if (bytes === undefined) return []
  const [header, ...entries] = [...splitLines(bytes)].map((raw) => {
    const data = raw.complete ? findLineData(raw.bytes) : undefined
    if (data === undefined)
      throw new DamagedFileError(path, 'the line does not match its checksum', raw.line, raw.offset)
    return data
  })
  const { format, count } = (header ?? {}) as { format?: number; count?: number }
  if (format === undefined || !formats.includes(format)) {
    if (format === undefined) throw new DamagedFileError(path, 'the first line is missing')
    throw new FormatError(path, format, formats[0]!)
  }
  if (count !== entries.length) throw new DamagedFileError(path, `${entries.length} of ${count} entries are left`)
  return entries as LogEntry[]
}

/** Writes the whole log, oldest first. */
export async function writeLog(files: Files, path: string, format: number, entries: readonly LogEntry[]) {
  const header = { kind: 'log', format, count: entries.length }
  const lines = [header, ...entries].map((entry) => encodeLine(JSON.stringify(entry)))
  await files.writeAtomically(path, Buffer.concat(lines))
}
