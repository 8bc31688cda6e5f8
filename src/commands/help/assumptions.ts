import { listAssumptions } from '../../contract/assumptions.js'
import { tableLines } from '../../output/table.js'
import { wrap } from '../../output/width.js'
import type { Topic } from './topic.js'

const WHY =
  'The interface of the service leaves details open. What this program decided in their place is listed here; the emulator marks it (x-assumed in its description), and the client does not depend on it where it can avoid that.'

const COLUMNS = [
  { key: 'what', title: 'WHAT', flexible: true },
  { key: 'why', title: 'WHY', flexible: true },
] as const

export const ASSUMPTIONS_TOPIC: Topic = {
  data: listAssumptions,
  lines: (style) => [...wrap(WHY, style.width), '', ...tableLines(COLUMNS, listAssumptions() as never, style)],
}
