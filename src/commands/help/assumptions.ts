import { listAssumptions } from '../../contract/assumptions.js'
import { tableLines } from '../../output/table.js'
import { wrap } from '../../terminal/width.js'
import type { Topic } from './topic.js'

const WHY =
  'The interface of the service leaves details open. What this program decided in their place is listed here; the emulator marks it (x-assumed in its description), and the client does not depend on it where it can avoid that. Once the truth is known, `inpk emulator start --overrides FILE` puts it in place of a guess: codes, statuses, names, paths, limits, delays. `inpk emulator assumptions --json` tells in `how` what each takes.'

const COLUMNS = [
  { key: 'what', title: 'WHAT', flexible: true },
  { key: 'why', title: 'WHY', flexible: true },
] as const

export const ASSUMPTIONS_TOPIC: Topic = {
  data: listAssumptions,
  lines: (style) => [...wrap(WHY, style.width), '', ...tableLines(COLUMNS, listAssumptions() as never, style)],
}
