import type { Input } from '../../cli/command.js'
import { defined } from '../../cli/defined.js'
import { choice, duration, flag, integer, text, texts } from '../../cli/options.js'
import { ENCODINGS, FORMATS, type PushOptions } from '../../ingest/options.js'

export const OPTIONS = {
  source: text('--source <source>', 'where it goes (identifier or name)'),
  group: text('--group <group>', 'its group (identifier or name)'),
  create: flag('--create', 'make and publish the group and source if they are missing'),
  question: text('--question <id>', 'the field the texts go to, where the source has several'),
  map: texts('--map <member=column>', 'which column is text, external_id, customer_id, …'),
  field: texts('--field <column=field>', 'a text column and its field, by id or text'),
  format: choice('--format <format>', 'format of the file, where name and content do not tell', FORMATS),
  encoding: choice('--encoding <encoding>', 'encoding of the file, where it is guessed wrong', ENCODINGS),
  delimiter: text('--delimiter <character>', 'delimiter of a CSV, where it is guessed wrong'),
  sheet: text('--sheet <name|n>', 'sheet of a workbook (default: the first visible one)'),
  dates: choice('--dates <order>', 'how numeric dates read', ['auto', 'dmy', 'mdy', 'ymd']),
  tz: text('--tz <zone>', 'time zone of dates that carry none (default UTC)'),
  externalId: choice('--external-id <from>', 'where ids come from', ['column', 'content', 'none']),
  onInvalid: choice('--on-invalid <what>', 'what a row that cannot be pushed does', ['skip', 'stop']),
  rejects: text('--rejects <file>', 'file for rejected rows (default FILE.rejects.csv)'),
  sourceReference: text('--source-reference <text>', 'a label the service keeps with each item'),
  check: flag('--check', 'read everything, send nothing'),
  dryRun: flag('--dry-run', 'do everything but the sending'),
  sync: flag('--sync', 'push in small synchronous batches'),
  wait: flag('--wait', 'wait until the service has analysed it, and show the analysis'),
  within: duration('--within <duration>', 'how long --wait waits (default 10m); then exit code 12'),
  concurrency: integer('--concurrency <n>', 'requests in flight (default 4)', { min: 1, max: 64 }),
  restart: flag('--restart', 'begin anew, whatever was pushed before'),
  assumeSent: flag('--assume-sent', 'count batches in doubt as stored'),
  assumeLost: flag('--assume-lost', 'send batches in doubt again'),
}

export type PushInput = Input<typeof OPTIONS>

/** What the push pipeline is asked to do with one file. */
export function pushOptions(input: PushInput, path: string): PushOptions {
  const { format, encoding, delimiter, sheet, question, dates, externalId, onInvalid, sourceReference } = input
  const given = { format, encoding, delimiter, sheet, question, dates, externalId, onInvalid, sourceReference }
  return {
    path,
    ...defined(given),
    ...defined({ timeZone: input.tz }),
    ...(input.map.length > 0 ? { map: input.map } : {}),
    ...(input.field.length > 0 ? { fields: input.field } : {}),
    ...(input.check || input.dryRun ? { checkAll: true } : {}),
    ...(input.sync ? { sync: true } : {}),
  }
}
