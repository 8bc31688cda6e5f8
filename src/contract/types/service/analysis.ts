/** Generated from the tables of operations by `npm run record`; do not edit. */

export type GetAnalysisQuery = {
  /** One period: `2026-W08`, `2026-02` or `2026-Q1`, as the group tracks. */
  period_key?: string
}

export type Analysis = {
  /** `none` until the source has been analysed. */
  analysis_status: 'none' | 'available'
  /** Identifier of the analysis; null if there is none. */
  analysis_id: string | null
  /** Identifier of the group. */
  survey_series_id: string
  /** Identifier of the source. */
  survey_id: string
  /** Number of items. */
  item_count: number
  /** When the analysis was made; null if there is none. */
  analysed_at: string | null
  /** The period that was analysed; null for all feedback. */
  period_key: string | null
  /** How sentiment is distributed. */
  sentiment: SentimentDistribution
  /** What people talk about, the most frequent theme first. */
  themes: Theme[]
  /** Matches of each monitor. */
  monitor_matches: MonitorMatch[]
}

/** Shares are 0 to 1 and the score is -1 to 1. */
export type SentimentDistribution = {
  /** Items with positive sentiment. */
  positive: SentimentCount
  /** Items with neutral sentiment. */
  neutral: SentimentCount
  /** Items with negative sentiment. */
  negative: SentimentCount
  /** Overall sentiment, from -1 (negative) to 1 (positive). */
  score: number
}

export type SentimentCount = {
  /** Number of items. */
  count: number
  /** Share of all items, from 0 to 1. */
  share: number
}

export type Theme = {
  /** Identifier of the theme. */
  theme_id: string
  /** Name of the theme. */
  label: string
  /** Number of items. */
  item_count: number
  /** Share of all items, from 0 to 1. */
  share: number
  /** How sentiment is distributed. */
  sentiment: SentimentDistribution
  /** Words that stand out in the theme. */
  keywords: string[]
}

export type MonitorMatch = {
  /** Identifier of the monitor. */
  monitor_id: string
  /** Name of the monitor. */
  name: string
  /** Words and "phrases" the monitor looks for. */
  query: string[]
  /** Items that match the monitor. */
  match_count: number
  /** Share of all items, from 0 to 1. */
  share: number
}

/** The operations of `analysis`, by name. */
export interface ServiceAnalysis {
  /**
   * Read-back of the analysis of a source: sentiment, themes, monitor matches.
   *
   * `GET /sources/{id}/analysis`, keys of scope `push`, `create` or `all`.
   *
   * In addition to the common errors: `ServiceError` with code `NOT_FOUND`.
   */
  getAnalysis: {
    params: {
      /** Identifier of the source. */
      readonly id: string
    }
    query: GetAnalysisQuery
    body: undefined
    result: Analysis
  }
}
