import { extname } from 'node:path'
import { count } from '../../base/count.js'
import { eitherOf } from '../../base/nearest.js'
import { writeOutput } from '../../base/output-file.js'
import { type CommandInput, command } from '../../cli/command.js'
import type { Factory } from '../../cli/factory.js'
import { choice, flag, text, waiver } from '../../cli/options.js'
import { findOutputPath } from '../../cli/output-path.js'
import { isKnownToLack } from '../../client/gaps.js'
import { firstRows } from '../../output/batches.js'
import { outputFormat } from '../../output/format.js'
import { type CommandOutcome, type Row, result } from '../../output/outcome.js'
import { EXIT } from '../../terminal/exit-codes.js'
import { wrongUsage } from '../../terminal/failure.js'
import { printableLine } from '../../terminal/printable.js'
import { requireReplaceableFile } from '../replace-file.js'
import {
  EXPORT_FORMATS,
  type ExportFormat,
  exportChunks,
  missingColumns,
  ownMembers,
  withNamedValues,
} from './export-formats.js'
import { eachItem, FILTER_OPTIONS, filterQuery } from './filter.js'
import { mayHold } from './may-hold.js'
import { orUnknownTarget } from './unknown-target.js'

const OPTIONS = {
  ...FILTER_OPTIONS,
  format: choice('--format <format>', 'form of the file (default: csv)', EXPORT_FORMATS),
  to: text('--to <file>', 'write to this file instead of stdout'),
  raw: waiver(flag('--raw', 'leave texts unescaped, even those a spreadsheet would run as formulas')),
}

export const COMMAND = command({
  examples: [
    ['feedback export --source 34 > feedback.csv'],
    ['feedback export --format xlsx --to feedback.xlsx'],
    ['feedback export --format ndjson --since 2026-01-01 | gzip > feedback.ndjson.gz'],
  ],
  options: OPTIONS,
  argumentsMean: ['source'],
  run: exportFeedback,
})

/** Every page as it comes; memory does not grow with the feedback, but for a workbook. Exit code 10 where a column can't be filled. */
async function exportFeedback(input: CommandInput<typeof OPTIONS>, factory: Factory): Promise<CommandOutcome> {
  const { environment, globals, screen } = factory
  const { to, raw } = input
  const path = await findOutputPath(environment, to)
  const format = input.format ?? wantedFormat(factory) ?? (path === undefined ? 'csv' : formatOfFile(path))
  if (raw && format === 'ndjson') throw wrongUsage('--raw only applies to csv and xlsx: ndjson is exact without it')
  if (path === undefined && input.format === undefined) requireFile(factory)
  if (path === undefined && environment.stdout.isTerminal) requireFitForTerminal(format, raw)
  if (path !== undefined) await requireReplaceableFile(factory, path, to!)
  const query = await filterQuery(input, factory.client)
  const client = await factory.client()
  const found = eachItem(client, query, { limit: globals.limit, warn: screen.caution })
  const all = orUnknownTarget(found, client, input)
  const wanted = globals.limit === undefined ? all : firstRows(all, globals.limit)
  const gaps = columnGaps(factory)
  const counted = counting(format === 'ndjson' ? wanted : gaps.watch(wanted))
  const chunks = exportChunks(counted.rows, format, { raw, warn: screen.warn })
  if (path === undefined) {
    return {
      chunks,
      get exitCode() {
        return gaps.exitCode()
      },
    }
  }
  await writeOutput(path, chunks)
  const view = ({ items }: { items: number }) => [`Exported ${count(items, 'item')} to ${printableLine(to!)}`]
  return result({ file: path, items: counted.items() }, view, gaps.exitCode())
}

const ENDINGS: Readonly<Record<string, ExportFormat>> = {
  '.csv': 'csv',
  '.ndjson': 'ndjson',
  '.jsonl': 'ndjson',
  '.xlsx': 'xlsx',
}

/** Endings of files that are no such form; any other, such as `.txt` or that of `mktemp`, says nothing. */
const OTHER_ENDINGS = /^\.(json|tsv|xls|xlsm|xlsb|ods|pdf|html?|xml|parquet|gz|zip)$/

/** The form that the ending of a file says; refuses an ending of another form. */
function formatOfFile(path: string): ExportFormat {
  const ending = extname(path).toLowerCase()
  if (!OTHER_ENDINGS.test(ending)) return Object.hasOwn(ENDINGS, ending) ? ENDINGS[ending]! : 'csv'
  throw wrongUsage(
    `feedback can't be exported as ${ending}`,
    `End the file name in ${eitherOf(Object.keys(ENDINGS))}, or choose the format with --format.`,
  )
}

/** `--output csv` and `--output ndjson` mean the form of the file. */
function wantedFormat({ globals }: Factory): 'csv' | 'ndjson' | undefined {
  const format = outputFormat(globals)
  return format === 'ndjson' || format === 'csv' ? format : undefined
}

/** Refuses JSON on stdout: of a file written elsewhere it is the summary. */
function requireFile({ globals }: Factory): void {
  if (outputFormat(globals) !== 'json') return
  throw wrongUsage(
    'a file of feedback is csv, ndjson or xlsx',
    'Use `--format ndjson`, or `inpk feedback list --json`.',
  )
}

function requireFitForTerminal(format: string, raw: boolean): void {
  if (format === 'xlsx') throw wrongUsage("can't print a workbook to a terminal", 'Give --to FILE, or redirect stdout.')
  if (raw) throw wrongUsage("can't print --raw to a terminal: texts may contain control sequences", 'Give --to FILE.')
}

/**
 * Watches items, with what they have by name, for columns that stay empty, and says which. Where no item has what belongs in one, and a
 * member that is none of ours may be it, the file is not all that was asked for, as the exit code says.
 */
function columnGaps({ screen }: Factory) {
  let unknown: string[] | undefined
  const held = new Set<string>()
  async function* watch(rows: AsyncIterable<Row>): AsyncGenerator<Row> {
    for await (const item of rows) {
      const row = withNamedValues(item)
      const missing = missingColumns(row)
      const gone = unknown ? [] : missing.filter((key) => isKnownToLack(row, key))
      if (gone.length > 0) await screen.warn(`the items of this service have no ${gone.join(', ')}`)
      unknown = (unknown ?? missing.filter((key) => !gone.includes(key))).filter((key) => missing.includes(key))
      for (const key of unknown) if (!held.has(key) && mayHold(key, row, ownMembers([row]))) held.add(key)
      yield row
    }
    if (unknown?.length)
      await screen.warn(`can't tell which member of these items is ${unknown.join(' or ')}: left empty`)
  }
  return { watch, exitCode: () => (unknown?.some((key) => held.has(key)) ? EXIT.partlyDone : undefined) }
}

function counting(rows: AsyncIterable<Row>): { rows: AsyncIterable<Row>; items(): number } {
  let items = 0
  async function* counted() {
    for await (const row of rows) {
      items += 1
      yield row
    }
  }
  return { rows: counted(), items: () => items }
}
