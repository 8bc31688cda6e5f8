import { count } from '../../base/count.js'
import type { There } from '../../client/gaps.js'
import type { Analysis } from '../../contract/operations/analysis.js'
import { computedNote, sidesShown } from '../../contract/sides.js'
import { moment, orDash, percent } from '../../output/show.js'
import { tableLines } from '../../output/table.js'
import type { Style } from '../../terminal/style.js'
import { displayWidth, pad, truncate } from '../../terminal/width.js'
import type { AnalysisShown } from '../../ui/analysis.js'

const BAR_WIDTH = 30
/** A longer name of a side is cut. */
const NAME_WIDTH = 24
const THEMES_SHOWN = 12

type Shown = There<AnalysisShown>

/** An analysis as lines: sentiment bars, periods where there are several, themes, monitors. */
export function analysisView(analysis: Shown, style: Style): string[] {
  const { analysed_at: at, period_key: period, item_count: items } = analysis
  if (analysis.analysis_status === 'none' && period) return [`Nothing analysed in ${period}.`]
  if (analysis.analysis_status === 'none') {
    return ['Not analysed yet. Analysis starts a few seconds after a push.']
  }
  return [
    `${count(items, 'item')}${period ? ` of ${period}` : ''}, analysed at ${moment(at)} UTC`,
    '',
    ...sentimentLines(analysis.sentiment ?? {}, style),
    ...periodLines(analysis, style),
    ...themeLines(analysis, style),
    ...monitorLines(analysis, style),
  ]
}

function sentimentLines(sentiment: There<Analysis['sentiment']>, style: Style): string[] {
  const sides = sidesShown(sentiment)
  const note = computedNote(sides)
  const paints = { positive: style.green, neutral: style.dim, negative: style.red } as Record<string, Style['dim']>
  const most = Math.min(NAME_WIDTH, Math.floor(style.width / 3))
  const names = Math.max(9, ...sides.map(({ name }) => Math.min(most, displayWidth(name))))
  const width = Math.max(5, Math.min(BAR_WIDTH, style.width - 19 - names))
  const lines = sides.map(({ name, count: items, share }) => {
    const bar = '█'.repeat(Math.round(Math.min(1, Math.max(0, share ?? 0)) * width))
    const figures = `${pad(percent(share), 5, 'right')}  ${pad(orDash(items), 6, 'right')}`
    return `${pad(truncate(name, names), names)} ${(paints[name] ?? style.dim)(pad(bar, width))} ${figures}`
  })
  const score = `  score ${scoreText(sentiment.score)}${note ? `  ${note}` : ''}`
  return [style.bold('Sentiment') + style.dim(score), ...lines]
}

function scoreText(score: number | undefined): string {
  return score === undefined ? '-' : score.toFixed(2)
}

function periodLines({ periods = [] }: Shown, style: Style): string[] {
  if (periods.length < 2) return []
  const columns = [
    { key: 'key', title: 'PERIOD' },
    { key: 'items', title: 'ITEMS', numeric: true, quantity: true },
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

function themeLines({ themes = [] }: Shown, style: Style): string[] {
  if (themes.length === 0) return []
  const columns = [
    { key: 'label', title: 'THEME', flexible: true },
    { key: 'item_count', title: 'ITEMS', numeric: true, quantity: true },
    { key: 'share', title: 'SHARE', numeric: true, show: (share) => percent(share as number | undefined) },
    { key: 'score', title: 'SCORE', numeric: true },
    { key: 'words', title: 'KEYWORDS', flexible: true },
  ] as const satisfies Parameters<typeof tableLines>[0]
  const shown = themes.slice(0, THEMES_SHOWN).map((theme) => ({
    ...theme,
    label: orDash(theme.label),
    item_count: orDash(theme.item_count),
    share: theme.share,
    score: scoreText(theme.sentiment?.score),
    words: theme.keywords?.join(', ') ?? '-',
  }))
  const more = themes.length - shown.length
  return [
    '',
    ...tableLines(columns, shown, style),
    ...(more > 0 ? [style.dim(`and ${count(more, 'more theme')}`)] : []),
  ]
}

function monitorLines({ monitor_matches: matches = [] }: Shown, style: Style): string[] {
  if (matches.length === 0) return []
  const columns = [
    { key: 'name', title: 'MONITOR', flexible: true },
    { key: 'match_count', title: 'MATCHES', numeric: true, quantity: true },
    { key: 'share', title: 'SHARE', numeric: true, show: (share) => percent(share as number | undefined) },
  ] as const satisfies Parameters<typeof tableLines>[0]
  const rows = matches.map(({ name, match_count, share }) => ({
    name: orDash(name),
    match_count: orDash(match_count),
    share,
  }))
  return ['', ...tableLines(columns, rows, style)]
}
