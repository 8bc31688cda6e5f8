import { type CommandInput, command } from '../../cli/command.js'
import type { Factory } from '../../cli/factory.js'
import { omitUndefined } from '../../cli/omit-undefined.js'
import { flag, integer, positiveDuration, refused, text, texts } from '../../cli/options.js'
import { OUTPUT_FORMATS, outputFormat } from '../../output/format.js'
import { type Result, result } from '../../output/outcome.js'
import { wrongUsage } from '../../terminal/failure.js'
import { evolveLines, exitCodeOf, type Fared, FUTURES } from './exec/evolve.js'
import type { ExecOptions } from './exec/run-under.js'
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
  rateLimits: { ...BEHAVIOUR_OPTIONS.rateLimits, purpose: 'enforce rate limits (default: off)' },
  seed: texts('--seed <file>', 'initial data (YAML or JSON); with --explore also a number, to repeat a run'),
  dashboardPort: integer('--dashboard-port <n>', 'port of the dashboard (default: a free one)', PORT),
  /** Always on; accepted so that options of `emulator start` can be passed unchanged. */
  ephemeral: { ...flag('--ephemeral', ''), hidden: true as const },
  ...REFUSED,
  report: flag('--report', 'report what the command used; keep details if it fails'),
  evolve: flag('--evolve', 'run it against future versions of the service, too'),
  explore: flag('--explore', 'find failures: run it repeatedly, each time with another disturbance'),
  budget: positiveDuration('--budget <duration>', 'roughly how long to explore (default: 3m)'),
  stateCommand: text('--state-command <command>', 'command that prints the end state, which must not change'),
  replay: text('--replay <file>', 'replay a failure that --explore found'),
}

const DEFAULT_BUDGET_MS = 3 * 60_000

export const COMMAND = command({
  examples: [
    ['emulator exec -- npm test'],
    ['emulator exec --strict -- ./push-nightly.sh'],
    ['emulator exec --seed shop.yaml --report -- npm test', 'show what it used, and the least scope each key needs'],
    [
      'emulator exec --evolve -- npm test',
      'run it against future responses too: data envelope, unknown fields, values and events',
    ],
    ['emulator exec --explore -- npm test', 'lose, delay or refuse one of its requests in each run'],
    ['emulator exec --explore --budget 10m --seed shop.yaml --seed 7 --state-command "cat out.json" -- ./sync.sh'],
    ['emulator exec --replay inpk-explore/1-retries-without-key.json'],
  ],
  arguments: [{ name: 'COMMAND', purpose: 'the command and its arguments, after --', variadic: true }],
  options: OPTIONS,
  outputs: OUTPUT_FORMATS,
  groups: {
    Running: ['report', 'evolve'],
    Exploring: ['explore', 'budget', 'stateCommand', 'replay'],
    ...BEHAVIOUR_GROUPS,
    Address: ['dashboardPort', ...BEHAVIOUR_GROUPS.Address],
  },
  run: execUnderEmulator,
})

/** Runs a command against an emulator of its own; its exit code is the command's, 125 where the emulator itself failed. */
async function execUnderEmulator(input: CommandInput<typeof OPTIONS>, factory: Factory): Promise<Result> {
  const { args, overrides, report, evolve } = input
  const [file, ...words] = args
  requireCompatible(input)
  if (outputFormat(factory.globals) === 'junit' && !input.explore)
    throw wrongUsage('--output junit is only for --explore')
  if (input.replay !== undefined) return (await import('./exec/explore/replay.js')).replay(factory, input.replay)
  if (file === undefined) throw wrongUsage('nothing to run', 'Give the command after --.')
  // Loads the emulator, which the help does without.
  const { runUnder } = await import('./exec/run-under.js')
  const options = { ...behaviourOptions(input), ...omitUndefined({ dashboardPort: input.dashboardPort }) }
  const { files, draws } = seedsOf(input)
  const run = { command: [file, ...words] as const, seed: files.at(-1), overrides, report, options }
  if (input.explore) return exploreCommand(input, run, { draws, factory })
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

type Input = CommandInput<typeof OPTIONS>

function requireCompatible(input: Input): void {
  for (const [name, [message, hint]] of Object.entries(INSTEAD)) {
    if (input[name as keyof typeof REFUSED]) throw wrongUsage(message, hint)
  }
  const { explore, replay, report, evolve, budget, stateCommand, args } = input
  const modes = Object.entries({ explore, report, evolve, replay: replay !== undefined }).flatMap(([name, isOn]) =>
    isOn ? [`--${name}`] : [],
  )
  if (modes.length > 1 && modes.some((mode) => mode === '--explore' || mode === '--replay')) {
    throw wrongUsage(`${modes.join(' and ')} can't be used together`)
  }
  if (!explore && (budget !== undefined || stateCommand !== undefined)) {
    throw wrongUsage(`${budget !== undefined ? '--budget' : '--state-command'} is only for --explore`)
  }
  if (replay !== undefined && args.length > 0) {
    throw wrongUsage('--replay takes no command', 'The file has the command of the failure it replays.')
  }
}

/** With --explore, `--seed 7` is the seed of what the search draws, beside a seed file; `--seed ./7` is a file of that name. */
function seedsOf({ explore, seed }: Input): { files: string[]; draws: number[] } {
  const isDraw = (given: string) => explore && /^\d{1,9}$/.test(given)
  const seeds = { files: seed.filter((given) => !isDraw(given)), draws: seed.filter(isDraw).map(Number) }
  if (seeds.files.length > 1) throw wrongUsage('--seed names several files', 'An organisation starts from one.')
  if (seeds.draws.length > 1) throw wrongUsage('--seed was given several numbers', 'Give one.')
  return seeds
}

async function exploreCommand(
  { budget: budgetMs = DEFAULT_BUDGET_MS, stateCommand, dashboardPort }: Input,
  run: ExecOptions,
  { draws: [seed = 1], factory }: { draws: number[]; factory: Factory },
): Promise<Result> {
  const { explore } = await import('./exec/explore/index.js')
  if (dashboardPort !== undefined) throw wrongUsage('--explore always picks free ports')
  return explore(factory, run, { budgetMs, stateCommand, seed })
}
