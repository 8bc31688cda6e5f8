import { command, type Input } from '../../cli/command.js'
import type { Factory } from '../../cli/factory.js'
import { wrongUsage } from '../../cli/failure.js'
import { flag } from '../../cli/options.js'
import { type Result, result } from '../../output/outcome.js'
import { evolveLines, exitCodeOf, type Fared, FUTURES } from './exec/evolve.js'
import { BEHAVIOUR_OPTIONS, behaviourOptions } from './start-options.js'

const OPTIONS = {
  ...BEHAVIOUR_OPTIONS,
  report: flag('--report', 'tell what the command exercised; where it fails, keep all there is to know in a folder'),
  evolve: flag('--evolve', 'run it once more in each future the service may have, and tell what differs'),
}

export const COMMAND = command({
  examples: [
    ['emulator exec -- npm test'],
    ['emulator exec --strict -- ./push-nightly.sh'],
    ['emulator exec --seed shop.yaml --report -- npm test', 'what it used, and the least scope each key needs'],
    ['emulator exec --evolve -- npm test', 'data envelope, unknown fields, values and events'],
  ],
  arguments: [{ name: 'COMMAND', purpose: 'the command and its arguments, after --', required: true, variadic: true }],
  options: OPTIONS,
  finishesAfterInterrupt: true,
  run: execUnderEmulator,
})

/** Runs a command against an emulator of its own; its exit code is the command's, 125 where the emulator itself failed. */
async function execUnderEmulator(input: Input<typeof OPTIONS>, factory: Factory): Promise<Result> {
  const { args, report, evolve } = input
  const [file, ...words] = args
  if (file === undefined) throw wrongUsage('nothing to run', 'Give the command after --.')
  // Loads the emulator, which the help does without.
  const { runUnder } = await import('./exec/run-under.js')
  const wish = { command: [file, ...words] as const, files: input, report, options: behaviourOptions(input) }
  if (!evolve) return result(undefined, undefined, (await runUnder(factory, wish)).exitCode)
  const runs: Fared[] = []
  for (const { name, options } of FUTURES) {
    if (factory.signal.aborted) break
    await factory.screen.line(factory.screen.style.bold(`== ${name}`))
    runs.push({ name, ...(await runUnder(factory, { ...wish, options: { ...wish.options, ...options } })) })
  }
  for (const line of evolveLines(runs, factory.screen.style)) await factory.screen.line(line)
  return result(undefined, undefined, exitCodeOf(runs))
}
