import { count, grouped } from '../../base/count.js'
import type { PushSummary } from '../../ingest/push/summary.js'
import { isOfRejects, type Warning, warningText } from '../../ingest/warnings.js'
import { detailLines } from '../../output/details.js'
import { pointsText, quantity, span } from '../../output/show.js'
import type { Style } from '../../terminal/style.js'
import { wrapMessage } from '../../terminal/width.js'
import { batchesText } from '../../ui/progress-line.js'
import type { WatchedPush } from './watch-folder.js'

const ALREADY_PUSHED =
  'This file was already pushed there; nothing was sent. --restart sends it again: what is stored stays as it is, and only rows pushed with --external-id none are stored again.'

/** `3 rows, 2 inserted, 0 duplicates, 1 rejected (a.csv.rejects.csv)`. */
export function outcomeText({ rows, inserted, duplicates, rejected, rejects_file: rejects }: PushSummary): string {
  const counts = `${count(rows, 'row')}, ${quantity(inserted)} inserted, ${count(duplicates, 'duplicate')}`
  return `${counts}, ${quantity(rejected)} rejected${rejects ? ` (${rejects})` : ''}`
}

/** `in/a.csv: 2 rows, 2 inserted, 0 duplicates, 0 rejected. It is now in/done/a.csv.`, with what was warned of if nothing else says so. */
export function watchedText({ name, file, summary }: WatchedPush, isQuiet = false): string {
  const { already_finished: isKnown, warnings } = summary
  const outcome = isKnown
    ? `already pushed; nothing was sent. Previous result: ${outcomeText(summary)}`
    : outcomeText(summary)
  const moved = file === name ? '' : ` It is now ${file}.`
  const warned = isQuiet && warnings.length > 0 ? ` Warnings: ${warnings.map(warningText).join('; ')}.` : ''
  return `${name}: ${outcome}.${moved}${warned}`
}

/** What a push did, as lines, with its warnings. */
export function summaryView(summary: PushSummary, style: Style): string[] {
  const { rows, batches, earlier, requests, seconds } = summary
  if (summary.already_finished) {
    const previous = `Previous result: ${outcomeText(summary)}`
    return [
      wrapMessage(ALREADY_PUSHED, style.tableWidth),
      ...dimLines(previous, style),
      ...detailLines(warningRows(summary.warnings.filter(isOfRejects)), style),
    ]
  }
  const rate = seconds > 0 ? `, ${count(Math.round((rows - earlier.rows) / seconds), 'row')}/s` : ''
  return [
    ...countLines(summary, style),
    ...(requests > 0
      ? dimLines(
          `${batchesText(batches, earlier.batches)}, ${count(requests, 'request')}, ${span(seconds * 1_000)}${rate}`,
          style,
        )
      : []),
    ...(summary.aps_deducted > 0 ? dimLines(pointsText(summary.aps_deducted), style) : []),
  ]
}

/** Dim lines that break between words. */
function dimLines(text: string, style: Style): string[] {
  return wrapMessage(text, style.tableWidth)
    .split('\n')
    .map((line) => style.dim(line))
}

function countLines(
  { rows, inserted, duplicates, rejected, rejects_file: rejects, warnings }: PushSummary,
  style: Style,
): string[] {
  return detailLines(
    [
      ['rows', grouped(rows)],
      ['inserted', style.green(grouped(inserted))],
      ['duplicates', grouped(duplicates)],
      ['rejected', rejected > 0 ? style.red(grouped(rejected)) : '0'],
      ...(rejects ? [['rejected rows', rejects] as const] : []),
      ...warningRows(warnings),
    ],
    style,
  )
}

function warningRows(warnings: readonly Warning[]) {
  return warnings.map((each, index) => [index === 0 ? 'warnings' : '', warningText(each)] as const)
}

/** What several pushes did: each in turn. */
export function summariesView(summaries: readonly PushSummary[], style: Style): string[] {
  return summaries.flatMap((summary, index) => [...(index > 0 ? [''] : []), ...summaryView(summary, style)])
}
