import { command } from '../../cli/command.js'
import { OPTION_GROUPS, OPTIONS } from './options.js'

type Name = keyof typeof OPTIONS

function pairs(one: Name, others: readonly Name[]): [Name, Name][] {
  return others.map((other) => [one, other])
}

export const COMMAND = command({
  examples: [
    ['push reviews.csv --source 34'],
    ['push a.xlsx --sheet 26 --map text=Review --map external_id=ID --source 34'],
    [
      'push tickets.csv --group Support --source "Tickets 2026" --create --wait',
      'create what is missing, then wait for the analysis',
    ],
    ['push reviews.csv --check', 'check the file, send nothing'],
    ['push - --source 34 < notes.txt', 'one item per line, from stdin'],
    ['push --watch exports --source 34', 'push every file dropped into a folder'],
  ],
  arguments: [
    {
      name: 'FILE',
      purpose: 'CSV, TSV, XLSX, XLS, XLSB, ODS, NDJSON, JSON, text or .gz; - is stdin',
      variadic: true,
    },
  ],
  options: OPTIONS,
  groups: OPTION_GROUPS,
  excludes: [
    ['assumeSent', 'assumeLost'],
    ['sample', 'shard'],
    ['question', 'field'],
    // What was not sent must not be moved to done/.
    ...pairs('check', ['watch', 'dryRun', 'wait', 'sync', 'concurrency', 'restart', 'assumeSent', 'assumeLost']),
    ...pairs('dryRun', ['watch', 'wait']),
    ...pairs('restart', ['assumeSent', 'assumeLost']),
  ],
  needs: [['within', 'wait']],
  run: async (input, factory) => (await import('./push.js')).push(input, factory),
})
