import { Box, Text } from 'ink'
import type { PeriodScore } from './analysis.js'
import { Score, scoreColour } from './ink-bars.js'

const HEIGHTS = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█']

/** The score over the periods, oldest first: a cell a period, the latest ones where not all fit. */
export function PeriodLine({ periods, width }: { periods: readonly PeriodScore[]; width: number }) {
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
