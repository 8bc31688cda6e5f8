import { Text } from 'ink'
import { percent } from '../output/show.js'

/** Eighths of a cell, so that a short bar still tells shares apart. */
const EIGHTHS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉']

/** A bar of `width` cells filled to `share` (0 to 1); what is not filled stays empty. */
export function Bar({ share, width, color }: { share: number; width: number; color: string }) {
  return (
    <Text color={color} wrap="truncate">
      {barText(share, width)}
    </Text>
  )
}

/** The cells of a bar, to the eighth, filled up with spaces to `width`. */
export function barText(share: number, width: number): string {
  const eighths = Math.round(Math.min(1, Math.max(0, share)) * width * 8)
  return `${'█'.repeat(Math.floor(eighths / 8))}${EIGHTHS[eighths % 8]}`.padEnd(width)
}

export function Share({ share }: { share: number }) {
  return <Text>{percent(share).padStart(5)}</Text>
}

/** A score with its sign in its colour. */
export function Score({ score }: { score: number }) {
  return <Text color={scoreColour(score)}>{score.toFixed(2).padStart(5)}</Text>
}

/** What is neither good nor bad stays grey. */
export function scoreColour(score: number): string {
  return score > 0.1 ? 'green' : score < -0.1 ? 'red' : 'gray'
}
