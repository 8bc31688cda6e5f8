import { count } from '../../base/count.js'
import { isObject, type JsonObject } from '../../base/is-object.js'
import { parseJson } from '../../base/parse-json.js'
import { type CommandInput, command } from '../../cli/command.js'
import type { Factory } from '../../cli/factory.js'
import { choice, flag, flagOrText } from '../../cli/options.js'
import { readTextOf } from '../../cli/read-file.js'
import { parseObject } from '../../client/payload.js'
import { routeAssumption } from '../../contract/assumptions/overridable.js'
import type { Facts } from '../../contract/facts/facts.js'
import { ENVELOPES, type Envelope } from '../../contract/operation.js'
import { type OperationId, rowOf } from '../../contract/operations/index.js'
import { presented, type Result, result } from '../../output/outcome.js'
import { EXIT } from '../../terminal/exit-codes.js'
import { Failure, wrongUsage } from '../../terminal/failure.js'
import { printableJson } from '../../terminal/printable.js'
import type { Style } from '../../terminal/style.js'
import type { Comparison } from '../../truth/compatibility/compare-with-contract.js'
import type { Difference } from '../../truth/compatibility/difference.js'
import { findNews, operationIn } from '../description-news.js'
import { fetchUrl } from '../fetch-url.js'
import { declaredBare } from './with-envelope.js'

const OPTIONS = {
  envelope: choice(
    '--envelope <form>',
    'wrap successful responses in `data` or not (default: as the service sends them)',
    ENVELOPES,
  ),
  check: flagOrText('--check [file]', 'compare with what this client expects; a file, a URL, or the service itself'),
  all: flag('--all', 'with --check: show every difference'),
}

export const COMMAND = command({
  examples: [
    ['openapi > openapi.json'],
    ['openapi --envelope bare > openapi.json', 'for a generator of clients'],
    ['openapi --check', 'does the service still fit this client?'],
    ['openapi --check old-openapi.json --json'],
  ],
  options: OPTIONS,
  typedAs: { envelope: '--envelope' },
  run: showOrCheck,
})

async function showOrCheck({ check, envelope, all }: CommandInput<typeof OPTIONS>, factory: Factory): Promise<Result> {
  if (check !== undefined && envelope !== undefined) throw wrongUsage("--envelope can't be used with --check")
  if (all && check === undefined) throw wrongUsage('--all works only with --check')
  const read = await readDescription(check ?? true, factory, envelope)
  const description = envelope === 'bare' ? declaredBare(read) : read
  if (check === undefined) {
    const lines = () => [printableJson(JSON.stringify(description, null, 2))]
    return presented({ data: description, shown: undefined, view: lines })
  }
  const { facts } = await factory.settings()
  const [{ compareWithContract }, { contractWith }] = await Promise.all([
    import('../../truth/compatibility/compare-with-contract.js'),
    import('../../contract/facts/contract-with.js'),
  ])
  const isSettled = facts && Object.keys(facts).length > 0 ? await findSettled(description, facts) : undefined
  return checked(compareWithContract(description, contractWith(facts).description, isSettled), all)
}

/** Of which operations the facts say all that a description does: those that nothing new is said about. */
async function findSettled(description: JsonObject, facts: Facts): Promise<(operation: OperationId) => boolean> {
  const { missing, byHand, against } = await findNews(description, facts)
  const news = [...missing, ...byHand]
  return (operation) => {
    const routes = rowOf(operation).routes.map(routeAssumption)
    const isOf = (id: string) => routes.includes(id) || operationIn(id) === operation
    return !news.some(isOf) && !against.some((each) => each.includes(` ${operation}:`))
  }
}

/** Lines of differences that a screen takes without `--all`. */
const MOST_LINES = 40

/** Exit code 11 where something breaks this client (VER-7 to VER-10). */
function checked(comparison: Comparison, all: boolean): Result {
  const view = (shown: Comparison, style: Style) => comparisonView(shown, style, all)
  return result(comparison, view, comparison.breaking > 0 ? EXIT.checkFailed : undefined)
}

/** Each difference on a line under its operation, what matters most first, and a sum at the end. */
function comparisonView(
  { version, expected_version, breaking, differences }: Comparison,
  style: Style,
  all: boolean,
): string[] {
  const shown = all ? differences : differences.slice(0, MOST_LINES)
  const operations = [...new Set(shown.map(({ operation }) => operation))]
  const lines = operations.flatMap((operation) => [
    style.bold(operation),
    ...shown.filter((each) => each.operation === operation).map((each) => differenceLine(each, style)),
  ])
  const left = differences.length - shown.length
  const others = differences.length - breaking
  const sum = `${count(breaking, 'breaking difference')}, ${others} other; version ${version ?? 'unknown'}, expected ${expected_version}`
  return [
    ...lines,
    ...(left > 0 ? [style.dim(`… and ${left} more: --all shows them`)] : []),
    breaking > 0 ? style.red(sum) : style.green(sum),
  ]
}

function differenceLine({ breaking, field, message, assumed }: Difference, style: Style): string {
  const mark = breaking ? style.red('breaking') : style.dim('fine    ')
  const guess = assumed ? style.dim(' (assumed; not specified)') : ''
  return `  ${mark}  ${field === '' ? '' : `${field} `}${message}${guess}`
}

/** The description to be checked: a URL, a file, stdin for `-`, else that of the service. Refuses what is not a description. */
async function readDescription(word: string | true, factory: Factory, envelope?: Envelope): Promise<JsonObject> {
  if (word === true) {
    const client = await factory.client()
    const lacks = (await client.contract()).codecOf('getOpenapi', 'query', 'classic')?.lacks('envelope')
    // What is declared in `data` is made bare here.
    const input = envelope === undefined || (lacks && envelope === 'bare') ? {} : { query: { envelope } }
    return (await client.call('getOpenapi', input)).raw as JsonObject
  }
  const isUrl = /^https?:\/\//.test(word)
  const found = isUrl
    ? parseObject(await fetchUrl(word, factory), new URL(word).origin)
    : parseJson(await readTextOf(factory.environment, word))
  if (isObject(found) && isObject(found.paths)) return found
  throw new Failure({
    exit: 'invalid',
    code: 'NO_DESCRIPTION',
    message: `${word === '-' ? 'stdin' : word} is not an OpenAPI description in JSON`,
    hint: 'It must be a JSON object with `paths`.',
  })
}
