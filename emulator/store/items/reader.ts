import type { ItemMatch, ItemMatchQuery, ItemQuery, ItemReader, StoredItem } from '../types.js'
import { type Candidate, nextCandidates } from './candidates.js'
import { recordsWith } from './columns.js'
import { readRowSync, readRows } from './read-rows.js'
import { hashId } from './row.js'
import type { Segment, SegmentFolder } from './segment.js'
import { loadIndex } from './segment-index.js'
import type { Segments } from './segments.js'

const SCAN_BATCH = 1_000

/** Reads committed items, durable or not; sees a reset at once, for `current` is asked each time. */
export function createItemReader(current: () => Segments): ItemReader {
  const select = (query: ItemQuery): Promise<StoredItem[]> => selectItems(current(), query)
  return {
    async load(sourceId) {
      const { place, bySource } = current()
      const segment = bySource.get(sourceId)
      if (segment !== undefined) await loadIndex(place, segment)
    },
    findExternalIds: (sourceId, fieldId, ids) => findExternalIds(current(), sourceId, fieldId, ids),
    select,
    async *scan(sourceId, afterId) {
      for (let after = afterId; ; ) {
        const batch = await select({ afterId: after, limit: SCAN_BATCH, sourceIds: [sourceId] })
        if (batch.length > 0) yield batch
        if (batch.length < SCAN_BATCH) return
        after = batch.at(-1)!.id
      }
    },
    async findLast(sourceId) {
      const { place, bySource } = current()
      const segment = bySource.get(sourceId)
      if (segment === undefined) return undefined
      await loadIndex(place, segment)
      const { columns } = segment.index!
      let record = columns.count - 1
      while (record >= 0 && segment.hidden.has(columns.id[record]!)) record -= 1
      if (record < 0) return undefined
      return (await select({ afterId: columns.id[record]! - 1, limit: 1, sourceIds: [sourceId] }))[0]
    },
    match: (query) => matchItems(current(), query),
    count: (sourceId) => chosen(current(), sourceId === undefined ? undefined : [sourceId]).reduce(addCount, 0),
  }
}

function addCount(sum: number, segment: Segment): number {
  return sum + segment.count - segment.hidden.size
}

function chosen({ bySource }: Segments, sourceIds?: readonly number[]): Segment[] {
  if (sourceIds === undefined) return [...bySource.values()]
  return [...new Set(sourceIds)].flatMap((id) => bySource.get(id) ?? [])
}

function findExternalIds({ place, bySource }: Segments, sourceId: number, fieldId: number, ids: readonly string[]) {
  const segment = bySource.get(sourceId)
  if (segment === undefined) return new Set<string>()
  if (segment.index === undefined) throw new Error(`items of source ${sourceId} must be loaded first`)
  const { columns, externalIds } = segment.index
  const isStored = (id: string): boolean =>
    externalIds.find(hashId(id)).some((record) => {
      if (columns.fieldId[record] !== fieldId || segment.hidden.has(columns.id[record]!)) return false
      return readRowSync(place, segment, record).externalId === id
    })
  return new Set(ids.filter(isStored))
}

async function selectItems(segments: Segments, query: ItemQuery): Promise<StoredItem[]> {
  const sources = chosen(segments, query.sourceIds)
  const found: StoredItem[] = []
  for (let { afterId } = query; found.length < query.limit; ) {
    for (const segment of sources) await loadIndex(segments.place, segment)
    const wanted = query.limit - found.length
    const candidates = nextCandidates(sources, query, afterId, wanted)
    if (candidates.length === 0) break
    const items = await findCandidateRows(segments.place, candidates)
    if (items === undefined) continue
    found.push(...items.filter((item) => rowFits(query, item)))
    // There were no more, and looking again would take as long.
    if (candidates.length < wanted) break
    afterId = candidates.at(-1)!.id
  }
  return found
}

/** The rows of candidates in ascending id, or nothing when an erase rewrote a segment meanwhile: choose again. */
async function findCandidateRows(place: SegmentFolder, candidates: readonly Candidate[]) {
  const bySegment = new Map<Segment, number[]>()
  for (const { segment, record } of candidates) {
    const records = bySegment.get(segment)
    if (records === undefined) bySegment.set(segment, [record])
    else records.push(record)
  }
  const generations = [...bySegment.keys()].map((segment) => [segment, segment.flushed.generation] as const)
  const isStale = (): boolean => generations.some(([segment, generation]) => segment.flushed.generation !== generation)
  try {
    const lists = await Promise.all([...bySegment].map(([segment, records]) => readRows(place, segment, records)))
    return isStale() ? undefined : lists.flat().sort((left, right) => left.id - right.id)
  } catch (error) {
    if (isStale()) return undefined
    throw error
  }
}

async function matchItems(segments: Segments, query: ItemMatchQuery): Promise<ItemMatch[]> {
  const found: ItemMatch[] = []
  const fits = matchTest(query)
  for (const segment of chosen(segments, query.sourceId === undefined ? undefined : [query.sourceId])) {
    let items: StoredItem[] | undefined
    while (items === undefined) {
      await loadIndex(segments.place, segment)
      const records = matchingRecords(segment, query)
      const candidates = records.map((record) => ({ id: segment.index!.columns.id[record]!, segment, record }))
      items = await findCandidateRows(segments.place, candidates)
    }
    for (const { id, sourceId, fieldId, externalId, customerId } of items.filter(fits)) {
      found.push({ id, sourceId, fieldId, externalId, customerId })
    }
  }
  return found.sort((left, right) => left.id - right.id)
}

/** Two ids may share a hash, so the row has the last word. */
function rowFits(query: ItemQuery, item: StoredItem): boolean {
  if (query.externalId !== undefined && item.externalId !== query.externalId) return false
  return query.customerId === undefined || item.customerId === query.customerId
}

/** Records of a loaded segment whose hashes say they may carry one of the ids. */
export function matchingRecords(segment: Segment, query: ItemMatchQuery): number[] {
  const { columns, externalIds } = segment.index!
  const external = (query.externalIds ?? []).flatMap((id) => externalIds.find(hashId(id)))
  const customer = recordsWith(columns, 'customerHash', (query.customerIds ?? []).map(hashId))
  const shown = [...new Set([...external, ...customer])].filter((record) => !segment.hidden.has(columns.id[record]!))
  return shown.sort((left, right) => left - right)
}

/** A test of rows for the same query, without hashes. */
export function matchTest(query: ItemMatchQuery): (item: StoredItem) => boolean {
  const external = new Set(query.externalIds)
  const customer = new Set(query.customerIds)
  return ({ externalId, customerId }) =>
    (externalId !== null && external.has(externalId)) || (customerId !== null && customer.has(customerId))
}
