import { byAnswer, describeGaps, type Gap, isUnread } from '../client/gaps.js'
import { printable, printableJson, printablePaint } from '../terminal/printable.js'
import { wrapMessage } from '../terminal/width.js'
import { plainView } from './details.js'
import { type FormatOptions, outputFormat } from './format.js'
import { type CommandOutcome, isList, isStream, type Result, type Row } from './outcome.js'
import { printableValue } from './printable-value.js'
import type { Printer } from './printer.js'

/** Prints an outcome in the format asked for; the only place that writes results. */
export async function render(outcome: CommandOutcome, options: FormatOptions, printer: Printer): Promise<void> {
  if (outputFormat(options) === 'junit') return printer.write(junitOf(outcome))
  if (isStream(outcome)) {
    for await (const chunk of outcome.chunks) await printer.write(chunk)
    return
  }
  if (isList(outcome)) {
    const { renderList } = await import('./render-list.js')
    return renderList(outcome, options, printer)
  }
  const { data } = outcome
  if (data === undefined) return
  const text = await machineText(data, options, printer)
  const lines = text === undefined ? await viewText(outcome, printer) : ''
  if (lines !== '') await printer.writeLines(lines)
  const { gaps = [], missed } = outcome
  if (text === undefined) await tellHints(outcome, printer)
  await tellGaps(text === undefined && missed ? [...missed.values()] : gaps, printer, text !== undefined)
  if (text) await printer.write(text)
}

async function tellHints({ data, shown = data, hints }: Result, printer: Printer): Promise<void> {
  for (const hint of hints?.(shown) ?? []) await printer.note(hint)
}

/**
 * What an answer lacked would be missing from the output without a word; a program must not miss that either. People see a dash, but not
 * that there is something behind it: what was sent and can't be read makes a command end with a warning in any format.
 */
async function tellGaps(gaps: readonly Gap[], printer: Printer, forPrograms: boolean): Promise<void> {
  for (const each of byAnswer(gaps)) {
    if (forPrograms) await printer.caution(describeGaps(each, 'left out'))
    else if (isUnread(each)) await printer.caution(describeGaps(each, 'left out or shown as -'))
    else await printer.note(describeGaps(each, 'shown as -'))
  }
}

/** Only commands whose results are checks have this format: see `outputs` of a command. */
function junitOf(outcome: CommandOutcome): string {
  if ('junit' in outcome && outcome.junit) return outcome.junit()
  throw new Error('the result has no JUnit form')
}

/** The data in a form for programs; undefined if none is asked for. */
async function machineText(data: unknown, options: FormatOptions, printer: Printer): Promise<string | undefined> {
  const format = outputFormat(options)
  if (options.jq !== undefined) return (await import('./jq.js')).applyJq(JSON.stringify(data), options.jq, printer)
  if (format === 'json') return `${printableJson(JSON.stringify(data, null, 2))}\n`
  if (format === 'ndjson')
    return entriesOf(data)
      .map((each) => `${printableJson(JSON.stringify(each))}\n`)
      .join('')
  return format === 'csv' ? csvOfObject(data) : undefined
}

async function viewText(
  { data, view, picture, shown = data }: Result,
  { style, draws, isTerminal }: Printer,
): Promise<string> {
  const inert = printableValue(shown)
  // The view comes first in any case: it refuses what a picture could not show.
  const plain = (view ?? plainView)(inert, style)
  const drawn = draws ? await picture?.(inert, style.width) : undefined
  const laidOut = isTerminal
    ? plain.map((line) => (SENTENCE.test(line) ? wrapMessage(line, style.width) : line))
    : plain
  const lines = drawn?.split('\n') ?? laidOut
  const isPainted = drawn !== undefined || style.bold('x') !== 'x'
  // What a view was given apart from the data, such as a name that was typed, is made inert here.
  return lines.map((line) => `${isPainted ? printablePaint(line) : printable(line)}\n`).join('')
}

/** A line that is prose: laid-out lines have columns, and a command to copy does not end in a full stop. */
const SENTENCE = /^(?!.* {2})\S.*[.:]$/

/** What is a line each: the entries of a list, such as the pushes of several files, else all that there is. */
const entriesOf = (data: unknown): readonly unknown[] => (Array.isArray(data) ? data : [data])

async function csvOfObject(data: unknown): Promise<string> {
  const { csvHeader, csvLines } = await import('./csv.js')
  // As JSON it is what the service sent, members no one could read included.
  const sent: unknown = JSON.parse(JSON.stringify(data))
  const rows = entriesOf(sent).map(
    (each) => (each !== null && typeof each === 'object' ? each : { value: each }) as Row,
  )
  const columns = [...new Set(rows.flatMap(Object.keys))].map((key) => ({ key, title: key }))
  return csvHeader(columns) + csvLines(columns, rows)
}
