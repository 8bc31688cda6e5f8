import type { Stage } from '../transcripts/stage.js'
import type { Surroundings } from './run-inpk.js'

/** A command line with a name from outside in it, as NAME, in a file, or in what is around it. */
export interface Line {
  line: string
  files?: Record<string, (name: string) => unknown>
  around?: (name: string, stage: Stage) => Surroundings
}

/** In the order in which they are run. */
export const LINES: readonly (string | Line)[] = [
  ...['NAME', 'groups NAME', 'emulator NAME', 'help NAME', 'completion NAME', 'me --NAME', 'groups list --output NAME'],
  ...[
    'webhooks trigger NAME',
    'emulator faults add NAME busy',
    'emulator faults add pushContent NAME',
    'mcp call NAME',
  ],
  ...[
    'mcp call list_sources -f NAME=1',
    'emulator env --format NAME',
    'emulator subscriptions create https://a.example --events NAME',
  ],
  ...['conformance --only NAME', 'emulator keys create --scope NAME'],
  ...[
    'api POST survey_series/create -f name=NAME',
    'api POST survey_series/create -f name=Other -f NAME=1 -f NAME[a]=1',
  ],
  ...[
    'api POST survey_series/create -f name=Third -f a[NAME]=1 -f a[NAME]=2',
    'api GET NAME',
    'api GET feedback -f NAME=1',
  ],
  ...['groups create NAME', 'groups list', 'groups list --json', 'groups list --output csv'],
  ...[
    'sources create NAME --group NAME --question "DEPTH_TEXT: NAME" --publish',
    'sources show NAME',
    'sources list --json',
  ],
  {
    line: 'push table.csv --source Tickets',
    files: { 'table.csv': (name) => `text,${name},external_id\ngood,1,${name}\n` },
  },
  {
    line: 'push table.csv --source NAME --map text=NAME --restart',
    files: { 'table.csv': (name) => `${name},id\nfine,${name}\n` },
  },
  {
    line: 'push items.ndjson --source NAME',
    files: { 'items.ndjson': (name) => `{"text":"well","${name}":{"${name}":1}}\n` },
  },
  {
    line: 'push items.json --source NAME',
    files: { 'items.json': (name) => `[{"${name}":"deep","external_id":"9"}]` },
  },
  {
    line: 'push items.json --source NAME --map text=NAME',
    files: { 'items.json': (name) => `[{"${name}":"deep","external_id":"9"}]` },
  },
  ...[
    'reviews.csv --map NAME=id',
    'reviews.csv --map text=NAME',
    'reviews.csv --field comment=NAME',
    'reviews.csv --field NAME=1',
  ].map((words) => `push ${words} --source Tickets --check`),
  ...[
    '--preset',
    '--encoding',
    '--dates',
    '--tz',
    '--format',
    '--mapping',
    '--external-id',
    '--on-invalid',
    '--question',
  ].map((option) => `push reviews.csv --source Tickets --check ${option} NAME`),
  ...[
    'push reviews.csv --source Tickets --check --save-mapping NAME',
    'push reviews.csv --source Tickets --check --mapping NAME',
  ],
  'push reviews.csv --group NAME --source "NAME 2" --create',
  ...['feedback list --source NAME', 'feedback list --external-id NAME --json', 'feedback list --field NAME'],
  ...[
    'feedback list --source NAME --output csv',
    'feedback list --source NAME --jq .[0].NAME',
    'groups list --jq .[].NAME',
  ],
  { line: 'feedback erase --from ids.csv --yes', files: { 'ids.csv': (name) => `external_id,${name}\n${name},1\n` } },
  'feedback erase --customer-id NAME --yes',
  ...[
    'login --profile NAME --api-key-file -',
    'profiles list',
    'profiles show NAME',
    'profiles use NAME',
    'me --profile NAME',
  ],
  ...[
    'logout --profile NAME',
    'profiles remove NAME',
    'profiles show NAME',
    'me --profile NAME',
    'logout --profile NAME',
  ],
  { line: 'me', around: (name) => ({ env: { INPK_PROFILE: name } }) },
  ...['webhooks sign --body delivery.json --secret-env NAME', 'webhooks listen --secret-env NAME'],
  { line: 'webhooks sign --body delivery.json --secret-env NAME', around: (name) => ({ env: { [name]: 'whsec_x' } }) },
  {
    line: 'webhooks verify --body body.json --signature sha256=00 --secret-env WEBHOOK_SECRET',
    files: { 'body.json': (name) => `{"${name}":{"b":1,"${name}":[2]},"event":"${name}","data":{"${name}":"x"}}` },
  },
  {
    line: 'webhooks trigger content.pushed --to http://127.0.0.1:1 --secret-env WEBHOOK_SECRET --data body.json --retries 0',
    files: { 'body.json': (name) => `{"${name}":{"${name}":1}}` },
  },
  ...['webhooks trigger content.pushed --set data.NAME=1', 'webhooks trigger content.pushed --set NAME=1'],
  ...[
    'emulator snapshot save NAME',
    'emulator diff --snapshot NAME',
    'emulator snapshot restore NAME',
    'emulator snapshot delete NAME',
  ],
  ...[
    'emulator snapshot restore NAME',
    'emulator orgs show NAME',
    'emulator keys show NAME',
    'tasks show NAME',
    'invites show NAME',
  ],
  ...['emulator monitors create --source NAME --name NAME --query NAME --threshold 1', 'emulator monitors list'],
  {
    line: 'emulator analysis-rules set rules.json',
    files: { 'rules.json': (name) => [{ pattern: name, theme: name }] },
  },
  {
    line: 'emulator analysis-rules set rules.json',
    files: { 'rules.json': (name) => `[{"pattern":"a","${name}":1}]` },
  },
  'emulator analysis-rules show',
  {
    line: 'emulator templates set Tickets letter.json',
    files: {
      'letter.json': (name) => ({
        subject: `{{${name}}} {{name}}`,
        text: `{{${name}}} {{survey_link}}`,
        html: '<a href="{{survey_link}}">x</a>',
        variables: [
          { name, required: true },
          { name: 'name', required: false },
        ],
      }),
    },
  },
  'invites template Tickets',
  {
    line: 'invites send Tickets people.csv --dry-run',
    files: { 'people.csv': (name) => `email,${name}\na@example.com,${name}\n` },
  },
  {
    line: 'invites send Tickets people.csv --dry-run',
    files: { 'people.csv': () => 'email,name\na@example.com,Ada\n' },
  },
  {
    line: 'invites send Tickets people.csv',
    files: { 'people.csv': (name) => `email,${name}\na@example.com,${name}\n` },
  },
  'invites send Tickets people.csv --dry-run --email-column NAME',
  { line: 'emulator seed seed.json', files: { 'seed.json': (name) => `{"${name}":[],"groups":[{"${name}":1}]}` } },
  { line: 'emulator start --ephemeral --overrides facts.json', files: { 'facts.json': (name) => `{"${name}":{}}` } },
  {
    line: 'emulator start --ephemeral --overrides facts.json',
    files: { 'facts.json': (name) => `{"error:NOT_FOUND":{"${name}":1}}` },
  },
  {
    line: 'emulator start --ephemeral --overrides facts.json',
    files: { 'facts.json': (name) => `{"error:${name}":{"code":"A"}}` },
  },
  {
    line: 'openapi --check description.json',
    files: {
      'description.json': (name) =>
        `{"openapi":"3.1.0","paths":{"/${name}":{"${name}":{}},"/me":{"get":{"operationId":"${name}","responses":{"200":{"content":{"application/json":{"schema":{"type":"object","properties":{"${name}":{"type":"object","properties":{"${name}":{}}}}}}}}}}}},"webhooks":{"${name}":{}}}`,
    },
  },
  {
    line: 'sources create Last --group 1 --from source.json',
    files: {
      'source.json': (name) =>
        `{"${name}":1,"questions":[{"type":"DEPTH_TEXT","question_text":"${name}","${name}":1}]}`,
    },
  },
  { line: 'me', files: { 'inpk.config.json': (name) => `{"${name}":{"${name}":1}}` } },
  {
    line: 'push reviews.csv --source Tickets --check --mapping own',
    files: { 'inpk.config.json': (name) => `{"mappings":{"own":{"${name}":"x"}}}` },
  },
  {
    line: 'push reviews.csv --source Tickets --check --mapping own',
    files: { 'inpk.config.json': (name) => `{"mappings":{"own":{"map":{"${name}":"comment"}}}}` },
  },
]
