import { OUTPUT_FORMATS } from '../output/format.js'
import {
  choice,
  flag,
  integer,
  name,
  type OptionTable,
  positiveDuration,
  text,
  type ValuesOf,
  waiver,
} from './options.js'

/** The options every command takes (cli.md section 1). */
export const GLOBAL_OPTIONS = {
  output: choice('-o, --output <format>', 'output format (default: table)', OUTPUT_FORMATS),
  json: flag('--json', 'same as --output json'),
  jq: text('--jq <expression>', 'filter the JSON output with a jq expression'),
  limit: integer('--limit <n>', 'maximum number of rows to list (default: all)', { min: 1 }),
  baseUrl: text('--base-url <url>', 'address of the service (default: http://127.0.0.1:4600)'),
  profile: name('--profile <name>', 'profile to use (default: the one in use)', 'profiles'),
  apiKeyFile: text('--api-key-file <path>', 'file with the API key (- reads stdin)'),
  apiPrefix: text('--api-prefix <path>', 'path prefix of the operations (default: /api/input)'),
  facts: text('--facts <file>', 'facts file of the service, or none (default: inpk.facts.yaml of the project)'),
  timeout: positiveDuration(
    '--timeout <duration>',
    'longest wait for one response, such as 30s; applies to each retry (default: 90s)',
  ),
  retries: integer('--retries <n>', 'how many times to retry a failed request (default: 5)', { max: 100 }),
  record: text('--record <file>', 'record requests and responses in a HAR file, without secrets'),
  quiet: flag('-q, --quiet', 'print only the result and errors'),
  verbose: flag('-v, --verbose', 'print one line per request to stderr'),
  debug: flag('--debug', 'print headers, bodies and stack traces to stderr, without secrets'),
  noColor: flag('--no-color', 'disable colour, like NO_COLOR'),
  noInput: flag('--no-input', 'never prompt'),
  yes: waiver(flag('-y, --yes', 'answer yes to every prompt')),
  force: waiver(flag('--force', 'send a key even to an address it does not seem to belong to')),
} as const satisfies OptionTable

export type Globals = ValuesOf<typeof GLOBAL_OPTIONS>
