import { count } from '../../base/count.js'
import type { There } from '../../client/gaps.js'
import type { Analysis } from '../../contract/operations/analysis.js'
import { ownSides } from '../../contract/sides.js'
import { moment, orDash, percent } from '../../output/show.js'
import { tableLines } from '../../output/table.js'
import type { Style } from '../../terminal/style.js'
import { pad } from '../../terminal/width.js'
import type { AnalysisShown } from '../../ui/analysis.js'

const BAR_WIDTH = 30
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
  const { positive = {}, neutral = {}, negative = {}, score } = sentiment
  const own = ownSides(sentiment).map(([name, side]) => [name, side, style.dim] as const)
  const rows = [
    ['positive', positive, style.green],
    ['neutral', neutral, style.dim],
    ['negative', negative, style.red],
    ...own,
  ] as const
  const all = sumOf(rows.map(([, each]) => each.count))
  const width = Math.max(5, Math.min(BAR_WIDTH, style.width - 28))
  const lines = rows.map(([name, { count: items, share = shareOf(items, all) }, paint]) => {
    const bar = '█'.repeat(Math.round(Math.min(1, Math.max(0, share ?? 0)) * width))
    const figures = `${pad(percent(share), 5, 'right')}  ${pad(orDash(items), 6, 'right')}`
    return `${pad(name, 9)} ${paint(pad(bar, width))} ${figures}`
  })
  return [style.bold('Sentiment') + style.dim(`  score ${scoreText(score)}`), ...lines]
}

/** A service that gives counts alone gives the shares with them. */
function shareOf(items: number | undefined, all: number | undefined): number | undefined {
  return items === undefined || !all ? undefined : items / all
}

function sumOf(counts: readonly (number | undefined)[]): number | undefined {
  return counts.reduce((sum, each) => (sum === undefined || each === undefined ? undefined : sum + each), 0)
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
