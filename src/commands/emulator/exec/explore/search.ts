import { availableParallelism } from 'node:os'
import { count } from '../../../../base/count.js'
import type { Factory } from '../../../../cli/factory.js'
import { BASELINE_RUNS, type Baseline } from '../../../../explore/baseline.js'
import { causeOf } from '../../../../explore/cause.js'
import { type Tried, titleOf } from '../../../../explore/finding.js'
import { type Breach, judge } from '../../../../explore/judge.js'
import { matrixOf, type Point, pairsOf, pointsOf } from '../../../../explore/matrix.js'
import type { Disturbance, Run } from '../../../../explore/observed.js'
import { recordedText } from '../../../../explore/recorded.js'
import { type WaitingDisplay, type WaitingStep, whileWaiting } from '../../../../ui/waiting.js'
import { runOnce } from './run.js'
import type { Subject } from './stage.js'
import { findBaseline, type Unfit } from './undisturbed.js'

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
  /** Runs in which the disturbance met nothing. */
  missed: number
  runs: number
  failed: Failed[]
  /** Runs the command with these disturbances and judges it; undefined if nothing is wrong. */
  attempt(disturbances: readonly Disturbance[]): Promise<Failed | undefined>
}

const PATIENCE_MS = 20_000
/** Of the budget once something failed; the rest is for shrinking and repeating it. */
const SHARE_OF_SEARCH = 0.7
/** Tried however slow the undisturbed runs were: nothing found must mean that something was tried. */
const LEAST_TRIED = 8

/** Undisturbed runs, then the matrix, then pairs of its cells until the budget is spent or something was found. */
export async function search(
  factory: Factory,
  subject: Subject,
  { budgetMs, seed }: SearchOptions,
): Promise<Search | Unfit> {
  const startedAt = factory.environment.monotonic()
  const undisturbed = await findBaseline(factory, subject, Math.max(budgetMs, PATIENCE_MS))
  if ('verdict' in undisturbed) return undisturbed
  const { baseline } = undisturbed
  const cells = matrixOf(baseline.recorded)
  const found = openSearch(factory, subject, baseline, cells.length)
  await factory.screen.note(`${recordedText(baseline)}; ${cells.length} ways to disturb it`)
  const [own, ...others] = judge(baseline.recorded, baseline, [])
  if (own) found.failed.push({ disturbances: [], breaches: [own, ...others], run: baseline.recorded })
  const isSpent = () => {
    const share = found.failed.length > 0 ? SHARE_OF_SEARCH : 1
    return factory.environment.monotonic() - startedAt >= budgetMs * share && found.tried.length >= LEAST_TRIED
  }
  const isOver = () => factory.signal.aborted || isSpent()
  await whileWaiting(factory, async (display) => {
    const lanes = { isOver, display }
    await tryAll(factory, found, cells.map((cell) => [cell])[Symbol.iterator](), lanes)
    if (found.failed.length === 0) await tryAll(factory, found, pairsOf(cells, seed), lanes)
  })
  if (factory.signal.aborted) await tellUnfinished(factory, found)
  factory.signal.throwIfAborted()
  return found
}

/** What was seen until it was stopped, which no one repeats any more. */
async function tellUnfinished({ screen }: Factory, { failed, tried, cells }: Search): Promise<void> {
  await screen.note(`Stopped after ${tried.length} of ${count(cells, 'disturbance')}.`)
  for (const { disturbances, breaches } of failed) {
    await screen.note(`Not repeated: ${titleOf(disturbances)}: ${breaches[0].text}`)
  }
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
    missed: 0,
    runs: BASELINE_RUNS,
    failed: [],
    async attempt(disturbances) {
      const run = await runOnce(factory, subject, disturbances, limitMs)
      found.runs += 1
      if (run.missed.length === disturbances.length && disturbances.length > 0) found.missed += 1
      const [first, ...others] = judge(run, baseline, disturbances)
      return first === undefined ? undefined : { disturbances, breaches: [first, ...others], run }
    },
  }
  return found
}

/**
 * As many at once as there are cores, each on an emulator of its own. What was tried, and what failed, is
 * then in the order in which it was begun, which no busy machine changes: the same seed leads to the same findings.
 */
async function tryAll(
  factory: Factory,
  found: Search,
  sets: Iterator<readonly Disturbance[]>,
  { isOver, display }: { isOver: () => boolean; display: WaitingDisplay },
): Promise<void> {
  const begun = new Map<readonly Disturbance[], number>()
  const turnOf = ({ disturbances }: Tried | Failed) => begun.get(disturbances) ?? -1
  const lane = async () => {
    while (!isOver()) {
      const { value: disturbances, done } = sets.next()
      if (done) return
      begun.set(disturbances, begun.size)
      const startedAt = factory.environment.monotonic()
      const failed = await found.attempt(disturbances)
      if (factory.signal.aborted) return
      const cause = failed && causeOf(failed.breaches[0], failed.run, disturbances)
      found.tried.push({ disturbances, ms: factory.environment.monotonic() - startedAt, cause })
      if (disturbances.length > 1) found.pairs += 1
      if (failed) found.failed.push(failed)
      display.update(stepOf(found))
    }
  }
  await Promise.all(Array.from({ length: availableParallelism() }, lane))
  for (const list of [found.tried, found.failed]) list.sort((a, b) => turnOf(a) - turnOf(b))
}

/** `12 of 80 disturbances tried, 2 failures`. */
function stepOf({ tried, cells, pairs, failed }: Search): WaitingStep {
  const beyond = pairs === 0 ? '' : ` and ${count(pairs, 'pair')}`
  const failures = failed.length === 0 ? '' : `, ${count(failed.length, 'failure')}`
  const alone = tried.length - pairs
  return { text: `${alone} of ${count(cells, 'disturbance')}${beyond} tried${failures}`, share: alone / cells }
}
