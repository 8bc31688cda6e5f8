import { Box, renderToString, Text } from 'ink'
import { count, grouped } from '../base/count.js'
import type { Analysis } from '../contract/operations/analysis.js'
import { computedNote, type SideShown, sidesShown } from '../contract/sides.js'
import { moment } from '../output/show.js'
import { displayWidth, pad, truncate } from '../terminal/width.js'
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

const COLOURS: Readonly<Record<string, string>> = { positive: 'green', negative: 'red' }
/** A longer name of a side is cut. */
const NAME_WIDTH = 24

function SentimentBars({ sentiment, width }: { sentiment: Analysis['sentiment']; width: number }) {
  const sides = sidesShown(sentiment)
  const note = computedNote(sides)
  const showsCounts = width >= 32
  const most = Math.min(NAME_WIDTH, Math.floor(width / 3))
  const names = Math.max(8, ...sides.map(({ name }) => Math.min(most, displayWidth(name))))
  const bar = Math.min(WIDEST_BAR, width - names - (showsCounts ? 17 : 8))
  return (
    <Box flexDirection="column" marginTop={1}>
      <Box gap={2}>
        <Text bold>Sentiment</Text>
        <Text dimColor>{`score ${sentiment.score.toFixed(2)}`}</Text>
      </Box>
      {note !== undefined && <Text dimColor>{note}</Text>}
      {sides.map((side) => (
        <SideBar key={side.name} {...{ side, names, bar, showsCounts }} />
      ))}
    </Box>
  )
}

interface SideBarProps {
  side: SideShown
  /** Columns of the names, and of the bars. */
  names: number
  bar: number
  showsCounts: boolean
}

/** One side. Of a side that only the service has, either figure may be missing. */
function SideBar({ side: { name, count: items, share }, names, bar, showsCounts }: SideBarProps) {
  return (
    <Box gap={1}>
      <Text>{pad(truncate(name, names), names)}</Text>
      <Bar share={share ?? 0} width={bar} color={COLOURS[name] ?? 'gray'} />
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
