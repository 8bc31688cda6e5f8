import {
  type Aggregate,
  addFinding,
  analyseText,
  emptyAggregate,
  type Summary,
  summarise,
} from './rules/analysis/index.js'
import type { AnalysisPass } from './state/state.js'
import type { ItemReader } from './store/index.js'

/** The findings of a pass, added up. Derived from items and rules alone, so it is never stored and can always be made again. */
interface Kept {
  aggregate: Aggregate
  throughItemId: number
  rules: string
}

/** What analysis has found so far, by source: a pass costs what is new since the last one. */
export interface AnalysisCache {
  /** The summary of everything up to the pass's last item, under its rules. */
  summary(pass: AnalysisPass, items: ItemReader): Promise<Summary>
  /** Forgets what was found in a source: items of it were erased. */
  forget(sourceId: number): void
  clear(): void
}

/** An empty cache. */
export function analysisCache(): AnalysisCache {
  const kept = new Map<number, Kept>()
  const busy = new Map<number, Promise<unknown>>()

  const bring = async (pass: AnalysisPass, items: ItemReader): Promise<Summary> => {
    const rules = JSON.stringify(pass.rules)
    const known = kept.get(pass.sourceId)
    const usable = known && known.rules === rules && known.throughItemId <= pass.throughItemId
    const entry = usable ? known : { aggregate: emptyAggregate(), throughItemId: 0, rules }
    // Kept before it is complete, so that forgetting in the middle forgets this one, too.
    kept.set(pass.sourceId, entry)
    await addNewItems(entry, pass, items)
    return summarise(entry.aggregate)
  }

  return {
    summary(pass, items) {
      const before = busy.get(pass.sourceId) ?? Promise.resolve()
      const run = before.catch(() => undefined).then(() => bring(pass, items))
      busy.set(pass.sourceId, run)
      return run
    },
    forget: (sourceId) => void kept.delete(sourceId),
    clear: () => kept.clear(),
  }
}

async function addNewItems(entry: Kept, pass: AnalysisPass, items: ItemReader): Promise<void> {
  if (entry.throughItemId >= pass.throughItemId) return
  for await (const batch of items.scan(pass.sourceId, entry.throughItemId)) {
    for (const item of batch) {
      if (item.id > pass.throughItemId) return
      addFinding(entry.aggregate, analyseText(item, pass.rules), 1)
      entry.throughItemId = item.id
    }
  }
  entry.throughItemId = pass.throughItemId
}
