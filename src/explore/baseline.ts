import { differenceOf, differingLines, type EndState, withoutDrawn } from './end-state.js'
import type { Run } from './observed.js'

/** What the command does undisturbed, and what of it can be relied on. */
export interface Baseline {
  /** The first run: its requests are what is disturbed. */
  recorded: Run
  stateOutput: string | undefined
  settled: EndState
  /** Everything was stored when the command ended, in every run. */
  endsSettled: boolean
  /** Random words of records are made equal before they are compared. */
  isDrawn: boolean
  longestMs: number
}

/** Undisturbed runs that agree, or a sentence that says how they do not, or why there is nothing to compare. */
export type Steadiness = { baseline: Baseline } | { flaky: string } | { fails: string }

/** How many undisturbed runs are compared. */
export const BASELINE_RUNS = 3

/** Compares undisturbed runs; commands that fail or differ by themselves can't be explored. */
export function compareBaselines(runs: readonly Run[]): Steadiness {
  const [first, ...others] = runs as [Run, ...Run[]]
  const codes = runs.map(({ exitCode }) => exitCode)
  if (codes.every((code) => code !== 0)) return { fails: howItFailed('it', first.exitCode, first) }
  if (codes.some((code) => code !== 0))
    return { flaky: `it exited with ${codes.map((code) => code ?? 'nothing').join(', ')}` }
  const stateless = runs.find(({ stateCode = 0 }) => stateCode !== 0)
  if (stateless) return { fails: howItFailed('--state-command', stateless.stateCode!, stateless) }
  const other = others.find(({ stateOutput }) => stateOutput !== first.stateOutput)
  if (other)
    return {
      flaky: `the output of --state-command differs from run to run: ${differingLines(first.stateOutput, other.stateOutput).join(' and ')}`,
    }
  const isDrawn = others.some(({ settled }) => !isSame(settled, first.settled))
  const comparable = (state: EndState) => (isDrawn ? withoutDrawn(state) : state)
  const odd = others.find(({ settled }) => !isSame(comparable(settled), comparable(first.settled)))
  if (odd) {
    const { more, missing } = differenceOf(comparable(odd.settled), comparable(first.settled))
    return { flaky: `its records differ from run to run: ${[...more, ...missing][0]![0]}` }
  }
  return {
    baseline: {
      recorded: first,
      stateOutput: first.stateOutput,
      settled: comparable(first.settled),
      endsSettled: runs.every(({ atEnd, settled }) => isSame(atEnd, settled)),
      isDrawn,
      longestMs: Math.max(...runs.map(({ ms }) => ms)),
    },
  }
}

function howItFailed(who: string, code: number | null, { ms, lastWords }: Run): string {
  const how = code === null ? `did not end within ${Math.round(ms / 1_000)} s, and was stopped` : `exited with ${code}`
  const words = lastWords.length === 0 ? '' : `; its last line was: ${lastWords.at(-1)}`
  return `${who} ${how}${words}`
}

function isSame(a: EndState, b: EndState): boolean {
  const { more, missing } = differenceOf(a, b)
  return more.length === 0 && missing.length === 0
}
