import { createHash } from 'node:crypto'
import { RowsChangedError } from '../errors.js'
import { mapTable } from '../map/map-table.js'
import type { MappedItem } from '../map/mapped-row.js'
import type { PushPlan } from '../plan.js'
import type { InputFile } from '../ports.js'
import { openTable } from '../read/open-table.js'
import type { TargetField } from '../target.js'
import { createWarnings } from '../warnings.js'
import { batchLimits, cutBatches } from './batches.js'
import { decodeRecords, type EarlierPart, type PushRecord, type RunRecord, type SentRecord } from './journal/records.js'
import { cutsOf, rowClock } from './journal/run-journal.js'
import { isSameFile, progressKey, readProgress, type SentProgress, type SentRun } from './journal/sent-progress.js'
import { buildPayload, createBodyBuffers } from './payload.js'
import type { RunOptions } from './push-run.js'

/** What an earlier run has sent of a file that has grown since. */
export interface SentPart {
  /** The records of batches in its journal. */
  records: PushRecord[]
  earlier: EarlierPart[]
}

interface SentPartSearch {
  plan: PushPlan
  options: RunOptions
  origin: NonNullable<RunOptions['origin']>
  fields: readonly TargetField[]
  /** Names the run the file as it is now would be. */
  name: string
}

/**
 * Finds the run that sent the first rows of a file whose rows carry no ids, so that only those appended since are sent; undefined
 * if the file is a new one. Rejects with `RowsChangedError` where rows that were sent are others now, and it can't be known
 * which.
 */
export async function findSentPart(search: SentPartSearch): Promise<SentPart | undefined> {
  const { plan, options, origin, fields, name } = search
  const progress = await readProgress(options.journal, origin.path)
  if (!progress || !isSameFile(progress, origin.id)) return undefined
  const runs = progress.runs[progressKey(plan, options.target, fields)] ?? []
  if (runs[0]?.run === name || (await isFinished(options, name))) return undefined
  // The same content under another mapping is another run (cli.md section 3).
  const known = runs.filter(({ sha256 }) => sha256 !== plan.file.sha256)
  let latest: { run: SentRun; mismatch: SentRecord } | undefined
  for (const run of known) {
    // A match with an older content proves nothing about the rows that were sent after it.
    if (latest && run.sha256 !== latest.run.sha256) continue
    const records = await readRecords(options, run.run)
    const sent = sentBatches(records)
    if (sent.size === 0) continue
    const part = sentPart(records, sent)
    const mismatch = await findMismatch(search, sent, part)
    if (!mismatch) return part
    latest ??= { run, mismatch }
  }
  if (latest && (await mustBeTheSame(search, progress, latest.run))) throw new RowsChangedError(latest.mismatch.rows)
  return undefined
}

/** A file that is watched, a run that did not end, or rows that are read otherwise than they were: none of it may be sent again. */
async function mustBeTheSame(
  { plan, options }: SentPartSearch,
  progress: SentProgress,
  sent: SentRun,
): Promise<boolean> {
  if (progress.open || progress.movedId !== undefined || !(await isFinished(options, sent.run))) return true
  const file = await options.openFile(plan.file.path)
  try {
    return await beginsWith(file, sent)
  } finally {
    await file.close()
  }
}

async function beginsWith(file: InputFile, { size, sha256 }: SentRun): Promise<boolean> {
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

async function readRecords({ journal }: RunOptions, name: string): Promise<PushRecord[]> {
  const text = await journal.read(`${name}.jsonl`)
  return text === undefined ? [] : decodeRecords(text)
}

async function isFinished(options: RunOptions, name: string): Promise<boolean> {
  return (await readRecords(options, name)).some(({ type }) => type === 'end')
}

/** What was sent and not refused, by batch; what went again of a batch is within it. */
function sentBatches(records: readonly PushRecord[]): Map<string, SentRecord> {
  const sent = new Map<string, SentRecord>()
  for (const record of records) {
    if (record.type === 'sent' && !record.label.includes('.')) sent.set(record.label, record)
    if (record.type === 'refused') sent.delete(record.label)
  }
  return sent
}

function sentPart(records: readonly PushRecord[], sent: ReadonlyMap<string, SentRecord>): SentPart {
  const first = records[0] as RunRecord
  const through = Math.max(...[...sent.values()].map(({ rows }) => rows[1]))
  const before = (first.earlier ?? []).filter((part) => part.through < through)
  const earlier = [...before, { through, startedAt: first.startedAt }]
  return { earlier, records: records.filter(({ type }) => type !== 'run' && type !== 'end') }
}

/** The first batch that is another in the file as it is now. */
async function findMismatch(
  { plan, options, fields }: SentPartSearch,
  sent: ReadonlyMap<string, SentRecord>,
  { earlier }: SentPart,
): Promise<SentRecord | undefined> {
  const { target, now } = options
  const run = { plan, target, fields, bodies: createBodyBuffers() }
  const file = await options.openFile(plan.file.path)
  const left = new Map(sent)
  try {
    const table = await openTable(file, plan.read)
    const rows = mapTable(table, plan.mapping, rowClock({ earlier, startedAt: now() }), createWarnings())
    const limits = batchLimits(plan.options, plan.mapping.texts.length)
    for await (const { number, items } of cutBatches(rows, limits, cutsOf(earlier))) {
      const record = left.get(String(number))
      if (record && (items.length === 0 || hashOf(items, run) !== record.hash)) return record
      left.delete(String(number))
      if (left.size === 0) return undefined
    }
  } finally {
    await file.close()
  }
  return left.values().next().value
}

function hashOf(items: readonly MappedItem[], run: Parameters<typeof buildPayload>[1]): string {
  const { hash, release } = buildPayload(items, run)
  release()
  return hash
}
