import type { EmulatorOptions } from '../../../../emulator/index.js'
import type { Style } from '../../../terminal/style.js'
import type { Recorder } from './recorder.js'

/** What the service may do one day without a new major version (interface "Versioning"), each as options of the emulator. */
export const FUTURES: readonly { name: string; options: EmulatorOptions }[] = [
  { name: 'today', options: {} },
  { name: 'data envelope', options: { envelope: 'data' } },
  { name: 'unknown fields', options: { future: 'unknown_fields' } },
  { name: 'unknown values', options: { future: 'unknown_values' } },
  { name: 'unknown events', options: { future: 'unknown_events' } },
]

/** How a command fared in a future. */
export interface Fared {
  name: string
  exitCode: number
  recorder: Pick<Recorder, 'operations'>
}

/** The exit code of all runs: today's, else that of the first future the command does not get along with. */
export function exitCodeOf(runs: readonly Fared[]): number {
  return runs.find(({ exitCode }) => exitCode !== 0)?.exitCode ?? 0
}

/** A line for each future: whether the command ended as today, and which operations it called more or less often. */
export function evolveLines([today, ...futures]: readonly Fared[], style: Style): string[] {
  if (!today) return []
  return [
    style.bold(`Evolution: exit code ${today.exitCode} today`),
    ...futures.flatMap((future) => {
      const isSame = future.exitCode === today.exitCode
      const verdict = isSame ? style.green('the same') : style.red(`exit code ${future.exitCode}`)
      return [`  ${future.name.padEnd(16)} ${verdict}`, ...differences(today, future).map((line) => `    ${line}`)]
    }),
  ]
}

function differences(today: Fared, future: Fared): string[] {
  const before = countsOf(today)
  const after = countsOf(future)
  return [...new Set([...before.keys(), ...after.keys()])]
    .filter((name) => before.get(name) !== after.get(name))
    .map((name) => `${name}: sent ${before.get(name) ?? 0}× today, ${after.get(name) ?? 0}× with this change`)
}

function countsOf({ recorder }: Fared): Map<string, number> {
  return new Map(
    [...recorder.operations].flatMap(([operation, statuses]) =>
      [...statuses].map(([status, times]) => [`${operation} ${status}`, times] as const),
    ),
  )
}
