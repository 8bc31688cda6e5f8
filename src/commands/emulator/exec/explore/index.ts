import { count } from '../../../../base/count.js'
import type { Factory } from '../../../../cli/factory.js'
import { CAUSES } from '../../../../explore/cause.js'
import { type Exploration, explorationJUnit, type Tried, titleOf } from '../../../../explore/finding.js'
import { concurrencyOf, operationsOf } from '../../../../explore/recorded.js'
import { type Result, result } from '../../../../output/outcome.js'
import { EXIT } from '../../../../terminal/exit-codes.js'
import { printable } from '../../../../terminal/printable.js'
import type { Style } from '../../../../terminal/style.js'
import { wrapMessage } from '../../../../terminal/width.js'
import { readSeed } from '../../open-seeded.js'
import { readStartFacts } from '../../start-facts.js'
import { type ExecOptions, or125 } from '../run-under.js'
import { confirm } from './confirm.js'
import { type SearchOptions, search } from './search.js'
import type { Subject } from './stage.js'

/** What is explored, and how. */
export interface ExploreOptions extends SearchOptions {
  stateCommand: string | undefined
}

/** Runs a command again and again, each time disturbed in another way that the interface allows; exit code 11 if it finds anything. */
export async function explore(
  factory: Factory,
  { command, seed: seedFile, overrides, options }: ExecOptions,
  { budgetMs, seed, stateCommand }: ExploreOptions,
): Promise<Result> {
  const { environment } = factory
  const startedAt = environment.monotonic()
  const facts = await or125(() => readStartFacts(factory, overrides))
  const seedDocument = seedFile === undefined ? undefined : await or125(() => readSeed(environment, seedFile))
  const subject: Subject = { command, stateCommand, seed: seedDocument, facts, options }
  const isOver = () => environment.monotonic() - startedAt >= budgetMs || factory.signal.aborted
  return factory.finishing(async () => {
    const found = await search(factory, subject, { budgetMs, seed })
    const secondsSoFar = () => (environment.monotonic() - startedAt) / 1_000
    if ('reason' in found) return outcomeOf({ ...NOTHING, ...found, seed, seconds: secondsSoFar() }, [])
    const confirmed = await confirm(factory, subject, found, isOver)
    const { baseline, tried, cells, pairs, missed, runs } = found
    const exploration: Exploration = {
      verdict: confirmed.findings.length > 0 ? 'failed' : 'passed',
      recorded: operationsOf(baseline.recorded),
      concurrency: concurrencyOf(baseline.recorded),
      runs,
      tried: tried.length - pairs,
      cells,
      pairs,
      missed,
      ...confirmed,
      seed,
      seconds: secondsSoFar(),
    }
    return outcomeOf(exploration, tried)
  })
}

const COUNTS = { concurrency: 0, tried: 0, cells: 0, pairs: 0, missed: 0 }
const NOTHING = { ...COUNTS, recorded: [], unsteady: [], unrepeated: [], findings: [] }

function outcomeOf(exploration: Exploration, tried: readonly Tried[]): Result {
  const exitCode = exploration.verdict === 'passed' ? undefined : EXIT.checkFailed
  return {
    ...result(exploration, explorationView, exitCode),
    junit: () => explorationJUnit(exploration, tried),
  }
}

/** The stories of what was found, and a line that sums it up. */
function explorationView(exploration: Exploration, style: Style): string[] {
  const { verdict, reason, findings, unsteady, unrepeated } = exploration
  if (reason !== undefined) return [`${style.red(verdict)}: ${printable(reason)}`]
  return [
    ...findings.flatMap(({ cause, disturbances, story, rules, also, replay }, index) => [
      style.bold(style.red(`${index + 1}. ${CAUSES[cause]}`)),
      `   ${titleOf(disturbances)}`,
      ...[...story, ...rules, ...alsoWith(also)].map((line) => wrapMessage(`   ${printable(line)}`, style.tableWidth)),
      `   Replay: ${replay}`,
      '',
    ]),
    ...unsteady.map((title) => style.yellow(`did not repeat: ${title}`)),
    ...unrepeated.map((title) => style.yellow(`failed, but no time was left to repeat it: ${title}`)),
    sumOf(exploration, style),
  ]
}

function alsoWith(titles: readonly string[]): string[] {
  if (titles.length === 0) return []
  return [`Also with ${titles.slice(0, 3).join('; ')}${titles.length > 3 ? '; …' : ''}.`]
}

function sumOf({ findings, tried, cells, pairs, missed, runs, seconds }: Exploration, style: Style): string {
  const verdict = findings.length > 0 ? style.red(count(findings.length, 'finding')) : style.green('nothing found')
  const beyond = pairs === 0 ? '' : ` and ${count(pairs, 'pair')}`
  const idle = missed === 0 ? '' : `; ${count(missed, 'run')} sent too little to be disturbed`
  return `${verdict}; ${tried} of ${count(cells, 'disturbance')}${beyond} tried in ${count(runs, 'run')}, ${Math.round(seconds)} s${idle}`
}
