import type { AnalysisRule } from '../../src/contract/control/analysis-rules.js'
import type { FeedbackType } from '../../src/contract/question-types.js'
import { analyseText } from './analyse-text.js'
import { addFinding, type Corpus, emptyCorpus, removeItem } from './corpus.js'
import { summariseCorpus } from './summarise.js'
import { itemsOfTheme, type ThemeQuery } from './themes/assign.js'
import { learnThemes, type ThemeModel } from './themes/model.js'
import type { CorpusSummary, Days, TextToAnalyse } from './types.js'

/** An item that comes into a corpus: what it says, and on which day (since 1970, UTC). */
export interface NewItem extends TextToAnalyse {
  id: number
  day: number
}

/**
 * One thing to do with a corpus, and what comes of it. Both are plain data, so the corpora may be on another thread:
 * this is the whole boundary of the library towards whoever analyses items that come and go.
 */
export interface CorpusWork {
  /** An empty corpus of this number, in the place of an older one. */
  begin: { ask: { rules: readonly AnalysisRule[]; feedbackType?: FeedbackType | undefined }; result: undefined }
  /** Analyses items and adds them. Identifiers must ascend. */
  add: { ask: { items: readonly NewItem[] }; result: undefined }
  /** Removes erased items from everything that is found later. */
  removeItems: { ask: { itemIds: readonly number[] }; result: undefined }
  /** Distribution and themes of everything, or of some days; the themes stay those of the whole. */
  summary: { ask: { days?: Days | undefined }; result: CorpusSummary }
  /** The identifiers of items of a theme, ascending. */
  itemsOfTheme: { ask: { query: ThemeQuery }; result: number[] }
  /** Frees the corpus. */
  drop: { ask: object; result: undefined }
}

export type CorpusTask = keyof CorpusWork
export type CorpusRequest = {
  [Task in CorpusTask]: { task: Task; corpus: number } & CorpusWork[Task]['ask']
}[CorpusTask]

/** No one holds the corpus any more: whoever needs it starts another. */
export class LostCorpusError extends Error {
  override readonly name = 'LostCorpusError'
}

interface Held {
  corpus: Corpus
  rules: readonly AnalysisRule[]
  feedbackType: FeedbackType | undefined
  /** How items are distinguished by theme; made when first needed, and again after a change. */
  model?: ThemeModel
  /** Of some days, by the first and the last. */
  parts: Map<string, CorpusSummary>
}

/** Periods with kept summaries; the one that was asked for first goes first. */
const MOST_PARTS = 64

/** Keeps corpora by number and runs requests on them. Throws LostCorpusError for one that was never started. */
export function makeCorpora(): (request: CorpusRequest) => CorpusWork[CorpusTask]['result'] {
  const held = new Map<number, Held>()
  return (request) => {
    if (request.task === 'begin') held.set(request.corpus, hold(request))
    if (request.task === 'drop') held.delete(request.corpus)
    if (request.task === 'begin' || request.task === 'drop') return undefined
    const entry = held.get(request.corpus)
    if (!entry) throw new LostCorpusError(`corpus ${request.corpus} was deleted`)
    return perform(entry, request)
  }
}

function hold({ rules, feedbackType }: CorpusWork['begin']['ask']): Held {
  return { corpus: emptyCorpus(), rules, feedbackType, parts: new Map() }
}

function perform(entry: Held, request: Exclude<CorpusRequest, { task: 'begin' | 'drop' }>) {
  switch (request.task) {
    case 'add':
      for (const { id, text, rating, language, day } of request.items) {
        const finding = analyseText({ text, rating, language, feedbackType: entry.feedbackType }, entry.rules)
        addFinding(entry.corpus, id, finding, day)
      }
      return withdraw(entry)
    case 'removeItems':
      return request.itemIds.filter((id) => removeItem(entry.corpus, id)).length > 0 ? withdraw(entry) : undefined
    case 'summary':
      return partOf(entry, request.days)
    case 'itemsOfTheme':
      return itemsOfTheme(entry.corpus, modelOf(entry), request.query)
  }
}

function modelOf(entry: Held): ThemeModel {
  entry.model ??= learnThemes(entry.corpus)
  return entry.model
}

function partOf(entry: Held, days: Days | undefined): CorpusSummary {
  const name = days ? `${days.fromDay} ${days.untilDay}` : 'all'
  const known = entry.parts.get(name)
  if (known) return known
  const summary = summariseCorpus(entry.corpus, modelOf(entry), days)
  if (entry.parts.size >= MOST_PARTS) entry.parts.delete(entry.parts.keys().next().value!)
  entry.parts.set(name, summary)
  return summary
}

/** What was said of the corpus holds no more. */
function withdraw(entry: Held): undefined {
  delete entry.model
  entry.parts.clear()
}
