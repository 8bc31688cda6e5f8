import { Box, Text } from 'ink'
import { count, grouped } from '../base/count.js'
import type { Analysis } from '../contract/operations/analysis.js'
import { displayWidth, pad, truncate } from '../terminal/width.js'
import { Bar, Score, Share, scoreColour } from './ink-bars.js'

const THEMES_SHOWN = 12
const WIDEST_LABEL = 32
const WIDEST_BAR = 24
/** From this width on the keywords are beside their theme, otherwise below it. */
const BESIDE_FROM = 96

type Theme = Analysis['themes'][number]

/** Themes with their share as a bar, items, score and keywords; on a narrow terminal what matters less is left out. */
export function Themes({ themes, width }: { themes: readonly Theme[]; width: number }) {
  const shown = themes.slice(0, THEMES_SHOWN)
  const more = themes.length - shown.length
  const label = Math.min(
    Math.max(...shown.map((theme) => displayWidth(theme.label))),
    WIDEST_LABEL,
    Math.max(7, Math.floor(width * 0.35)),
  )
  return (
    <Box flexDirection="column" marginTop={1}>
      <Text bold>Themes</Text>
      {shown.map((theme) => (
        <ThemeRow key={theme.theme_id} theme={theme} label={label} width={width} />
      ))}
      {more > 0 && <Text dimColor>{`and ${count(more, 'more theme')}`}</Text>}
    </Box>
  )
}

function ThemeRow({ theme, label, width }: { theme: Theme; label: number; width: number }) {
  const isWide = width >= 48
  const bar = Math.min(WIDEST_BAR, width - label - 7 - (isWide ? 14 : 0))
  const words = theme.keywords.join(', ')
  const isBeside = width >= BESIDE_FROM
  const beside = width - label - bar - 7 - 16
  return (
    <Box flexDirection="column">
      <Box gap={1}>
        <Text>{pad(truncate(theme.label, label), label)}</Text>
        <Bar share={theme.share} width={bar} color={barColour(theme)} />
        <Share share={theme.share} />
        {isWide && <Text dimColor>{grouped(theme.item_count).padStart(7)}</Text>}
        {isWide && <Score score={theme.sentiment.score} />}
        {isBeside && <Text dimColor>{truncate(words, beside)}</Text>}
      </Box>
      {!isBeside && words !== '' && <Text dimColor>{truncate(`  ${words}`, width)}</Text>}
    </Box>
  )
}

function barColour({ sentiment }: Theme): string {
  const colour = scoreColour(sentiment.score)
  return colour === 'gray' ? 'cyan' : colour
}
