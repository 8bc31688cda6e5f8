import { isObject, type JsonObject } from '../../base/is-object.js'
import { parseJson } from '../../base/parse-json.js'
import { type CommandInput, command } from '../../cli/command.js'
import type { Factory } from '../../cli/factory.js'
import { choice, flagOrText } from '../../cli/options.js'
import { readTextOf } from '../../cli/read-file.js'
import { openTransport } from '../../cli/transport.js'
import { describeFailure } from '../../client/failures.js'
import { parseObject } from '../../client/payload.js'
import { createRedact } from '../../client/redact.js'
import { errorOfAnswer } from '../../client/service-error.js'
import { CLIENT_RESPONSE_BYTES } from '../../client/transport.js'
import { describeService } from '../../contract/openapi.js'
import { ENVELOPES, type Envelope } from '../../contract/operation.js'
import { presented, type Result, result } from '../../output/outcome.js'
import { count } from '../../output/show.js'
import { EXIT } from '../../terminal/exit-codes.js'
import { Failure, wrongUsage } from '../../terminal/failure.js'
import { printableJson } from '../../terminal/printable.js'
import type { Style } from '../../terminal/style.js'
import { compareDescriptions } from '../../truth/compatibility/compare-descriptions.js'
import type { Difference } from '../../truth/compatibility/difference.js'
import { declaredBare } from './with-envelope.js'

const TIMEOUT_MS = 30_000
const REDACT = createRedact([])

const OPTIONS = {
  envelope: choice(
    '--envelope <form>',
    'success payloads alone, as before the sunset, or in `data`, as after it',
    ENVELOPES,
  ),
  check: flagOrText('--check [file]', 'compare with what this client expects; a file, a URL, or the service itself'),
}

export const COMMAND = command({
  examples: [
    ['openapi > openapi.json'],
    ['openapi --envelope bare > openapi.json', 'for a generator of clients'],
    ['openapi --check', 'does the service still fit this client?'],
    ['openapi --check old-openapi.json --json'],
  ],
  options: OPTIONS,
  run: showOrCheck,
})

async function showOrCheck({ check, envelope }: CommandInput<typeof OPTIONS>, factory: Factory): Promise<Result> {
  if (check !== undefined && envelope !== undefined)
    throw wrongUsage('--envelope is about what is printed, not about --check')
  const read = await readDescription(check ?? true, factory, envelope)
  const description = envelope === 'bare' ? declaredBare(read) : read
  if (check === undefined) {
    const lines = () => [printableJson(JSON.stringify(description, null, 2))]
    return presented({ data: description, shown: undefined, view: lines })
  }
  return checked(description)
}

/** Exit code 11 where something breaks this client (VER-7 to VER-10). */
function checked(actual: JsonObject): Result {
  const expected = describeService({ serverUrl: 'https://ingest.example.com' }) as JsonObject
  const differences = compareDescriptions(expected, actual)
  const breaking = differences.filter((each) => each.breaking).length
  const data = { version: versionOf(actual), expected_version: versionOf(expected), breaking, differences }
  return result(data, differencesView, breaking > 0 ? EXIT.checkFailed : undefined)
}

function versionOf({ info }: JsonObject): string | null {
  return isObject(info) && typeof info.version === 'string' ? info.version : null
}

interface Checked {
  version: string | null
  expected_version: string | null
  breaking: number
  differences: readonly Difference[]
}

/** Each difference on a line under its operation, what breaks first, and a sum at the end. */
function differencesView({ version, expected_version, breaking, differences }: Checked, style: Style): string[] {
  const sorted = [...differences].sort((a, b) => Number(b.breaking) - Number(a.breaking))
  const operations = [...new Set(sorted.map(({ operation }) => operation))]
  const lines = operations.flatMap((operation) => [
    style.bold(operation),
    ...sorted.filter((each) => each.operation === operation).map((each) => differenceLine(each, style)),
  ])
  const others = differences.length - breaking
  const sum = `${count(breaking, 'breaking difference')}, ${others} other; version ${version ?? 'unknown'}, expected ${expected_version}`
  return [...lines, breaking > 0 ? style.red(sum) : style.green(sum)]
}

function differenceLine({ breaking, field, message, assumed }: Difference, style: Style): string {
  const mark = breaking ? style.red('breaking') : style.dim('fine    ')
  const guess = assumed ? style.dim(' (assumed here; the interface does not show it)') : ''
  return `  ${mark}  ${field === '' ? '' : `${field} `}${message}${guess}`
}

/** The description to be checked: a URL, a file, stdin for `-`, else that of the service. Refuses what is no description. */
async function readDescription(word: string | true, factory: Factory, envelope?: Envelope): Promise<JsonObject> {
  if (word === true) {
    const input = envelope === undefined ? {} : { query: { envelope } }
    return (await (await factory.client()).call('getOpenapi', input)).raw as JsonObject
  }
  const isUrl = /^https?:\/\//.test(word)
  const found = isUrl ? await fetchDescription(word, factory) : parseJson(await readTextOf(factory.environment, word))
  if (isObject(found) && isObject(found.paths)) return found
  throw new Failure({
    exit: 'invalid',
    code: 'NO_DESCRIPTION',
    message: `${word === '-' ? 'stdin' : word} is no OpenAPI description in JSON`,
    hint: 'It must be a JSON object with `paths`.',
  })
}

/** Any address, and so without a key. */
async function fetchDescription(url: string, factory: Factory): Promise<JsonObject> {
  const transport = openTransport(factory, CLIENT_RESPONSE_BYTES)
  const headers = { accept: 'application/json', 'user-agent': 'inpk' }
  const request = { method: 'GET', url, headers, timeoutMs: TIMEOUT_MS }
  const response = await transport(request).catch((error: unknown) => {
    factory.signal.throwIfAborted()
    throw describeFailure(error, request, REDACT)
  })
  const { origin } = new URL(url)
  if (response.status !== 200) throw errorOfAnswer(response, origin, REDACT, request)
  return parseObject(response, origin)
}
