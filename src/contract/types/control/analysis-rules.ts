/** Generated from the tables of operations by `npm run record`; do not edit. */

export type AnalysisRulesRecord = {
  /** The rules; the first that matches decides. */
  items: {
    /** Text an item must contain for the rule to apply; upper and lower case are the same. */
    pattern: string
    /** Sentiment of matching items. */
    sentiment?: 'positive' | 'neutral' | 'negative'
    /** Theme of matching items. */
    theme?: string
  }[]
}

/** The operations of `analysis-rules`, by name. */
export interface ControlAnalysisRules {
  /**
   * The analysis rules, which decide sentiment and theme of items by pattern.
   *
   * `GET /_emulator/orgs/{org_id}/analysis-rules`
   */
  getAnalysisRules: { params: Record<never, never>; query: undefined; body: undefined; result: AnalysisRulesRecord }
  /**
   * Replaces the analysis rules, which decide before the analysis proper.
   *
   * `PUT /_emulator/orgs/{org_id}/analysis-rules`
   */
  setAnalysisRules: {
    params: Record<never, never>
    query: undefined
    body: AnalysisRulesRecord
    result: AnalysisRulesRecord
  }
}
