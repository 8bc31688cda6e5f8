import type { Factory } from '../../../../cli/factory.js'
import { BASELINE_RUNS, type Baseline, compareBaselines } from '../../../../explore/baseline.js'
import type { Exploration } from '../../../../explore/finding.js'
import { pointsOf } from '../../../../explore/matrix.js'
import type { Run } from '../../../../explore/observed.js'
import { type WaitingDisplay, whileWaiting } from '../../../../ui/waiting.js'
import { runOnce } from './run.js'
import type { Subject } from './stage.js'

/** Why a command can't be explored. */
export type Unfit = Pick<Exploration, 'verdict'> & { reason: string; runs: number }

/** The longest a first run may take. */
const FIRST_RUN_MS = 120_000

/** Runs the command undisturbed, a few times; `patienceMs` is how long a run may take at most. */
export async function findBaseline(
  factory: Factory,
  subject: Subject,
  patienceMs: number,
): Promise<{ baseline: Baseline } | Unfit> {
  const limitMs = Math.min(FIRST_RUN_MS, patienceMs)
  const runs = await whileWaiting(factory, (display) => runUndisturbed(factory, subject, { limitMs, display }))
  const unfit = (verdict: Unfit['verdict'], reason: string) => ({ verdict, reason, runs: runs.length })
  const steadiness = compareBaselines(runs)
  if ('flaky' in steadiness) return unfit('flaky', steadiness.flaky)
  if ('fails' in steadiness) return unfit('fails undisturbed', steadiness.fails)
  const { recorded } = steadiness.baseline
  if (pointsOf(recorded).length === 0) return unfit('sends nothing', 'the command sent no request to the emulator')
  return steadiness
}

async function runUndisturbed(
  factory: Factory,
  subject: Subject,
  { limitMs, display }: { limitMs: number; display: WaitingDisplay },
): Promise<Run[]> {
  const runs: Run[] = []
  while (runs.length < BASELINE_RUNS) {
    display.update({ text: `Undisturbed run ${runs.length + 1} of ${BASELINE_RUNS}` })
    runs.push(await runOnce(factory, subject, [], limitMs))
    factory.signal.throwIfAborted()
    // Two more that never end would say the same, after minutes.
    if (runs.at(-1)!.exitCode === null) break
  }
  return runs
}
