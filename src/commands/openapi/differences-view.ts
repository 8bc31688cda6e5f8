import { count } from '../../output/show.js'
import type { Style } from '../../terminal/style.js'
import type { Difference } from '../../truth/compatibility/difference.js'

interface Checked {
  version: string | null
  expected_version: string | null
  breaking: number
  differences: readonly Difference[]
}

/** Each difference on a line under its operation, what breaks first, and a sum at the end. */
export function differencesView({ version, expected_version, breaking, differences }: Checked, style: Style): string[] {
  const sorted = [...differences].sort((a, b) => Number(b.breaking) - Number(a.breaking))
  const operations = [...new Set(sorted.map(({ operation }) => operation))]
  const lines = operations.flatMap((operation) => [
    style.bold(operation),
    ...sorted.filter((each) => each.operation === operation).map((each) => differenceLine(each, style)),
  ])
  const others = differences.length - breaking
  const sum = `${count(breaking, 'breaking difference')}, ${others} other; version ${version ?? 'unknown'}, expected ${expected_version}`
  return [...lines, breaking > 0 ? style.red(sum) : style.green(sum)]
}

function differenceLine({ breaking, field, message, assumed }: Difference, style: Style): string {
  const mark = breaking ? style.red('breaking') : style.dim('fine    ')
  const guess = assumed ? style.dim(' (assumed here; the interface does not show it)') : ''
  return `  ${mark}  ${field === '' ? '' : `${field} `}${message}${guess}`
}
