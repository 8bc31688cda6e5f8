import { commandNames, lineFor } from '../../cli/every-command.js'
import type { Surroundings } from '../../cli/run-inpk.js'
import { ROWS } from '../../transcripts/rows.js'
import type { Stage } from '../../transcripts/stage.js'
import { kindOf } from '../exit-codes/kinds.js'

/** A line that reads answers, and what is done before it. */
export interface SweptLine {
  line: string
  given?: readonly string[]
  around?: (stage: Stage) => Surroundings
}

/** Why some commands that could ask are not swept. A new command is, unless it stands here. */
const APART: readonly (readonly [names: RegExp, because: string])[] = [
  [/^demo$|^emulator (start|exec)$/, 'they ask an emulator that they start themselves'],
  [/^emulator (stop|env|open)$/, 'what they know is in the file of the running emulator'],
  [/^record$/, 'it passes on what comes, byte for byte'],
  [/^webhooks (listen|test)$/, 'they go on until told to stop, or ask a receiver: test/commands/webhooks'],
]

/** As at a terminal: with colours, pictures and progress. */
const onTerminal = (): Surroundings => ({ isTerminal: true, columns: 100 })

const ANALYSED = ['emulator clock advance 10m']
const TEMPLATE = 'emulator templates set 1 template.json'
const DOMAIN = 'emulator domain set mail.example.com'
const CREATE =
  'sources create Reviews --group Support --question "TEXT: Why?" --question "SCQ: Which?" --option A --option B'
const TRACKED = ['emulator tracking set Support monthly', 'emulator clock advance 40d']

/** Other ways through the commands, and other forms of what they print. */
const MORE: readonly SweptLine[] = [
  ...['me', 'groups list', 'sources list', 'sources show Tickets', 'feedback list --source Tickets'].map((line) => ({
    line: `${line} --json`,
  })),
  { line: 'groups list --output csv' },
  { line: 'sources show 1' },
  { line: 'sources list --group Support' },
  { line: `${CREATE} --publish` },
  { line: `${CREATE} --publish --json` },
  { line: 'groups create Shops --json' },
  { line: 'groups create Support' },
  { line: 'feedback list --since 2026-01-01 --until 2026-12-31' },
  { line: 'feedback list --customer-id c1' },
  { line: 'feedback export --format ndjson' },
  { line: 'feedback export --format xlsx --to export.xlsx --yes' },
  { line: 'feedback erase --customer-id c1 --source Tickets --yes' },
  { line: 'feedback erase --external-id t1 --yes --json' },
  { line: 'analysis show 1', given: [...TRACKED] },
  { line: 'analysis show Tickets --json', given: ANALYSED },
  { line: 'analysis wait Tickets --json', given: ANALYSED },
  { line: 'push reviews.csv --source Tickets --json' },
  { line: 'push reviews.csv --source Tickets --wait' },
  { line: 'push reviews.csv --source Tickets --dry-run' },
  { line: 'push reviews.csv --source New --group Fresh --create' },
  { line: 'upload answers.csv --source Tickets --wait' },
  { line: 'upload answers.csv --source Tickets --json' },
  { line: 'invites template Tickets' },
  { line: 'invites template Tickets --json', given: [TEMPLATE, DOMAIN] },
  { line: 'invites send Tickets recipients.csv --dry-run', given: [TEMPLATE, DOMAIN] },
  { line: 'invites send Tickets recipients.csv --wait --within 3s', given: [TEMPLATE, DOMAIN] },
  { line: 'invites send Tickets recipients.csv --json', given: [TEMPLATE, DOMAIN] },
  { line: 'api GET feedback --paginate' },
  { line: 'api GET surveys/list --paginate' },
  { line: 'mcp call search_feedback -f query=late' },
  { line: 'mcp call get_analysis -f source_id=1', given: ANALYSED },
  { line: 'openapi' },
  { line: 'sources list --record session.har' },
  { line: 'api POST survey_series/create -f name=Shops' },
  ...['push reviews.csv --source Tickets', 'sources list', 'emulator status'].map((line) => ({
    line: `${line} `,
    around: onTerminal,
  })),
]

/** A line for every command that asks the service, and further ones: what a service answers may be anything. */
export function serviceLines(): SweptLine[] {
  return [...linesOf(['service', 'apart']).filter(({ line }) => !MORE.some((more) => more.line === line)), ...MORE]
}

/** A line for every command that asks the control API of an emulator, which may be of another version. */
export function controlLines(): SweptLine[] {
  return linesOf(['control'])
}

function linesOf(kinds: readonly string[]): SweptLine[] {
  const names = commandNames().filter((name) => kinds.includes(kindOf(name) ?? '') && !isApart(name))
  return names.map((name) => {
    const { given, around } = ROWS[name]!
    const line = lineFor(name)
      .map((word) => (/[\s"]/.test(word) ? `"${word}"` : word))
      .join(' ')
    return { line, ...(given ? { given } : {}), ...(around ? { around } : {}) }
  })
}

function isApart(name: string): boolean {
  return APART.some(([names]) => names.test(name))
}

/** Commands of which neither a line is swept nor a reason known why not. */
export function unsweptCommands(): string[] {
  const lines = [...serviceLines(), ...controlLines()].map(({ line }) => line)
  return commandNames().filter(
    (name) => kindOf(name) !== 'local' && !isApart(name) && !lines.some((line) => `${line} `.startsWith(`${name} `)),
  )
}
