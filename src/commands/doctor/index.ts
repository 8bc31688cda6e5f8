import { join } from 'node:path'
import { count } from '../../base/count.js'
import { command } from '../../cli/command.js'
import { findEmulatorElsewhere } from '../../cli/emulator-elsewhere.js'
import type { Environment } from '../../cli/environment.js'
import type { Factory, ResolvedSettings } from '../../cli/factory.js'
import { countFacts, factCounts } from '../../config/facts-file.js'
import { stateDirectory } from '../../config/places.js'
import { mountUrl, requireBaseUrl } from '../../contract/base-url.js'
import { countResumable } from '../../ingest/push/journal/forget-runs.js'
import { listSpools } from '../../ingest/spool.js'
import { type Result, result } from '../../output/outcome.js'
import { EXIT } from '../../terminal/exit-codes.js'
import { Failure } from '../../terminal/failure.js'
import type { Style } from '../../terminal/style.js'
import { pad, wrapWhole } from '../../terminal/width.js'
import { type Check, failed, ok, skipped, warning } from './check.js'
import { checkConnection } from './connection.js'
import { checkContract } from './contract.js'
import { checkHost } from './host.js'
import { checkKey } from './key.js'

const MEGABYTE = 1_000_000

/** Columns before a message. */
const INDENT = 21
const NARROW = 60
const NARROW_INDENT = 2

export const COMMAND = command({
  examples: [['doctor'], ['doctor --base-url https://ingest.example.com --json']],
  options: {},
  run: examine,
})

/** Exit code 11 when a check failed. */
async function examine(_input: unknown, factory: Factory): Promise<Result> {
  const settings = await factory.settings().catch(checkBrokenFacts)
  const checks =
    'id' in settings ? [settings, skipped('address', 'fix the facts file first')] : await checkAll(settings, factory)
  const isSick = hasFailed(checks)
  return result({ ok: !isSick, checks }, doctorView, isSick ? EXIT.checkFailed : undefined)
}

/** A facts file that can't hold, as a check that failed; other errors as they are. */
function checkBrokenFacts(error: unknown): Check {
  if (error instanceof Failure && error.code.startsWith('FACTS_'))
    return failed('facts', error.message, error.hint ?? '')
  throw error
}

/** From the bottom up: this machine, name, connection, host, key, contract. What depends on something that failed is skipped. */
async function checkAll(settings: ResolvedSettings, factory: Factory): Promise<Check[]> {
  const base = requireBaseUrl(settings.baseUrl.value)
  const mount = mountUrl(base, '')
  const checks = [
    ok('address', `${mount} (from ${settings.baseUrl.origin})`),
    ...checkFactsFile(settings),
    await checkKept(factory.environment),
  ]
  checks.push(...(await checkConnection(base, factory)))
  const elsewhere = hasFailed(checks) ? undefined : await findEmulatorElsewhere(factory, settings.baseUrl.value)
  if (!hasFailed(checks)) checks.push(...(await checkHost(mount, factory, elsewhere)))
  if (hasFailed(checks)) checks.push(skipped('key', 'the host must be right first'))
  else checks.push(...(await checkKey(mount, settings, factory, elsewhere)), await checkContract(settings, factory))
  return checks
}

/** The facts file in force; undefined if there is none. */
function checkFactsFile({ factsFile, facts }: ResolvedSettings): Check[] {
  if (!factsFile) return []
  const { value, origin } = factsFile
  return [ok('facts', facts ? `${value}: ${factCounts(countFacts(facts))} (from ${origin})` : `none (from ${origin})`)]
}

function hasFailed(checks: readonly Check[]): boolean {
  return checks.some(({ status }) => status === 'failed')
}

function doctorView({ checks }: { checks: Check[] }, style: Style): string[] {
  const paint = { ok: style.green, warning: style.yellow, failed: style.red, skipped: style.dim }
  // On a narrow terminal, messages stand below the names of their checks: beside them there is hardly room for a path.
  const isNarrow = style.tableWidth < NARROW
  const indent = ' '.repeat(isNarrow ? NARROW_INDENT : INDENT)
  const width = style.tableWidth - indent.length
  const folded = (text: string) => text.split('\n').flatMap((line) => wrapWhole(line, width))
  return checks.flatMap(({ id, status, message, fix }) => {
    const lines = [...folded(message), ...(fix ? folded(fix) : [])]
    const head = `${paint[status](pad(status, 7))}  ${id}`
    if (isNarrow) return [head, ...lines.map((line) => indent + line)]
    const [first, ...more] = lines
    return [`${head}${' '.repeat(INDENT - 9 - id.length)}${first}`, ...more.map((line) => indent + line)]
  })
}

/** What pushes keep on this machine: places of runs, and the input of those that read stdin. */
async function checkKept(environment: Environment): Promise<Check> {
  const folder = stateDirectory(environment)
  const runs = await countResumable(join(folder, 'runs'))
  const spools = await listSpools(join(folder, 'spool'))
  const dead = spools.filter(({ life }) => life === 'dead')
  const running = spools.length - dead.length
  const said = `${count(runs, 'resumable push', 'resumable pushes')}${running === 0 ? '' : `, ${count(running, 'running push', 'running pushes')} from stdin`} in ${folder}`
  if (dead.length === 0) return ok('pushes', said)
  const size = (dead.reduce((sum, { bytes }) => sum + bytes, 0) / MEGABYTE).toFixed(1)
  const left = `${count(dead.length, 'file')} of stdin (${size} MB) left by pushes that were killed`
  return warning('pushes', `${said}; ${left}`, 'Nothing to do: the next push removes it.')
}
