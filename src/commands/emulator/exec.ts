import { command, type Input } from '../../cli/command.js'
import { EXIT, signalExitCode } from '../../cli/exit-codes.js'
import type { Factory } from '../../cli/factory.js'
import { Failure, wrongUsage } from '../../cli/failure.js'
import { emulatorEnvironment } from '../../config/emulator-environment.js'
import { type Result, result } from '../../output/outcome.js'
import type { openEmulator } from './open-emulator.js'
import { openSeeded } from './open-seeded.js'
import { BEHAVIOUR_OPTIONS, behaviourOptions } from './start-options.js'

const OPTIONS = BEHAVIOUR_OPTIONS

export const COMMAND = command({
  examples: [['emulator exec -- npm test'], ['emulator exec --strict -- ./push-nightly.sh']],
  arguments: [{ name: 'COMMAND', purpose: 'the command and its arguments, after --', required: true, variadic: true }],
  options: OPTIONS,
  finishesAfterInterrupt: true,
  run: execUnderEmulator,
})

/** Runs a command against an emulator of its own; its exit code is the command's, 125 where the emulator itself failed. */
async function execUnderEmulator(input: Input<typeof OPTIONS>, factory: Factory): Promise<Result> {
  const [file, ...args] = input.args
  if (file === undefined) throw wrongUsage('nothing to run', 'Give the command after --.')
  const options = behaviourOptions(input)
  const emulator = await openOr125(factory, input.seed, { rateLimits: false, ...options, port: 0, dashboardPort: 0 })
  try {
    return result(
      undefined,
      undefined,
      await runChild([file, ...args], emulatorEnvironment(emulator, keysOf(emulator)), factory),
    )
  } finally {
    await emulator.close()
  }
}

type Emulator = Awaited<ReturnType<typeof openEmulator>>

function keysOf(emulator: Emulator): Emulator['apiKeys'] {
  return emulator.apiKeys
}

async function openOr125(
  { world }: Factory,
  seed: string | undefined,
  options: Parameters<typeof openEmulator>[1],
): Promise<Emulator> {
  try {
    return await openSeeded(world, seed, options)
  } catch (error) {
    throw new Failure({
      exit: 'emulatorFailed',
      code: 'EMULATOR_FAILED',
      message: `the emulator did not start: ${(error as Error).message}`,
      cause: error,
    })
  }
}

// As shells and `env` have it.
const CANNOT_RUN: Record<string, number> = { ENOENT: 127, EACCES: 126 }

async function runChild(
  wanted: readonly [string, ...string[]],
  variables: Record<string, string>,
  { world, screen }: Factory,
): Promise<number> {
  const child = world.startChild({ command: wanted, env: { ...world.env, ...variables }, cwd: world.cwd })
  // A Ctrl-C on a terminal reaches the child by itself; whatever else ends us is passed on, and the child waited for.
  const off = world.onSignal((signal) => {
    if (signal !== 'SIGINT' || !world.stdin.isTerminal) child.kill(signal)
  })
  try {
    const { code, signal } = await child.ended
    return code ?? signalExitCode(signal ?? 'SIGTERM')
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    await screen.line(`error: ${wanted[0]} cannot be run: ${code === 'ENOENT' ? 'no such command' : message}`)
    return CANNOT_RUN[code ?? ''] ?? EXIT.emulatorFailed
  } finally {
    off()
  }
}
