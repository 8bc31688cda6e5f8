import { OUTPUT_FORMATS } from '../output/format.js'
import { choice, flag, integer, type OptionTable, positiveDuration, text, type ValuesOf } from './options.js'

/** The options every command takes (cli.md section 1). */
export const GLOBAL_OPTIONS = {
  output: choice('-o, --output <format>', 'how to print the result', OUTPUT_FORMATS),
  json: flag('--json', 'short for --output json'),
  jq: text('--jq <expression>', 'filter the JSON of the result with jq'),
  limit: integer('--limit <n>', 'at most this many rows of a list', { min: 1 }),
  baseUrl: text('--base-url <url>', 'address of the service'),
  profile: text('--profile <name>', 'profile to use'),
  apiKeyFile: text('--api-key-file <path>', 'read the API key from a file, or from stdin with -'),
  apiPrefix: text('--api-prefix <path>', 'path before the operations (default /api/input)'),
  facts: text('--facts <file>', 'facts file of the service (none: go without)'),
  timeout: positiveDuration(
    '--timeout <duration>',
    'longest wait for one answer, such as 30s; each retry has as long again',
  ),
  retries: integer('--retries <n>', 'how often a failed request is tried again', { max: 100 }),
  record: text('--record <file>', 'keep the exchanges with the service in a HAR file, secrets removed'),
  quiet: flag('-q, --quiet', 'print the result and errors only'),
  verbose: flag('-v, --verbose', 'one line per request on stderr'),
  debug: flag('--debug', 'headers and bodies on stderr, secrets removed; stack traces'),
  noColor: flag('--no-color', 'no colour, as NO_COLOR'),
  noInput: flag('--no-input', 'never ask'),
  yes: flag('-y, --yes', 'answer yes to every question'),
  force: flag('--force', 'send a key where it does not seem to belong'),
} as const satisfies OptionTable

export type Globals = ValuesOf<typeof GLOBAL_OPTIONS>
