import { availableParallelism } from 'node:os'
import type { Factory } from '../../../../cli/factory.js'
import { BASELINE_RUNS, type Baseline, compareBaselines } from '../../../../explore/baseline.js'
import { causeOf } from '../../../../explore/cause.js'
import { type Exploration, type Tried, titleOf } from '../../../../explore/finding.js'
import { type Breach, judge } from '../../../../explore/judge.js'
import { matrixOf, type Point, pairsOf, pointsOf } from '../../../../explore/matrix.js'
import { type Disturbance, inOrder, type Run } from '../../../../explore/observed.js'
import { runOnce, type Subject } from './run.js'

/** How long the search may take, and the seed of what it draws. */
export interface SearchOptions {
  budgetMs: number
  seed: number
}

/** A run that went wrong. */
export interface Failed {
  disturbances: readonly Disturbance[]
  breaches: readonly [Breach, ...Breach[]]
  run: Run
}

/** What the search has seen. */
export interface Search {
  baseline: Baseline
  points: readonly Point[]
  tried: Tried[]
  cells: number
  pairs: number
  runs: number
  failed: Failed[]
  /** Runs the command with these disturbances and judges it; undefined if nothing is wrong. */
  attempt(disturbances: readonly Disturbance[]): Promise<Failed | undefined>
}

/** The longest a first run may take. */
const FIRST_RUN_MS = 120_000
const PATIENCE_MS = 20_000
/** Of the budget; the rest is for shrinking and repeating what was found. */
const SHARE_OF_SEARCH = 0.7
/** Tried however slow the undisturbed runs were: nothing found must mean that something was tried. */
const LEAST_TRIED = 8

/** Why a command can't be explored. */
export type Unfit = Pick<Exploration, 'verdict'> & { reason: string; runs: number }

/** Undisturbed runs, then the matrix, then pairs of its cells until the budget is spent or something was found. */
export async function search(
  factory: Factory,
  subject: Subject,
  { budgetMs, seed }: SearchOptions,
): Promise<Search | Unfit> {
  const endsAt = factory.environment.monotonic() + budgetMs * SHARE_OF_SEARCH
  const runs: Run[] = []
  for (let left = BASELINE_RUNS; left > 0; left -= 1) {
    factory.signal.throwIfAborted()
    runs.push(await runOnce(factory, subject, [], FIRST_RUN_MS))
  }
  const steadiness = compareBaselines(runs)
  if (!('baseline' in steadiness)) return unfit(steadiness, runs)
  const { baseline } = steadiness
  const cells = matrixOf(baseline.recorded)
  if (cells.length === 0) {
    return { verdict: 'sends nothing', reason: 'the command sent no request to the emulator', runs: runs.length }
  }
  const found = openSearch(factory, subject, baseline, cells.length)
  await factory.screen.note(`${recordedText(baseline)}; ${cells.length} ways to disturb it`)
  const isSpent = () => factory.environment.monotonic() >= endsAt && found.tried.length >= LEAST_TRIED
  const isOver = () => factory.signal.aborted || isSpent()
  await tryAll(factory, found, cells.map((cell) => [cell])[Symbol.iterator](), isOver)
  if (found.failed.length === 0) await tryAll(factory, found, pairsOf(cells, seed), isOver)
  factory.signal.throwIfAborted()
  return found
}

function unfit(steadiness: { flaky: string } | { fails: number | null }, runs: readonly Run[]): Unfit {
  if ('flaky' in steadiness) return { verdict: 'flaky', reason: steadiness.flaky, runs: runs.length }
  const { lastWords } = runs[0]!
  const how = steadiness.fails === null ? 'it did not exit' : `it exited with ${steadiness.fails}`
  const words = lastWords.length === 0 ? '' : `; its last line was: ${lastWords.at(-1)}`
  return { verdict: 'fails undisturbed', reason: `${how}${words}`, runs: runs.length }
}

/** A search that has seen nothing yet but its undisturbed runs. */
export function openSearch(factory: Factory, subject: Subject, baseline: Baseline, cells: number): Search {
  const limitMs = baseline.longestMs * 3 + PATIENCE_MS
  const found: Search = {
    baseline,
    points: pointsOf(baseline.recorded),
    tried: [],
    cells,
    pairs: 0,
    runs: BASELINE_RUNS,
    failed: [],
    async attempt(disturbances) {
      const run = await runOnce(factory, subject, disturbances, limitMs)
      found.runs += 1
      const [first, ...others] = judge(run, baseline, disturbances)
      return first === undefined ? undefined : { disturbances, breaches: [first, ...others], run }
    },
  }
  return found
}

/** As many at once as there are cores, each on an emulator with an organisation of its own. */
async function tryAll(
  factory: Factory,
  found: Search,
  sets: Iterator<readonly Disturbance[]>,
  isOver: () => boolean,
): Promise<void> {
  const lane = async () => {
    while (!isOver()) {
      const { value: disturbances, done } = sets.next()
      if (done) return
      const startedAt = factory.environment.monotonic()
      const failed = await found.attempt(disturbances)
      if (factory.signal.aborted) return
      const cause = failed && causeOf(failed.breaches[0], failed.run, disturbances)
      found.tried.push({ disturbances, ms: factory.environment.monotonic() - startedAt, cause })
      if (disturbances.length > 1) found.pairs += 1
      if (!failed) continue
      found.failed.push(failed)
      await factory.screen.note(`${titleOf(disturbances)}: ${failed.breaches[0].text}`)
    }
  }
  await Promise.all(Array.from({ length: availableParallelism() }, lane))
}

/** `12 requests (pushContent 3, getMe 1, …), 2 at once`. */
export function recordedText({ recorded }: Baseline): string {
  const parts = operationsOf(recorded).map(({ operation, requests }) => `${operation} ${requests}`)
  return `Recorded ${parts.join(', ')}; at most ${concurrencyOf(recorded)} at a time`
}

/** How often a run asked for each operation. */
export function operationsOf({ requests }: Run): Exploration['recorded'] {
  const counts = new Map<string, number>()
  for (const { operation } of inOrder(requests)) {
    if (operation !== null) counts.set(operation, (counts.get(operation) ?? 0) + 1)
  }
  return [...counts].map(([operation, count]) => ({ operation, requests: count }))
}

/** How many requests were on their way at once at most. */
export function concurrencyOf({ requests }: Run): number {
  const at = (ms: number) => requests.filter(({ arrivedMs, answeredMs }) => arrivedMs <= ms && ms < answeredMs).length
  return Math.max(1, ...requests.map(({ arrivedMs }) => at(arrivedMs)))
}
