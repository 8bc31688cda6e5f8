import { type CommandInput, command } from '../../cli/command.js'
import type { Factory } from '../../cli/factory.js'
import { omitUndefined } from '../../cli/omit-undefined.js'
import { flag, integer, refused } from '../../cli/options.js'
import { type Result, result } from '../../output/outcome.js'
import { wrongUsage } from '../../terminal/failure.js'
import { evolveLines, exitCodeOf, type Fared, FUTURES } from './exec/evolve.js'
import { BEHAVIOUR_GROUPS, BEHAVIOUR_OPTIONS, behaviourOptions, PORT } from './start-options.js'

/** Options of `emulator start` that contradict what this does, and what to do instead. */
const REFUSED = { port: refused('--port [n]'), data: refused('--data [folder]'), detach: refused('--detach') }

const INSTEAD: Record<keyof typeof REFUSED, readonly [message: string, hint: string]> = {
  port: [
    '`emulator exec` always picks a free port, so runs never collide',
    'Let the command read INPK_BASE_URL, or start an emulator on a port of your choice with `inpk emulator start --port N`.',
  ],
  data: [
    '`emulator exec` keeps its data in memory only',
    'To start with data, use --seed FILE; to keep it, start an emulator with `inpk emulator start --data FOLDER`.',
  ],
  detach: [
    '`emulator exec` runs only as long as its command',
    'Start an emulator in the background with `inpk emulator start --detach`.',
  ],
}

const OPTIONS = {
  ...BEHAVIOUR_OPTIONS,
  dashboardPort: integer('--dashboard-port <n>', 'port of the dashboard (default: a free one)', PORT),
  ephemeral: flag('--ephemeral', 'keep nothing on disk (always on)'),
  ...REFUSED,
  report: flag('--report', 'report what the command used; keep details if it fails'),
  evolve: flag('--evolve', 'run it against future versions of the service, too'),
}

export const COMMAND = command({
  examples: [
    ['emulator exec -- npm test'],
    ['emulator exec --strict -- ./push-nightly.sh'],
    ['emulator exec --seed shop.yaml --report -- npm test', 'show what it used, and the least scope each key needs'],
    [
      'emulator exec --evolve -- npm test',
      'run it against future responses too: data envelope, unknown fields, values and events',
    ],
  ],
  arguments: [{ name: 'COMMAND', purpose: 'the command and its arguments, after --', required: true, variadic: true }],
  options: OPTIONS,
  groups: {
    Running: ['report', 'evolve'],
    ...BEHAVIOUR_GROUPS,
    Address: ['dashboardPort', ...BEHAVIOUR_GROUPS.Address],
    Data: ['ephemeral', ...BEHAVIOUR_GROUPS.Data],
  },
  run: execUnderEmulator,
})

/** Runs a command against an emulator of its own; its exit code is the command's, 125 where the emulator itself failed. */
async function execUnderEmulator(input: CommandInput<typeof OPTIONS>, factory: Factory): Promise<Result> {
  const { args, seed, overrides, report, evolve } = input
  const [file, ...words] = args
  for (const [name, [message, hint]] of Object.entries(INSTEAD)) {
    if (input[name as keyof typeof REFUSED]) throw wrongUsage(message, hint)
  }
  if (file === undefined) throw wrongUsage('nothing to run', 'Give the command after --.')
  // Loads the emulator, which the help does without.
  const { runUnder } = await import('./exec/run-under.js')
  const options = { ...behaviourOptions(input), ...omitUndefined({ dashboardPort: input.dashboardPort }) }
  const run = { command: [file, ...words] as const, seed, overrides, report, options }
  if (!evolve) return result(undefined, undefined, (await runUnder(factory, run)).exitCode)
  const runs: Fared[] = []
  for (const { name, options } of FUTURES) {
    if (factory.signal.aborted) break
    await factory.screen.line(factory.screen.style.bold(`== ${name}`))
    runs.push({ name, ...(await runUnder(factory, { ...run, options: { ...run.options, ...options } })) })
  }
  for (const line of evolveLines(runs, factory.screen.style)) await factory.screen.line(line)
  return result(undefined, undefined, exitCodeOf(runs))
}
