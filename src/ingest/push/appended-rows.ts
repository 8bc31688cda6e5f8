import { createHash } from 'node:crypto'
import { RowsChangedError } from '../errors.js'
import { mapTable } from '../map/map-table.js'
import type { MappedItem } from '../map/mapped-row.js'
import type { Plan } from '../plan.js'
import type { InputFile } from '../ports.js'
import { openTable } from '../read/open-table.js'
import type { TargetField } from '../target.js'
import { createWarnings } from '../warnings.js'
import { batchLimits, cutBatches } from './batches.js'
import {
  decodeRecords,
  type EarlierPart,
  type JournalRecord,
  type RunRecord,
  type SentRecord,
} from './journal/records.js'
import { cutsOf, rowClock } from './journal/run-journal.js'
import { isSameFile, readTaken, type TakenNote, type TakenRun, takenKey } from './journal/sent-progress.js'
import { buildPayload, type PayloadSettings } from './payload.js'
import type { RunOptions } from './push-run.js'

/** What an earlier run has done of a file that has grown since. */
export interface Growth {
  /** What its journal says of batches. */
  records: JournalRecord[]
  earlier: EarlierPart[]
}

export interface GrowthSearch {
  plan: Plan
  run: RunOptions
  fields: readonly TargetField[]
  settings: PayloadSettings
  /** Names the run the file as it is now would be. */
  name: string
}

/**
 * Finds the run that took the beginning of a file whose rows carry no ids, so that only what came after it is sent; undefined where
 * the file is a new one. Rejects with `RowsChangedError` where rows that were sent are others now, and it cannot be told which.
 */
export async function findGrowth(search: GrowthSearch): Promise<Growth | undefined> {
  const { plan, run, fields, name } = search
  const note = run.origin && (await readTaken(run.journal, run.origin.path))
  if (!note || !isSameFile(note, run.origin!.id)) return undefined
  const runs = note.runs[takenKey(plan, run.target, fields)] ?? []
  if (runs[0]?.run === name || (await isFinished(run, name))) return undefined
  // The same content under another mapping is another run (cli.md section 3).
  const known = runs.filter(({ sha256 }) => sha256 !== plan.file.sha256)
  let latest: { taken: TakenRun; mismatch: SentRecord } | undefined
  for (const taken of known) {
    // What an older content had in common says nothing of the rows that were taken after it.
    if (latest && taken.sha256 !== latest.taken.sha256) continue
    const records = await readRecords(run, taken.run)
    const sent = sentBatches(records)
    if (sent.size === 0) continue
    const growth = growthOf(records, sent)
    const mismatch = await findMismatch(search, sent, growth)
    if (!mismatch) return growth
    latest ??= { taken, mismatch }
  }
  if (latest && (await mustBeTheSame(search, note, latest.taken))) throw new RowsChangedError(latest.mismatch.rows)
  return undefined
}

/** A file that is watched, a run that did not end, or rows that are read otherwise than they were: none of it may be sent again. */
async function mustBeTheSame({ plan, run }: GrowthSearch, note: TakenNote, taken: TakenRun): Promise<boolean> {
  if (note.open || note.movedId !== undefined || !(await isFinished(run, taken.run))) return true
  const file = await plan.ports.openFile(plan.file.path)
  try {
    return await beginsWith(file, taken)
  } finally {
    await file.close()
  }
}

async function beginsWith(file: InputFile, { size, sha256 }: TakenRun): Promise<boolean> {
  if (file.size < size) return false
  const sum = createHash('sha256')
  let left = size
  for await (const chunk of file.stream()) {
    sum.update(chunk.subarray(0, left))
    left -= Math.min(left, chunk.length)
    if (left === 0) break
  }
  return sum.digest('hex') === sha256
}

async function readRecords(run: RunOptions, name: string): Promise<JournalRecord[]> {
  const text = await run.journal.read(`${name}.jsonl`)
  return text === undefined ? [] : decodeRecords(text)
}

async function isFinished(run: RunOptions, name: string): Promise<boolean> {
  return (await readRecords(run, name)).some(({ type }) => type === 'end')
}

/** What was sent and not refused, by batch; what went again of a batch is within it. */
function sentBatches(records: readonly JournalRecord[]): Map<string, SentRecord> {
  const sent = new Map<string, SentRecord>()
  for (const record of records) {
    if (record.type === 'sent' && !record.label.includes('.')) sent.set(record.label, record)
    if (record.type === 'refused') sent.delete(record.label)
  }
  return sent
}

function growthOf(records: readonly JournalRecord[], sent: ReadonlyMap<string, SentRecord>): Growth {
  const first = records[0] as RunRecord
  const through = Math.max(...[...sent.values()].map(({ rows }) => rows[1]))
  const before = (first.earlier ?? []).filter((part) => part.through < through)
  const earlier = [...before, { through, startedAt: first.startedAt }]
  return { earlier, records: records.filter(({ type }) => type !== 'run' && type !== 'end') }
}

/** The first batch that is another in the file as it is now. */
async function findMismatch(
  { plan, settings, run }: GrowthSearch,
  sent: ReadonlyMap<string, SentRecord>,
  { earlier }: Growth,
): Promise<SentRecord | undefined> {
  const file = await plan.ports.openFile(plan.file.path)
  const left = new Map(sent)
  try {
    const table = await openTable(file, plan.read)
    const rows = mapTable(table, plan.mapping, rowClock({ earlier, startedAt: run.now() }), createWarnings())
    const limits = batchLimits(plan.options, plan.mapping.texts.length)
    for await (const { number, items } of cutBatches(rows, limits, cutsOf(earlier))) {
      const record = left.get(String(number))
      if (record && (items.length === 0 || hashOf(items, settings) !== record.hash)) return record
      left.delete(String(number))
      if (left.size === 0) return undefined
    }
  } finally {
    await file.close()
  }
  return left.values().next().value
}

function hashOf(items: readonly MappedItem[], settings: PayloadSettings): string {
  const { hash, release } = buildPayload(items, settings)
  release()
  return hash
}
