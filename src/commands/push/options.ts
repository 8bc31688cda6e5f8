import type { CommandInput } from '../../cli/command.js'
import { omitUndefined } from '../../cli/omit-undefined.js'
import { choice, duration, flag, integer, type OptionSpec, text, texts } from '../../cli/options.js'
import { PRESET_NAMES } from '../../ingest/map/presets.js'
import { DATE_ORDERS, EXTERNAL_ID_MODES, FORMATS, type PushOptions } from '../../ingest/options.js'
import { wrongUsage } from '../../terminal/failure.js'

export const OPTIONS = {
  source: text('--source <source>', 'where it goes (identifier or name)'),
  group: text('--group <group>', 'its group (identifier or name)'),
  create: flag('--create', 'make and publish the group and source if they are missing'),
  question: text('--question <id>', 'the field the texts go to, where the source has several'),
  map: texts('--map <member=column>', 'which column is text, external_id, customer_id, …'),
  field: texts('--field <column=field>', 'a text column and its field, by id or text'),
  preset: choice('--preset <name>', 'export format the columns follow (default: by its headers)', [
    ...PRESET_NAMES,
    'none',
  ]),
  mapping: text('--mapping <name>', 'columns as saved under this name in the project file'),
  saveMapping: text('--save-mapping <name>', 'keep the columns chosen under this name in the project file'),
  format: choice('--format <format>', 'format of the file, where name and content do not tell', FORMATS),
  encoding: text('--encoding <encoding>', 'encoding of the file, where it is guessed wrong (as in windows-1250)'),
  delimiter: text('--delimiter <character>', 'delimiter of a CSV, where it is guessed wrong'),
  sheet: text('--sheet <name|n>', 'sheet of a workbook (default: the first visible one)'),
  dates: choice('--dates <order>', 'how numeric dates read', DATE_ORDERS),
  tz: text('--tz <zone>', 'time zone of dates that carry none (default UTC)'),
  externalId: choice('--external-id <from>', 'where ids come from', EXTERNAL_ID_MODES),
  onInvalid: choice('--on-invalid <what>', 'what a row that cannot be pushed does', ['skip', 'stop']),
  rejects: text('--rejects <file>', 'file for rejected rows (default FILE.rejects.csv)'),
  sourceReference: text('--source-reference <text>', 'a label the service keeps with each item'),
  check: flag('--check', 'read everything, send nothing'),
  dryRun: flag('--dry-run', 'do everything but the sending'),
  sync: flag('--sync', 'push in small synchronous batches'),
  wait: flag('--wait', 'wait until the service has analysed it, and show the analysis'),
  within: duration('--within <duration>', 'how long --wait waits (default 10m); then exit code 12'),
  sample: integer('--sample <n>', 'push only so many rows, evenly spread over the file', { min: 1 }),
  shard: shard(
    '--shard <i/n>',
    'push only the i-th of n parts, for several machines; with --create all need the same API key',
  ),
  maxItems: integer('--max-items <n>', 'push at most so many items of a file', { min: 1 }),
  watch: text('--watch <folder>', 'push every file dropped there, once, and move it to its done/, until Ctrl-C'),
  concurrency: integer('--concurrency <n>', 'requests in flight (default 4)', { min: 1, max: 64 }),
  restart: flag('--restart', 'begin anew, whatever was pushed before'),
  assumeSent: flag('--assume-sent', 'count batches in doubt as stored'),
  assumeLost: flag('--assume-lost', 'send batches in doubt again'),
}

export type PushInput = CommandInput<typeof OPTIONS> & {
  /** The saved mapping that --mapping names. */
  readonly saved?: Partial<PushOptions> | undefined
}

/** What the push pipeline is asked to do with one file; flags count more than a saved mapping. */
export function pushOptions(input: PushInput, path: string): PushOptions {
  const { format, encoding, delimiter, sheet, question, preset, dates, externalId, onInvalid, sourceReference } = input
  const { tz: timeZone, sample, shard, maxItems } = input
  const { map: savedMap = [], fields: savedFields = [], ...saved } = input.saved ?? {}
  return {
    path,
    ...saved,
    ...omitUndefined({
      format,
      encoding,
      delimiter,
      sheet,
      question,
      preset,
      dates,
      externalId,
      onInvalid,
      sourceReference,
    }),
    ...omitUndefined({ timeZone, sample, shard, maxItems }),
    ...(input.saved ? { saved: { map: savedMap, fields: savedFields } } : {}),
    ...(input.map.length > 0 ? { map: input.map } : {}),
    ...(input.field.length > 0 ? { fields: input.field } : {}),
    ...(input.check || input.dryRun ? { checkAll: true } : {}),
    ...(input.sync ? { sync: true } : {}),
  }
}

/** `2/8`: the second of eight parts. */
function shard(flags: string, purpose: string): OptionSpec<{ index: number; count: number } | undefined> {
  const read = (value: string) => {
    const [, index, count] = (/^(\d{1,4})\/(\d{1,4})$/.exec(value) ?? []).map(Number)
    if (!index || !count || index > count) throw wrongUsage('must be like 2/8: part 2 of 8')
    return { index, count }
  }
  return { flags, purpose, read }
}
