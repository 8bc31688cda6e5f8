import type { CommandInput } from '../../cli/command.js'
import { omitUndefined } from '../../cli/omit-undefined.js'
import { choice, duration, flag, integer, name, type OptionSpec, text, texts, waiver } from '../../cli/options.js'
import { PRESET_NAMES } from '../../ingest/map/presets.js'
import { DATE_ORDERS, EXTERNAL_ID_MODES, FORMATS, type PushOptions } from '../../ingest/options.js'
import { wrongUsage } from '../../terminal/failure.js'

export const OPTIONS = {
  source: name('--source <source>', 'source to push to (id or name)', 'sources'),
  group: name('--group <group>', 'group of the source (id or name)', 'groups'),
  create: flag('--create', 'create and publish the group and source if missing'),
  question: text('--question <id>', 'field for the texts (default: the only one for texts)'),
  map: texts('--map <member=column>', 'column for text, external_id, customer_id, …'),
  field: texts('--field <column=field>', 'text column and its field (id or title)'),
  preset: choice('--preset <name>', 'known export format (default: detected from headers)', [...PRESET_NAMES, 'none']),
  mapping: text('--mapping <name>', 'use columns saved in the project file'),
  saveMapping: text('--save-mapping <name>', 'save the chosen columns in the project file'),
  format: choice('--format <format>', 'file format (default: detected)', FORMATS),
  encoding: text('--encoding <encoding>', 'text encoding, such as windows-1250 (default: detected)'),
  delimiter: text('--delimiter <character>', 'CSV delimiter (default: detected)'),
  sheet: text('--sheet <name|n>', 'sheet of a workbook (default: first visible)'),
  dates: choice('--dates <order>', 'order of numeric dates (default: auto)', DATE_ORDERS),
  tz: text('--tz <zone>', 'time zone of dates without one (default: UTC)'),
  externalId: choice(
    '--external-id <from>',
    'where ids come from (default: column if there is one, else content)',
    EXTERNAL_ID_MODES,
  ),
  onInvalid: choice('--on-invalid <what>', "what to do with rows that can't be pushed (default: skip)", [
    'skip',
    'stop',
  ]),
  rejects: text('--rejects <file>', 'file for rejected rows (default: FILE.rejects.csv)'),
  sourceReference: text('--source-reference <text>', 'label to store with each item'),
  check: flag('--check', 'only check the file: needs no --source, and exits with 6 if rows fail'),
  dryRun: flag('--dry-run', 'do all but send: find the source, cut batches, print the summary'),
  sync: flag('--sync', 'push in small synchronous batches'),
  wait: flag('--wait', 'wait for the analysis, and show it'),
  within: duration('--within <duration>', 'longest wait for --wait (default: 10m)'),
  sample: integer('--sample <n>', 'push only n rows, spread evenly over the file', { min: 1 }),
  shard: shard('--shard <i/n>', 'push only the ith of n parts, such as 2/8'),
  maxItems: integer('--max-items <n>', 'push at most n items of a file', { min: 1 }),
  watch: text('--watch <folder>', 'push each file dropped here, then move it to done/'),
  concurrency: integer('--concurrency <n>', 'requests in flight (default: 4)', { min: 1, max: 64 }),
  restart: waiver(flag('--restart', 'start again from the first row')),
  assumeSent: waiver(flag('--assume-sent', 'treat batches in doubt as stored')),
  assumeLost: waiver(flag('--assume-lost', 'send batches in doubt again')),
}

export const OPTION_GROUPS = {
  Target: ['source', 'group', 'create', 'question', 'sourceReference'],
  Columns: ['map', 'field', 'preset', 'mapping', 'saveMapping', 'externalId'],
  'Reading the file': ['format', 'encoding', 'delimiter', 'sheet', 'dates', 'tz'],
  "Rows that can't be pushed": ['onInvalid', 'rejects'],
  Running: [
    ...(['check', 'dryRun', 'sync', 'wait', 'within', 'sample', 'maxItems', 'shard'] as const),
    ...(['watch', 'concurrency', 'restart', 'assumeSent', 'assumeLost'] as const),
  ],
} as const

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
    if (index === undefined || !count) throw wrongUsage('must be a part and how many there are, such as 2/8')
    if (index < 1 || index > count) throw wrongUsage(`the part must be from 1 to ${count}`)
    return { index, count }
  }
  return { flags, purpose, read }
}
