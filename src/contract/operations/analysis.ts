import { COMMON_ERRORS, operation } from '../operation.js'
import { SentimentDistribution } from '../records.js'
import { assumed, Count, Id, Nullable, named, Share, type Static, Time, Type, Words } from '../schema.js'
import { PUSH_SCOPES } from '../scopes.js'

export const Theme = named(
  Type.Object({
    theme_id: Type.String(),
    label: Type.String(),
    item_count: Count(),
    share: Share(),
    sentiment: SentimentDistribution,
    keywords: Type.Array(Type.String()),
  }),
  'Theme',
)

export const MonitorMatch = named(
  Type.Object({
    monitor_id: Id,
    name: Type.String(),
    query: Type.Array(Type.String()),
    match_count: Count(),
    share: Share(),
  }),
  'MonitorMatch',
)

export const Analysis = named(
  Type.Object({
    analysis_status: Words(['none', 'available']),
    analysis_id: Nullable(Id),
    survey_series_id: assumed(Id),
    survey_id: assumed(Id),
    item_count: assumed(Count()),
    analysed_at: assumed(Nullable(Time)),
    period_key: assumed(Nullable(Type.String())),
    sentiment: assumed(SentimentDistribution),
    themes: assumed(Type.Array(Theme)),
    monitor_matches: assumed(Type.Array(MonitorMatch)),
  }),
  'Analysis',
  'ClassicAnalysis',
)
export type Analysis = Static<typeof Analysis>

export const getAnalysis = operation({
  id: 'getAnalysis',
  noun: 'analysis',
  summary: 'Read-back of the analysis of a source: sentiment, themes, monitor matches',
  routes: [{ method: 'GET', path: '/sources/{id}/analysis', words: 'recommended', access: PUSH_SCOPES }],
  query: Type.Object({
    period_key: Type.Optional(
      assumed(Type.String({ description: 'One period: `2026-W08`, `2026-02` or `2026-Q1`, as the group tracks.' })),
    ),
  }),
  result: Analysis,
  placeAssumed: true,
  repeats: ['period_key'],
  statuses: [200],
  probe: 'harmless',
  inPath: { id: 'survey_id' },
  errors: [...COMMON_ERRORS, 'VALIDATION_ERROR', 'NOT_FOUND'],
  holdsFeedback: true,
  holdsShares: true,
})

export const ROWS = { getAnalysis }
