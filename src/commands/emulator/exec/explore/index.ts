import { count } from '../../../../base/count.js'
import type { Factory } from '../../../../cli/factory.js'
import { CAUSES } from '../../../../explore/cause.js'
import { type Exploration, explorationJUnit, type Tried, titleOf } from '../../../../explore/finding.js'
import { type Result, result } from '../../../../output/outcome.js'
import { EXIT } from '../../../../terminal/exit-codes.js'
import { printable } from '../../../../terminal/printable.js'
import type { Style } from '../../../../terminal/style.js'
import { readStartFacts } from '../../start-facts.js'
import { type ExecOptions, or125 } from '../run-under.js'
import { confirm } from './confirm.js'
import type { Subject } from './run.js'
import { concurrencyOf, operationsOf, type SearchOptions, search } from './search.js'

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
  const subject: Subject = { command, stateCommand, seed: seedFile, facts, options }
  const isOver = () => environment.monotonic() - startedAt >= budgetMs || factory.signal.aborted
  return factory.finishing(async () => {
    const found = await search(factory, subject, { budgetMs, seed })
    const secondsSoFar = () => (environment.monotonic() - startedAt) / 1_000
    if ('reason' in found) return outcomeOf({ ...NOTHING, ...found, seed, seconds: secondsSoFar() }, [])
    const { findings, unsteady } = await confirm(factory, subject, found, isOver)
    factory.signal.throwIfAborted()
    const { baseline, tried, cells, pairs, runs } = found
    const exploration: Exploration = {
      verdict: findings.length > 0 ? 'failed' : 'passed',
      recorded: operationsOf(baseline.recorded),
      concurrency: concurrencyOf(baseline.recorded),
      runs,
      tried: tried.length - pairs,
      cells,
      pairs,
      unsteady,
      findings,
      seed,
      seconds: secondsSoFar(),
    }
    return outcomeOf(exploration, tried)
  })
}

const NOTHING = { recorded: [], concurrency: 0, tried: 0, cells: 0, pairs: 0, unsteady: [], findings: [] }

function outcomeOf(exploration: Exploration, tried: readonly Tried[]): Result {
  const exitCode = exploration.verdict === 'passed' ? undefined : EXIT.checkFailed
  return {
    ...result(exploration, explorationView, exitCode),
    junit: () => explorationJUnit(exploration, tried),
  }
}

/** The stories of what was found, and a line that sums it up. */
function explorationView(exploration: Exploration, style: Style): string[] {
  const { verdict, reason, findings, unsteady } = exploration
  if (reason !== undefined) return [`${style.red(verdict)}: ${printable(reason)}`]
  return [
    ...findings.flatMap(({ cause, disturbances, story, rules, also, replay }, index) => [
      style.bold(style.red(`${index + 1}. ${CAUSES[cause]}`)),
      `   ${titleOf(disturbances)}`,
      ...[...story, ...rules].map((line) => `   ${printable(line)}`),
      ...(also.length > 0 ? [`   Also with ${also.slice(0, 3).join('; ')}${also.length > 3 ? '; …' : ''}.`] : []),
      `   Replay: ${replay}`,
      '',
    ]),
    ...unsteady.map((title) => style.yellow(`did not repeat: ${title}`)),
    sumOf(exploration, style),
  ]
}

function sumOf({ findings, tried, cells, pairs, runs, seconds }: Exploration, style: Style): string {
  const verdict = findings.length > 0 ? style.red(count(findings.length, 'finding')) : style.green('nothing found')
  const beyond = pairs === 0 ? '' : ` and ${count(pairs, 'pair')}`
  return `${verdict}; ${tried} of ${count(cells, 'disturbance')}${beyond} tried in ${count(runs, 'run')}, ${Math.round(seconds)} s`
}
