import { row, type TranscriptRow } from '../row.js'
import { interrupted, onNetwork, withKey, withMessages } from '../surroundings.js'

const BULK = 'api POST content/push/bulk --input bulk.json'
const ANALYSED = ['emulator clock advance 10m']
const PROFILES = ['login --profile staging --api-key-file -', 'login --profile live --api-key-file -']

/** Commands that ask the service, and those about keys and settings. */
export const SERVICE_ROWS: Record<string, TranscriptRow> = {
  me: row('me', 'me --base-url http://127.0.0.1:4600/elsewhere', 5),
  'groups list': row('groups list', 'groups list --limit 0', 2),
  'groups create': row('groups create Shops', 'groups create S', 6),
  'sources list': row('sources list', 'sources list --group Nowhere', 5),
  'sources show': row('sources show Tickets', 'sources show Tickts', 5),
  'sources create': row(
    'sources create Reviews --group Support --from questions.json',
    'sources create Reviews --group Nowhere --question "TEXT: Why?"',
    5,
  ),
  'sources publish': row('sources publish Draft', 'sources publish Nowhere', 5, {
    given: ['sources create Draft --group Support --question "TEXT: Why?"'],
  }),
  'tasks show': row('tasks show task_1', 'tasks show task_99', 5, { given: [BULK] }),
  'tasks wait': row('tasks wait task_1', 'tasks wait task_1 --within soon', 2, {
    given: [BULK, 'emulator clock advance 1m'],
  }),
  'feedback list': row('feedback list --source Tickets', 'feedback list --since yesterday', 2),
  'feedback export': row('feedback export --source Tickets', 'feedback export --source Nowhere', 5, {
    json: 'feedback export --source Tickets --format ndjson',
  }),
  'feedback erase': row('feedback erase --customer-id c1 --yes', 'feedback erase --customer-id c1', 2),
  'analysis show': row('analysis show Tickets', 'analysis show Tickets --period weekly', 6, { given: ANALYSED }),
  'analysis wait': row('analysis wait Tickets', 'analysis wait Late --within 3s', 12, {
    given: [
      ...ANALYSED,
      'sources create Late --group Support --question "TEXT: Why?" --publish',
      'push reviews.csv --source Late --question Why? -q',
    ],
  }),
  push: row('push reviews.csv --source Tickets', 'push reviews.csv --source Nowhere', 5),
  login: row('login --profile staging --api-key-file -', 'login --profile "a b" --api-key-file -', 2, {
    around: withKey,
  }),
  logout: row('logout', 'logout --profile missing', 5, { given: PROFILES }),
  'profiles list': row('profiles list', 'profiles list --limit many', 2, { given: PROFILES }),
  'profiles show': row('profiles show staging', 'profiles show stagin', 5, { given: PROFILES }),
  'profiles use': row('profiles use staging', 'profiles use missing', 5, { given: PROFILES }),
  'profiles remove': row('profiles remove staging', 'profiles remove missing', 5, { given: PROFILES }),
  config: row('config', 'config --retries -1', 2, {
    // The columns are as wide as the path, which on the stage is another on every machine.
    around: () => ({ env: { INPK_CONFIG_DIR: '/etc/inpk' } }),
  }),
  doctor: row('doctor', 'doctor --api-prefix /elsewhere', 11, { around: onNetwork }),
  api: row('api POST survey_series/create -f name=Shops', 'api GET nothing/here', 5),
  'mcp tools': row('mcp tools', 'mcp tools --profile missing', 2),
  'mcp call': row('mcp call list_sources', 'mcp call get_analysis -f source_id=99', 5),
  'mcp serve': row('mcp serve', 'mcp serve now', 2, { around: withMessages, json: null }),
  learn: row('learn --dry-run', 'learn missing.har', 2),
  record: row(
    'record --to http://127.0.0.1:4600 --out session.har',
    'record --to https://u:p@ingest.example.com --out session.har',
    2,
    { around: interrupted, varies: true },
  ),
  openapi: row('openapi --check', 'openapi --check empty.json', 11),
  conformance: row('conformance --rule ME-1 --rule ADR-1', 'conformance --rule ME-99', 2),
}
