import { GUESSES, type Values } from '../../src/contract/assumptions/values.js'
import type { Analyst } from '../adapters/analyst.js'
import { type CorpusSummary, type Days, LostCorpusError, type ThemeQuery } from '../analysis/index.js'
import type { ItemReader } from '../store/index.js'
import { itemScans } from './item-scans.js'
import { type MonitorMatches, monitorMatches } from './monitor-matches.js'
import {
  dropCorpus,
  type FeedbackTypeOf,
  isAhead,
  type Reach,
  type SourceCorpora,
  type SourceCorpus,
  sourceCorpora,
} from './source-corpora.js'

/**
 * What analysis has found so far, by source: a pass costs what is new since the last one. A read may already get the
 * results of the next pass where that has been made and is just being committed.
 */
export interface AnalysisCache {
  /** Prepares the results of a pass before it is committed; takes long for many new items, so no write may wait for it. */
  prepare(reach: Reach, items: ItemReader): Promise<void>
  /** Whether they are ready now. */
  isReady(reach: Reach): boolean
  /** The summary of everything up to the pass's last item, under its rules. */
  summary(pass: Reach, items: ItemReader): Promise<CorpusSummary>
  /** That of the items of some days; its themes are those of the whole. */
  part(pass: Reach, items: ItemReader, days: Days): Promise<CorpusSummary>
  /** What monitors match in those items. */
  readonly matches: MonitorMatches
  /** The items of a theme of that summary, ascending. */
  itemsOfTheme(pass: Reach, items: ItemReader, query: ThemeQuery): Promise<number[]>
  /** Forgets what was found in items of a source: they were erased. */
  forget(sourceId: number, itemIds: readonly number[]): void
  clear(): void
  /** Ends what reads items; resolves when none is read any more. */
  close(): Promise<void>
}

type Use<T> = (entry: SourceCorpus) => Promise<T>

/**
 * An empty cache. Items are analysed by `analyst`, which several organisations may share; `feedbackTypeOf` says what a source
 * holds.
 */
export function analysisCache(
  analyst: Analyst,
  values: Values = GUESSES,
  feedbackTypeOf: FeedbackTypeOf = () => undefined,
): AnalysisCache {
  const scans = itemScans(values['analysis-periods'].rule)
  const corpora = sourceCorpora(analyst, scans, feedbackTypeOf)
  const matches = monitorMatches(scans, values['monitor-match'].rule)
  const busy = new Map<number, Promise<unknown>>()
  /** Raised by each `clear`: results asked for before it are not kept. */
  let era = 0

  const read = <T>(reach: Reach, items: ItemReader, use: Use<T>, isStrict = false): Promise<T> => {
    const askedIn = era
    const before = busy.get(reach.sourceId)
    const run = (before ?? Promise.resolve()).then(() =>
      twice(() => useCorpus(corpora, reach, items, { isStrict, isKept: () => era === askedIn }, use)),
    )
    const over = run
      .catch(() => undefined)
      .then(() => {
        if (busy.get(reach.sourceId) === over) busy.delete(reach.sourceId)
      })
    busy.set(reach.sourceId, over)
    return run
  }

  return {
    matches,
    prepare: (reach, items) => read(reach, items, summarised, true).then(() => undefined),
    isReady(reach) {
      const entry = corpora.find(reach.sourceId)
      return entry !== undefined && isAhead(entry, reach) && entry.rules === JSON.stringify(reach.rules)
    },
    async summary(pass, items) {
      const last = corpora.find(pass.sourceId)?.lastSummary
      // Reads don't wait for a pass that continues.
      return last && last.throughItemId >= pass.throughItemId ? last.summary : read(pass, items, summarised)
    },
    part: (pass, items, days) => read(pass, items, ({ ask, corpus }) => ask({ task: 'summary', corpus, days })),
    itemsOfTheme: (pass, items, query) =>
      read(pass, items, ({ ask, corpus }) => ask({ task: 'itemsOfTheme', corpus, query })),
    forget(sourceId, itemIds) {
      matches.forget(sourceId, itemIds)
      corpora.removeItems(sourceId, itemIds)
    },
    clear() {
      era += 1
      corpora.clear()
      matches.clear()
    },
    async close() {
      corpora.clear()
      await scans.end()
    },
  }
}

/** Runs it again where a corpus was lost; one that is lost twice in a row would always be. */
function twice<T>(work: () => Promise<T>): Promise<T> {
  return work().catch((error: unknown) => {
    if (error instanceof LostCorpusError) return work()
    throw error
  })
}

async function useCorpus<T>(
  corpora: SourceCorpora,
  reach: Reach,
  items: ItemReader,
  options: { isStrict: boolean; isKept: () => boolean },
  use: Use<T>,
): Promise<T> {
  const isKept = options.isKept()
  try {
    const entry = await corpora.bring(reach, items, { isStrict: options.isStrict, isKept })
    const result = await use(entry)
    if (!isKept) dropCorpus(entry)
    return result
  } catch (error) {
    // A corpus that was half extended, or lost, is of no use.
    if (options.isKept()) corpora.drop(reach.sourceId)
    throw error
  }
}

/** The summary of everything; made again where an erase came meanwhile. */
async function summarised(entry: SourceCorpus): Promise<CorpusSummary> {
  for (;;) {
    const { erasures, throughItemId, corpus } = entry
    if (entry.lastSummary?.throughItemId === throughItemId) return entry.lastSummary.summary
    const summary = await entry.ask({ task: 'summary', corpus })
    if (entry.erasures !== erasures) continue
    entry.lastSummary = { throughItemId, summary }
    return summary
  }
}
