import type { ControlResultOf } from '../../../src/contract/control/index.js'

/** A period with items, or some in a row without. */
export type PeriodLine =
  | { key: string; analysis: ControlResultOf<'getSourceAnalysis'> }
  | { key: string; to: string; analysis: undefined }

/** Without the empty ones at either end; those in between are one line. */
export function foldPeriods(
  keys: readonly string[],
  analyses: readonly ControlResultOf<'getSourceAnalysis'>[],
): PeriodLine[] {
  const lines: PeriodLine[] = []
  let empty: string[] = []
  for (const [index, analysis] of analyses.entries()) {
    const key = keys[index]!
    if (analysis.item_count === 0) {
      empty.push(key)
      continue
    }
    if (lines.length > 0 && empty.length > 0) lines.push({ key: empty.at(-1)!, to: empty[0]!, analysis: undefined })
    empty = []
    lines.push({ key, analysis })
  }
  return lines
}

/** What is said of the items in periods before those shown, of `total` in all; undefined if there are none. */
export function earlierText(total: number, lines: readonly PeriodLine[]): string | undefined {
  const earlier = lines.reduce((left, { analysis }) => left - (analysis?.item_count ?? 0), total)
  if (earlier <= 0) return undefined
  return `${earlier.toLocaleString('en')} ${earlier === 1 ? 'item is' : 'items are'} in earlier periods.`
}
