import type { FeedbackType } from '../../src/contract/question-types.js'
import type { Analyst } from '../adapters/analyst.js'
import type { CorpusSummary, NewItem } from '../analysis/index.js'
import type { AnalysisPass } from '../state/state.js'
import type { ItemReader, StoredItem } from '../store/index.js'
import type { ItemScans } from './item-scans.js'

/** What a pass looks at: the items of a source up to one, under rules. */
export type Reach = Pick<AnalysisPass, 'sourceId' | 'throughItemId' | 'rules'>

/** The corpus of a source. Derived from items and rules alone, so it is never stored and can always be made again. */
export interface SourceCorpus {
  corpus: number
  ask: Analyst['ask']
  rules: string
  throughItemId: number
  /** While items are added: those erased since the start. What was read of them before must not come in after. */
  gone?: Set<number>
  /** How often items were removed. */
  erasures: number
  /** The last summary of everything, unless something was erased since. */
  lastSummary?: { throughItemId: number; summary: CorpusSummary }
}

/** What a source holds, which never changes. */
export type FeedbackTypeOf = (sourceId: number) => FeedbackType | undefined

/** The corpora of an organisation, by source. */
export interface SourceCorpora {
  find(sourceId: number): SourceCorpus | undefined
  /**
   * The corpus with everything within reach; where it goes beyond, that is a pass just about to be committed. `isStrict`:
   * only under the very rules. `isKept`: for whoever comes next, too.
   */
  bring(reach: Reach, items: ItemReader, options: { isStrict: boolean; isKept: boolean }): Promise<SourceCorpus>
  /** Items were erased: nothing that is found from now on knows of them. */
  removeItems(sourceId: number, itemIds: readonly number[]): void
  drop(sourceId: number): void
  clear(): void
}

/** Items sent to be analysed in one message. */
const GROUP = 1_000

/** Never used twice in a process: who asks for a corpus that was lost must not meet another. */
let lastCorpus = 0

/**
 * No corpora yet. They are with `analyst`, which several organisations may share: even the first item of all costs more than
 * requests that are served meanwhile may wait, as the lexicons are read for it.
 */
export function sourceCorpora(analyst: Analyst, scans: ItemScans, feedbackTypeOf: FeedbackTypeOf): SourceCorpora {
  const ask: Analyst['ask'] = (request) => analyst.ask(request)
  const kept = new Map<number, SourceCorpus>()
  return {
    find: (sourceId) => kept.get(sourceId),
    async bring(reach, items, { isStrict, isKept }) {
      const { sourceId } = reach
      const known = isKept ? kept.get(sourceId) : undefined
      let entry = known && fits(known, reach, isStrict) ? known : undefined
      if (!entry) {
        entry = newCorpus(reach, ask)
        // Kept before it is complete, so that forgetting in the middle forgets this one, too.
        if (isKept) kept.set(sourceId, entry)
        if (known) dropCorpus(known)
        const feedbackType = feedbackTypeOf(sourceId)
        await entry.ask({ task: 'begin', corpus: entry.corpus, rules: reach.rules, feedbackType })
      }
      if (!isAhead(entry, reach)) await addUnread(entry, reach, scans, items)
      return entry
    },
    removeItems(sourceId, itemIds) {
      const entry = kept.get(sourceId)
      if (entry === undefined) return
      for (const id of itemIds) entry.gone?.add(id)
      entry.erasures += 1
      delete entry.lastSummary
      entry.ask({ task: 'removeItems', corpus: entry.corpus, itemIds }).catch(() => undefined)
    },
    drop(sourceId) {
      const entry = kept.get(sourceId)
      kept.delete(sourceId)
      if (entry) dropCorpus(entry)
    },
    clear() {
      for (const entry of kept.values()) dropCorpus(entry)
      kept.clear()
    },
  }
}

/** Whether a corpus holds everything within reach. */
export function isAhead(entry: SourceCorpus, { throughItemId }: Reach): boolean {
  return entry.gone === undefined && entry.throughItemId >= throughItemId
}

/** Drops a corpus that is no longer used. */
export function dropCorpus({ ask, corpus }: SourceCorpus): void {
  ask({ task: 'drop', corpus }).catch(() => undefined)
}

function newCorpus({ rules }: Reach, ask: Analyst['ask']): SourceCorpus {
  lastCorpus += 1
  return { corpus: lastCorpus, ask, rules: JSON.stringify(rules), throughItemId: 0, erasures: 0 }
}

function fits(known: SourceCorpus, reach: Reach, isStrict: boolean): boolean {
  return (isAhead(known, reach) && !isStrict) || known.rules === JSON.stringify(reach.rules)
}

async function addUnread(entry: SourceCorpus, reach: Reach, scans: ItemScans, items: ItemReader): Promise<void> {
  const { sourceId, throughItemId } = reach
  entry.gone = new Set()
  const unread = scans.between(items, sourceId, entry.throughItemId, throughItemId)
  for await (const batch of unread) await add(entry, batch, scans)
  entry.throughItemId = throughItemId
  delete entry.gone
}

async function add(entry: SourceCorpus, batch: readonly StoredItem[], scans: ItemScans): Promise<void> {
  for (let from = 0; from < batch.length; from += GROUP) {
    const group = batch.slice(from, from + GROUP)
    const items = group.filter(({ id }) => !entry.gone?.has(id)).map((item) => toNewItem(item, scans.dayOf(item)))
    await entry.ask({ task: 'add', corpus: entry.corpus, items })
    entry.throughItemId = group.at(-1)!.id
  }
}

function toNewItem({ id, text, rating, language }: StoredItem, day: number): NewItem {
  return { id, text, rating, language, day }
}
