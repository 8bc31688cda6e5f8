import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ownIdentity } from '../../src/base/process.js'
import { zip } from '../ingest/model/workbook.js'

/** A command line that comes to wait for something. */
export interface Wait {
  line: string
  /** Of the addresses where nobody ever answers. */
  env?(silentUrl: string): Record<string, string>
  stdin?: string
  unread?: true
  /** What lies in the folder beside the files of the stage. */
  prepare?(folder: string): void
  /** It computes. */
  busy?: true
  /** A first signal is passed on, or lets what is in flight end; the second one counts. */
  twice?: true
  /** Files that stay: those of the data folder. */
  leaves?: RegExp
  /** How long it may take where more than a second is promised. */
  withinMs?: number
}

/** Lines that read a file, or stdin for `-`. */
export const READING = [
  'push FILE --source Tickets',
  'push FILE --source Tickets --check',
  'upload FILE --source Tickets',
  'invites send Tickets FILE',
  'feedback erase --from FILE --yes',
  'api POST survey_series/create --input FILE',
  'api POST survey_series/create -F name=@FILE',
  'mcp call get_feedback --input FILE',
  'me --api-key-file FILE',
  'me --facts FILE',
  'login --api-key-file FILE',
  'sources create Later --group Support --from FILE',
  'openapi --check FILE',
  'emulator orgs create --seed FILE',
  'webhooks sign --body FILE --secret-env S',
  'webhooks sign --body delivery.json --secret-file FILE',
  'webhooks trigger content.pushed --data FILE',
  'webhooks trigger content.pushed --to http://127.0.0.1:1 --secret-file FILE',
  'webhooks verify --request FILE --secret-env S',
  'webhooks verify --body FILE --signature sha256=1 --secret-env S',
  'webhooks verify --body delivery.json --signature sha256=1 --secret-file FILE',
  'webhooks verify --body delivery.json --signature sha256=1 --secret-env S --old-secret-file FILE',
  'webhooks replay FILE --to http://127.0.0.1:1',
  'webhooks replay delivery.json --to http://127.0.0.1:1 --resign --secret-file FILE',
  'webhooks test http://127.0.0.1:1 --secret-file FILE',
  'webhooks test http://127.0.0.1:1 --secret-env S --old-secret-file FILE',
  'webhooks listen --secret-file FILE',
  'webhooks prove http://127.0.0.1:1 --secret-env S --state-command true --reset-command true --scenario FILE',
  'webhooks prove http://127.0.0.1:1 --scenario delivery.json --state-command true --reset-command true --secret-file FILE',
  'emulator seed FILE',
  'emulator import FILE',
  'emulator templates set Tickets FILE',
  'emulator analysis-rules set FILE',
  'emulator subscriptions create https://example.com --ca FILE',
  'emulator start --ephemeral --port 0 --dashboard-port 0 --seed FILE',
  'emulator start --ephemeral --port 0 --dashboard-port 0 --overrides FILE',
  'emulator exec --seed FILE -- true',
  'emulator exec --overrides FILE -- true',
  'emulator exec --replay FILE',
]
const NO_STDIN = /^upload|=@FILE/

const BLANK_OF_LOCK = { pid: 4, start: '1', host: 'elsewhere', since: '2026-03-01T00:00:00.000Z' }
/** A lock whose owner runs somewhere that can't be seen from here. */
const unseenLock = (path: string) =>
  writeFileSync(`${path}.1`, JSON.stringify({ ...BLANK_OF_LOCK, place: 'elsewhere' }))
/** A lock that this very process holds. */
const heldLock = (path: string) => writeFileSync(`${path}.1`, JSON.stringify({ ...BLANK_OF_LOCK, ...ownIdentity() }))

/** Looks up no name, and never says so: as the system's resolver with a dead server, it can't be told to stop. */
export const DEAD_RESOLVER = `const dns = require('node:dns'), fs = require('node:fs')
const wait = () => fs.readFile(process.env.TMPDIR + '/no-answer', () => {})
dns.lookup = wait
dns.promises.lookup = () => new Promise(wait)`

/** The same, but one that gives up in the end: the process can go before. */
export const SLOW_RESOLVER = `const dns = require('node:dns')
dns.lookup = () => {}
dns.promises.lookup = () => new Promise(() => {})`

const noNames = () => ({ NODE_OPTIONS: '--require ./dead-resolver.cjs', INPK_BASE_URL: 'https://ingest.example.com' })
export const onSlowNames = () => ({ ...noNames(), NODE_OPTIONS: '--require ./slow-resolver.cjs' })
export const throughProxy = (silentUrl: string) => ({
  INPK_BASE_URL: 'https://ingest.example.com',
  HTTPS_PROXY: silentUrl,
})
export const onSilent = (silentUrl: string) => ({ INPK_BASE_URL: silentUrl, INPK_EMULATOR_URL: silentUrl })
export const overTls = (silentUrl: string) => ({ INPK_BASE_URL: silentUrl.replace('http', 'https') })

const OTHERS: Record<string, readonly Wait[]> = {
  'a name that is looked up for ever': [
    'me --force',
    'doctor --force',
    'groups create Later --force',
    'push reviews.csv --source 1 --force',
    'openapi --check https://elsewhere.example.com/openapi.json',
    'webhooks trigger content.pushed --to https://elsewhere.example.com/ --secret-env S',
  ].map((line) => ({ line, env: noNames })),
  'a proxy that does not answer': ['me --force', 'push reviews.csv --source 1 --force', 'doctor --force'].map(
    (line) => ({ line, env: throughProxy }),
  ),
  'TLS that gets no answer': ['doctor', 'me'].map((line) => ({ line, env: overTls })),
  'locks of others': [
    { line: 'login --api-key-file key.txt', prepare: (folder) => heldLock(settingsOf(folder)) },
    { line: 'emulator start --port 0 --dashboard-port 0', prepare: lockData, leaves: /^\.inpk\// },
    { line: 'emulator start --port 0 --dashboard-port 0 --detach', prepare: lockData, leaves: /^\.inpk\// },
  ],
  'what goes on until it is told to stop': [
    { line: 'emulator start --ephemeral --port 0 --dashboard-port 0' },
    { line: 'emulator start --port 0 --dashboard-port 0', leaves: /^\.inpk\// },
    { line: 'emulator start --ephemeral --https --port 0 --dashboard-port 0' },
    { line: 'emulator exec -- sleep 60' },
    { line: 'emulator exec --https -- sleep 60' },
    { line: 'emulator exec -- sh -c "trap : INT TERM; while :; do sleep 60; done"', twice: true },
    { line: 'emulator logs --follow' },
    { line: 'emulator logs --follow', env: onSilent },
    { line: 'emulator wait', env: onSilent },
    { line: 'demo --keep' },
    { line: 'webhooks listen' },
    { line: 'webhooks listen --secret-env S' },
    { line: 'webhooks listen', env: onSilent },
    { line: 'push --watch in --source Tickets', prepare: (folder) => mkdirSync(join(folder, 'in')) },
    { line: 'push reviews.csv --source 1', env: onSilent },
    { line: 'mcp serve', stdin: '' },
    { line: 'mcp serve', stdin: '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}\n', env: onSilent },
  ],
  'computations of others': [
    { line: 'me --jq "def f: f; f"', busy: true },
    { line: 'push slow.ods --source Tickets', prepare: writeSlowWorkbook },
  ],
  'output that nobody takes': [
    { line: 'openapi', unread: true },
    { line: 'emulator export --to pipe.csv', prepare: pipeIn },
    { line: 'feedback export --format csv --to pipe.csv', prepare: pipeIn },
    // The batches in flight may finish.
    {
      line: 'push odd.csv --source Tickets --rejects pipe.csv',
      prepare: pipeIn,
      withinMs: 6_500,
      leaves: /^config\/state\//,
    },
  ],
}

/** By what is waited for. */
export const WAITS: Record<string, readonly Wait[]> = {
  'a pipe that nobody writes to': READING.map((line) => ({ line: line.replace('FILE', 'pipe.csv'), prepare: pipeIn })),
  'stdin that never ends': READING.filter((line) => !NO_STDIN.test(line)).map((line) => ({
    line: line.replace('FILE', '-'),
    stdin: 'text',
  })),
  ...OTHERS,
}
function pipeIn(folder: string): void {
  execFileSync('mkfifo', [join(folder, 'pipe.csv')])
}

function settingsOf(folder: string): string {
  mkdirSync(join(folder, 'config'))
  return join(folder, 'config', 'config.json.lock')
}

function lockData(folder: string): void {
  mkdirSync(join(folder, '.inpk'))
  unseenLock(join(folder, '.inpk', 'lock'))
}

/** Its library takes many seconds to read this. */
function writeSlowWorkbook(folder: string): void {
  const cell = (at: number) =>
    `<table:table-cell office:value-type="string"><text:p>${Math.sin(at).toString(36)}</text:p></table:table-cell>`
  const row = (at: number) =>
    `<table:table-row>${Array.from({ length: 10 }, (_, column) => cell(at * 10 + column)).join('')}</table:table-row>`
  const names = ['office', 'table', 'text'].map(
    (name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`,
  )
  const rows = Array.from({ length: 60_000 }, (_, at) => row(at)).join('')
  const sheet = `<office:spreadsheet><table:table table:name="S">${rows}</table:table></office:spreadsheet>`
  const content = `<office:document-content ${names.join(' ')}><office:body>${sheet}</office:body></office:document-content>`
  const parts = {
    mimetype: 'application/vnd.oasis.opendocument.spreadsheet',
    'META-INF/manifest.xml': '<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"/>',
    'styles.xml': '<office:document-styles xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"/>',
    'content.xml': content,
  }
  const entries = Object.entries(parts).map(([name, text]) => ({ name, content: Buffer.from(text) }))
  writeFileSync(join(folder, 'slow.ods'), zip(entries))
}
