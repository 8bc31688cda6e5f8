import { lifeHere } from '../../base/process.js'
import { type CommandInput, command } from '../../cli/command.js'
import type { Factory } from '../../cli/factory.js'
import { findHealth } from '../../cli/find-health.js'
import { DATA_OPTION, findRunning, whereText } from '../../cli/find-running.js'
import { type EmulatorRecord, isRunning } from '../../config/running-emulator.js'
import { type Result, result } from '../../output/outcome.js'
import { Failure } from '../../terminal/failure.js'

const ENDS_WITHIN_MS = 10_000
const POLL_MS = 50

export const COMMAND = command({
  examples: [['emulator stop']],
  options: DATA_OPTION,
  run: stopEmulator,
})

/** Ends the emulator of this folder; that none runs is not a failure. */
async function stopEmulator({ data }: CommandInput<typeof DATA_OPTION>, factory: Factory): Promise<Result> {
  const { environment, signal } = factory
  const running = findRunning(environment, data)
  if (!running) return result({ stopped: false }, () => [`No emulator is running ${whereText(data)}.`])
  requireEmulator(running, (await findHealth(factory, running.base_url))?.pid)
  environment.signalProcess(running.pid, 'SIGTERM')
  const until = environment.monotonic() + ENDS_WITHIN_MS
  while (isRunning(running)) {
    if (environment.monotonic() > until) throw stillThere(running)
    await environment.sleep(POLL_MS, signal)
  }
  return result({ stopped: true, pid: running.pid }, () => [`Stopped the emulator (pid ${running.pid}).`])
}

/** Refuses to signal a process that may not be the emulator: its start time must be the one noted, or it must answer with this pid. */
function requireEmulator(running: EmulatorRecord, answeringPid: number | undefined): void {
  const answers = answeringPid === running.pid
  const isSame = lifeHere({ pid: running.pid, start: running.process_start ?? '' }) === 'alive'
  if (answers || (isSame && answeringPid === undefined)) return
  throw new Failure({
    exit: 'failure',
    code: 'NOT_THE_EMULATOR',
    message: `process ${running.pid} may not be the emulator: ${
      answeringPid === undefined ? `nothing answers at ${running.base_url}` : `process ${answeringPid} answers there`
    }`,
    hint: 'Nothing was stopped. If it is the emulator, end it by hand.',
  })
}

function stillThere({ pid }: EmulatorRecord): Failure {
  return new Failure({
    exit: 'failure',
    code: 'DID_NOT_STOP',
    message: `the emulator (pid ${pid}) is still running after ${ENDS_WITHIN_MS / 1_000} s`,
    hint: 'It may be writing: check again, or end it by hand.',
  })
}
