import { Box, renderToString, Text } from 'ink'
import { count, grouped } from '../base/count.js'
import type { Analysis } from '../contract/operations/analysis.js'
import { ownSides, type Side } from '../contract/sides.js'
import { moment } from '../output/show.js'
import { truncate } from '../terminal/width.js'
import type { AnalysisShown, PeriodScore } from './analysis.js'
import { Bar, Score, Share, scoreColour } from './ink-bars.js'
import { Themes } from './ink-themes.js'

const HEIGHTS = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█']

const WIDEST_BAR = 40

/** The picture of an analysis as text with paint. Nothing in it moves, so no screen is taken hold of. */
export function renderAnalysis(analysis: AnalysisShown, width: number): string {
  return renderToString(<AnalysisPicture analysis={analysis} width={width} />, { columns: width })
}

export function AnalysisPicture({ analysis, width }: { analysis: AnalysisShown; width: number }) {
  const { item_count: items, analysed_at: at, period_key: period, periods = [] } = analysis
  return (
    <Box flexDirection="column" width={width}>
      <Text wrap="wrap">{`${count(items, 'item')} analysed ${moment(at)}${period ? `, ${period}` : ''}`}</Text>
      <SentimentBars sentiment={analysis.sentiment} width={width} />
      {periods.length > 1 && <PeriodLine periods={periods} width={width} />}
      {analysis.themes.length > 0 && <Themes themes={analysis.themes} width={width} />}
      {analysis.monitor_matches.length > 0 && <Monitors matches={analysis.monitor_matches} width={width} />}
    </Box>
  )
}

const FEELINGS = [
  ['positive', 'green'],
  ['neutral', 'gray'],
  ['negative', 'red'],
] as const

function SentimentBars({ sentiment, width }: { sentiment: Analysis['sentiment']; width: number }) {
  const showsCounts = width >= 32
  const sides = { width: Math.min(WIDEST_BAR, width - (showsCounts ? 25 : 16)), showsCounts }
  return (
    <Box flexDirection="column" marginTop={1}>
      <Box gap={2}>
        <Text bold>Sentiment</Text>
        <Text dimColor>{`score ${sentiment.score.toFixed(2)}`}</Text>
      </Box>
      {FEELINGS.map(([feeling, color]) => (
        <SideBar key={feeling} {...{ ...sides, name: feeling, side: sentiment[feeling], color }} />
      ))}
      {ownSides(sentiment).map(([name, side]) => (
        <SideBar key={name} {...{ ...sides, name, side, color: 'gray' }} />
      ))}
    </Box>
  )
}

interface SideShown {
  name: string
  side: Side
  color: string
  width: number
  showsCounts: boolean
}

/** One side: of one of the service's own either figure may be missing. */
function SideBar({ name, side: { count: items, share }, color, width, showsCounts }: SideShown) {
  return (
    <Box gap={1}>
      <Text>{name.padEnd(8)}</Text>
      <Bar share={share ?? 0} width={width} color={color} />
      {share === undefined ? <Text>{'-'.padStart(5)}</Text> : <Share share={share} />}
      {showsCounts && <Text dimColor>{(items === undefined ? '-' : grouped(items)).padStart(7)}</Text>}
    </Box>
  )
}

function Monitors({ matches, width }: { matches: Analysis['monitor_matches']; width: number }) {
  return (
    <Box flexDirection="column" marginTop={1}>
      <Text bold>Monitors</Text>
      {matches.map(({ monitor_id, name, match_count, share }) => (
        <Box key={monitor_id} gap={1}>
          <Share share={share} />
          <Text wrap="truncate">{truncate(`${grouped(match_count).padStart(7)} ${name}`, width - 6)}</Text>
        </Box>
      ))}
    </Box>
  )
}

/** The score over the periods, oldest first: a cell a period, the latest ones where not all fit. */
function PeriodLine({ periods, width }: { periods: readonly PeriodScore[]; width: number }) {
  const shown = periods.slice(-Math.max(2, width - 6))
  return (
    <Box flexDirection="column" marginTop={1}>
      <Text bold>Periods</Text>
      <Box gap={1}>
        <Text>
          {shown.map(({ key, score }) => (
            <Text key={key} color={scoreColour(score)}>
              {heightOf(score)}
            </Text>
          ))}
        </Text>
        <Score score={shown.at(-1)!.score} />
      </Box>
      <Text dimColor wrap="truncate">{`${shown[0]!.key} – ${shown.at(-1)!.key}`}</Text>
    </Box>
  )
}

function heightOf(score: number): string {
  return HEIGHTS[Math.round(((Math.min(1, Math.max(-1, score)) + 1) / 2) * (HEIGHTS.length - 1))]!
}
