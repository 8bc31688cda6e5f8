import type { Loss } from '../contract/facts/losses.js'
import { codePoints } from '../contract/items/check-item.js'
import type { ItemObject } from '../contract/items/schemas.js'
import { LIMITS } from '../contract/limits.js'
import { mapTable } from './map/map-table.js'
import type { Mapping } from './map/mapping.js'
import type { PushOptions } from './options.js'
import type { CheckReport } from './plan.js'
import type { InputFile, Ports } from './ports.js'
import { type Batch, batchLimits, cutBatches } from './push/batches.js'
import { openTable, type ReadSettings } from './read/open-table.js'
import { createWarnings, noteWholeFile, type Warnings } from './warnings.js'

/** The check before the first batch reads this much of a file (cli.md section 3). */
const CHECKED_BYTES = 64 * 1024 * 1024
const REJECTIONS_NAMED = 100

interface CheckCounts {
  rows: number
  items: number
  rejected: number
  characters: number
  requests: number
  tokens: number
}

/** Goes through everything but the sending: counts, warnings, and what the push will cost. */
export async function checkFile(
  file: InputFile,
  read: ReadSettings,
  mapping: Mapping,
  options: PushOptions,
  { now, lossesOf }: Pick<Ports, 'now' | 'lossesOf'>,
): Promise<CheckReport> {
  const counted = countBytes(file)
  const warnings = createWarnings()
  const table = await openTable(counted.file, read)
  noteWholeFile(mapping, table.columns, warnings)
  const mapped = mapTable(table, mapping, now(), warnings)
  const counts: CheckCounts = { rows: 0, items: 0, rejected: 0, characters: 0, requests: 0, tokens: 0 }
  const rejections: CheckReport['rejections'] = []
  let complete = true
  for await (const batch of cutBatches(mapped, batchLimits(options, mapping.texts.length))) {
    countBatch(batch, counts, rejections)
    if (lossesOf) noteLosses(batch, (item) => lossesOf(item, mapping.texts.length > 1), warnings)
    complete = options.checkAll === true || counted.bytesRead() < (options.checkBytes ?? CHECKED_BYTES)
    if (!complete) break
  }
  const share = complete ? 1 : Math.min(1, counted.bytesRead() / file.size)
  const found = warnings.list()
  const repeated = found.find(({ kind }) => kind === 'duplicate_ids')?.count ?? 0
  const estimates = { ...estimate(counts, share, options), repeated: Math.round(repeated / share) }
  return { complete, ...estimates, warnings: found, rejections }
}

/** What the service can't carry is said before it is sent. */
function noteLosses({ items }: Batch, lossesOf: (item: ItemObject) => readonly Loss[], warnings: Warnings): void {
  for (const { item, row } of items) {
    for (const { member, isGone } of lossesOf(item))
      warnings.add(isGone ? 'not_sent' : 'cut_values', row.row, { about: member })
  }
}

function countBatch(batch: Batch, counts: CheckCounts, rejections: CheckReport['rejections']): void {
  counts.rows += batch.rows.length
  counts.items += batch.items.length
  counts.requests += batch.items.length > 0 ? 1 : 0
  for (const { item } of batch.items) {
    counts.characters += codePoints(item.text)
    counts.tokens += Math.ceil(Buffer.byteLength(item.text) / LIMITS.bytesPerToken)
  }
  for (const { row, rejections: reasons } of batch.rows) {
    counts.rejected += reasons.length
    for (const { reason } of reasons) if (rejections.length < REJECTIONS_NAMED) rejections.push({ row, reason })
  }
}

/** Counts of the part that was read, and what the whole file needs. */
function estimate(counts: CheckCounts, share: number, { target }: PushOptions) {
  const whole = (count: number) => Math.round(count / share)
  const requests = share === 1 ? counts.requests : Math.ceil(counts.requests / share)
  const minutes = requests / (target?.requestsPerMinute ?? LIMITS.perKeyPerMinute.default)
  const aps = whole(counts.tokens) / (target?.tokensPerAps ?? LIMITS.tokensPerAps)
  return {
    ...{ rows: whole(counts.rows), items: whole(counts.items), rejected: counts.rejected },
    ...{ characters: whole(counts.characters), requests, minutes },
    ...(target?.live ? { aps } : {}),
  }
}

/** The file, and how many of its bytes were read through it. */
function countBytes(file: InputFile): { file: InputFile; bytesRead(): number } {
  let bytes = 0
  const counted: InputFile = {
    ...file,
    async *stream() {
      for await (const chunk of file.stream()) {
        bytes += chunk.length
        yield chunk
      }
    },
    async readRange(start, length) {
      const range = await file.readRange(start, length)
      bytes += range.length
      return range
    },
  }
  return { file: counted, bytesRead: () => bytes }
}
