import { optional } from '../../client/checked-payload.js'
import type { Analysis } from '../../contract/operations/analysis.js'
import { count, moment, percent } from '../../output/show.js'
import { tableLines } from '../../output/table.js'
import type { Style } from '../../terminal/style.js'
import { pad } from '../../terminal/width.js'
import type { AnalysisShown } from '../../ui/analysis.js'

const BAR_WIDTH = 30
const THEMES_SHOWN = 12

/** An analysis as lines: sentiment bars, periods where there are several, themes, monitors. */
export function analysisView(analysis: AnalysisShown, style: Style): string[] {
  const { analysed_at: at, period_key: period } = optional(analysis)
  if (analysis.analysis_status === 'none' && period) return [`Nothing analysed in ${period}.`]
  if (analysis.analysis_status === 'none') {
    return ['Not analysed yet. A pass begins a few seconds after a push; `inpk analysis wait` waits for it.']
  }
  const { item_count: items } = analysis
  return [
    `${count(items, 'item')} analysed ${moment(at)}${period ? `, ${period}` : ''}`,
    '',
    ...sentimentLines(analysis.sentiment, style),
    ...periodLines(analysis, style),
    ...themeLines(analysis, style),
    ...monitorLines(analysis, style),
  ]
}

function sentimentLines(sentiment: Analysis['sentiment'], style: Style): string[] {
  const rows = [
    ['positive', sentiment.positive, style.green],
    ['neutral', sentiment.neutral, style.dim],
    ['negative', sentiment.negative, style.red],
  ] as const
  const width = Math.max(5, Math.min(BAR_WIDTH, style.width - 28))
  const lines = rows.map(([name, { count: items, share }, paint]) => {
    const bar = '█'.repeat(Math.round(share * width))
    return `${pad(name, 9)} ${paint(pad(bar, width))} ${pad(percent(share), 5, 'right')}  ${pad(String(items), 6, 'right')}`
  })
  return [style.bold('Sentiment') + style.dim(`  score ${sentiment.score.toFixed(2)}`), ...lines]
}

function periodLines({ periods = [] }: AnalysisShown, style: Style): string[] {
  if (periods.length < 2) return []
  const columns = [
    { key: 'key', title: 'PERIOD' },
    { key: 'items', title: 'ITEMS', numeric: true },
    { key: 'score', title: 'SCORE', numeric: true, show: (score) => (score as number).toFixed(2) },
  ] as const satisfies Parameters<typeof tableLines>[0]
  return [
    '',
    ...tableLines(
      columns,
      periods.map((period) => ({ ...period })),
      style,
    ),
  ]
}

function themeLines({ themes }: Analysis, style: Style): string[] {
  if (themes.length === 0) return []
  const columns = [
    { key: 'label', title: 'THEME', flexible: true },
    { key: 'item_count', title: 'ITEMS', numeric: true },
    { key: 'share', title: 'SHARE', numeric: true, show: (share) => percent(share as number) },
    { key: 'score', title: 'SCORE', numeric: true },
    { key: 'words', title: 'KEYWORDS', flexible: true },
  ] as const satisfies Parameters<typeof tableLines>[0]
  const shown = themes.slice(0, THEMES_SHOWN).map((theme) => ({
    ...theme,
    score: theme.sentiment.score.toFixed(2),
    words: theme.keywords.join(', '),
  }))
  const more = themes.length - shown.length
  return [
    '',
    ...tableLines(columns, shown, style),
    ...(more > 0 ? [style.dim(`and ${count(more, 'more theme')}`)] : []),
  ]
}

function monitorLines({ monitor_matches: matches }: Analysis, style: Style): string[] {
  if (matches.length === 0) return []
  const columns = [
    { key: 'name', title: 'MONITOR', flexible: true },
    { key: 'match_count', title: 'MATCHES', numeric: true },
    { key: 'share', title: 'SHARE', numeric: true, show: (share) => percent(share as number) },
  ] as const satisfies Parameters<typeof tableLines>[0]
  return ['', ...tableLines(columns, matches, style)]
}
