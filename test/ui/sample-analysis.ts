import type { AnalysisShown } from '../../src/ui/analysis.js'

const mood = (score: number) => ({
  positive: { count: 6, share: 0.5 },
  neutral: { count: 3, share: 0.25 },
  negative: { count: 3, share: 0.25 },
  score,
})

/** An analysis with two themes, one of them in wide characters, and a monitor. */
export const ANALYSIS: AnalysisShown = {
  analysis_status: 'available',
  analysis_id: '7',
  survey_series_id: '3',
  survey_id: '34',
  item_count: 12,
  analysed_at: '2026-03-01T10:00:00.000Z',
  period_key: null,
  sentiment: mood(0.25),
  themes: [
    {
      theme_id: 't1',
      label: 'late delivery',
      item_count: 6,
      share: 0.5,
      sentiment: mood(-0.6),
      keywords: ['late', 'parcel', 'courier'],
    },
    {
      theme_id: 't2',
      label: '配送が遅い荷物が届かない',
      item_count: 3,
      share: 0.25,
      sentiment: mood(0.4),
      keywords: ['遅い'],
    },
  ],
  monitor_matches: [{ monitor_id: '1', name: 'Refunds', query: ['refund'], match_count: 2, share: 0.17 }],
}

export const PERIODS = [
  { key: '2026-01', items: 4, score: -1 },
  { key: '2026-02', items: 4, score: 0 },
  { key: '2026-03', items: 4, score: 1 },
]
