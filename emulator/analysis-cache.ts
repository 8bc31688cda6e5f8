import { type MonitorMatches, monitorMatches } from './monitor-matches.js'
import {
  addFinding,
  analyseText,
  type Corpus,
  type Days,
  emptyCorpus,
  itemsOfTheme,
  learnThemes,
  type Origin,
  type Summary,
  summarise,
  type ThemeModel,
  type ThemeQuery,
  takeOut,
} from './rules/analysis/index.js'
import { dayOf } from './rules/days.js'
import type { AnalysisPass } from './state/state.js'
import type { ItemReader, StoredItem } from './store/index.js'

/** What was found in the items of a source. Derived from items and rules alone, so it is never stored and can always be made again. */
interface Kept {
  corpus: Corpus
  throughItemId: number
  rules: string
  /** Of everything in the corpus; undefined where that changed since. */
  summary?: Summary
  /** Of some days, by the first and the last. */
  parts: Map<string, Summary>
  /** How its items are told apart by theme; only where somebody asked for the items of one. */
  model?: ThemeModel
  /** Items are being added. */
  isBusy: boolean
}

/** What analysis has found so far, by source: a pass costs what is new since the last one. */
export interface AnalysisCache {
  /** The summary of everything up to the pass's last item, under its rules. */
  summary(pass: AnalysisPass, items: ItemReader): Promise<Summary>
  /** That of the items of some days; its themes are those of the whole. */
  part(pass: AnalysisPass, items: ItemReader, days: Days): Promise<Summary>
  /** What monitors match in those items. */
  readonly matches: MonitorMatches
  /** The items of a theme of that summary, ascending. */
  itemsOfTheme(pass: AnalysisPass, items: ItemReader, query: ThemeQuery): Promise<number[]>
  /** Forgets what was found in items of a source: they were erased. */
  forget(sourceId: number, itemIds: readonly number[]): void
  clear(): void
}

/** An empty cache. */
export function analysisCache(): AnalysisCache {
  const kept = new Map<number, Kept>()
  const busy = new Map<number, Promise<unknown>>()
  const matches = monitorMatches()

  const bring = async (pass: AnalysisPass, items: ItemReader): Promise<Kept> => {
    const rules = JSON.stringify(pass.rules)
    const known = kept.get(pass.sourceId)
    const usable = known && known.rules === rules && known.throughItemId <= pass.throughItemId
    const entry = usable ? known : newEntry(rules)
    // Kept before it is complete, so that forgetting in the middle forgets this one, too.
    kept.set(pass.sourceId, entry)
    await addNewItems(entry, pass, items)
    return entry
  }

  const read = <T>(pass: AnalysisPass, items: ItemReader, use: (entry: Kept) => T): Promise<T> => {
    const before = busy.get(pass.sourceId) ?? Promise.resolve()
    const run = before.catch(() => undefined).then(async () => use(await bring(pass, items)))
    busy.set(pass.sourceId, run)
    return run
  }

  return {
    summary: (pass, items) =>
      read(pass, items, (entry) => {
        entry.summary ??= summarise(entry.corpus, entry.model)
        return entry.summary
      }),
    part: (pass, items, days) => read(pass, items, (entry) => partOf(entry, days)),
    matches,
    itemsOfTheme: (pass, items, query) =>
      read(pass, items, (entry) => {
        entry.model ??= learnThemes(entry.corpus)
        return itemsOfTheme(entry.corpus, entry.model, query)
      }),
    forget(sourceId, itemIds) {
      matches.forget(sourceId, itemIds)
      const entry = kept.get(sourceId)
      if (entry === undefined) return
      // A scan under way may still bring an item that is gone: its result is dropped, and the next pass starts over.
      if (entry.isBusy) kept.delete(sourceId)
      else if (itemIds.filter((id) => takeOut(entry.corpus, id)).length > 0) withdraw(entry)
    },
    clear() {
      kept.clear()
      matches.clear()
    },
  }
}

function newEntry(rules: string): Kept {
  return { corpus: emptyCorpus(), throughItemId: 0, rules, parts: new Map(), isBusy: false }
}

function partOf(entry: Kept, days: Days): Summary {
  const name = `${days.fromDay} ${days.untilDay}`
  const known = entry.parts.get(name)
  if (known) return known
  entry.model ??= learnThemes(entry.corpus)
  const summary = summarise(entry.corpus, entry.model, days)
  entry.parts.set(name, summary)
  return summary
}

async function addNewItems(entry: Kept, pass: AnalysisPass, items: ItemReader): Promise<void> {
  if (entry.throughItemId >= pass.throughItemId) return
  entry.isBusy = true
  try {
    await scanNewItems(entry, pass, items)
    entry.throughItemId = pass.throughItemId
  } finally {
    entry.isBusy = false
  }
}

async function scanNewItems(entry: Kept, pass: AnalysisPass, items: ItemReader): Promise<void> {
  for await (const batch of items.scan(pass.sourceId, entry.throughItemId)) {
    for (const item of batch) {
      if (item.id > pass.throughItemId) return
      const day = dayOf(item.occurredAt ?? item.createdAt)
      addFinding(entry.corpus, item.id, analyseText(item, pass.rules), day, originOf(item))
      withdraw(entry)
      entry.throughItemId = item.id
    }
  }
}

/** The rows of a survey bear one `external_id` in every field, so it tells who answered where no customer is named. */
function originOf({ customerId, externalId, occurredAt }: StoredItem): Origin {
  return { person: customerId ?? externalId, occurredAt }
}

/** What was said of the corpus holds no more. */
function withdraw(entry: Kept): void {
  delete entry.summary
  delete entry.model
  entry.parts.clear()
}
