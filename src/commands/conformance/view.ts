import type { RuleReport } from '../../conformance/run-rules.js'
import type { Style } from '../../output/style.js'
import { pad, truncate } from '../../output/width.js'

interface Report {
  kept: number
  broken: number
  skipped: number
  rules: readonly RuleReport[]
}

const ID_WIDTH = 8

/** A line a rule, what was seen where it is broken, and a sum. */
export function conformanceView({ kept, broken, skipped, rules }: Report, style: Style): string[] {
  const paint = { kept: style.green, broken: style.red, skipped: style.dim }
  const lines = rules.flatMap(({ id, title, verdict, reason }) => {
    const said = verdict === 'skipped' ? `${title} (${reason})` : title
    const line = `${paint[verdict](pad(verdict, 7))}  ${pad(id, ID_WIDTH)}${truncate(said, Math.max(20, style.tableWidth - 17))}`
    return verdict === 'broken' ? [line, `${' '.repeat(17)}${reason}`] : [line]
  })
  const sum = `${kept} kept, ${broken} broken, ${skipped} not looked at`
  return [...lines, broken > 0 ? style.red(sum) : style.green(sum)]
}
