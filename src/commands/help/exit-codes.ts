import { detailLines } from '../../output/details.js'
import { EXIT, EXIT_MEANINGS, type ExitName } from '../../terminal/exit-codes.js'
import type { Topic } from './topic.js'

const NAMES = Object.keys(EXIT) as ExitName[]
const BY_SIGNAL = '128 + the number of the signal when ended by one (Ctrl-C: 130)'

export const EXIT_CODES_TOPIC: Topic = {
  data: () => NAMES.map((name) => ({ code: EXIT[name], name, meaning: EXIT_MEANINGS[name] })),
  lines: (style) => [
    ...detailLines(
      NAMES.map((name) => [String(EXIT[name]), EXIT_MEANINGS[name]]),
      style,
    ),
    '',
    BY_SIGNAL,
  ],
}
