import { type CommandInput, command } from '../../cli/command.js'
import type { Factory } from '../../cli/factory.js'
import { duration } from '../../cli/options.js'
import type { Result } from '../../output/outcome.js'
import { kindGiven, TASK_KIND_OPTIONS } from './ask-task.js'
import { waitForTask as waitForTaskById } from './wait-for-task.js'

const OPTIONS = {
  ...TASK_KIND_OPTIONS,
  within: duration('--within <duration>', 'how long to wait (default: 10m); then exit code 12'),
}

export const COMMAND = command({
  examples: [['tasks wait task_8f2'], ['tasks wait task_8f2 --within 30s']],
  arguments: [{ name: 'TASK', purpose: 'the task_id of a push or upload', required: true }],
  options: OPTIONS,
  excludes: [['push', 'upload']],
  run: waitForTask,
})

/** Exit code 0 when it completed, 10 when some of it was rejected, 1 when it failed, 12 when it was still at work. */
async function waitForTask(
  { args, within, ...given }: CommandInput<typeof OPTIONS>,
  factory: Factory,
): Promise<Result> {
  const { outcome, exitCode } = await waitForTaskById(args[0]!, { kind: kindGiven(given), within }, factory)
  return { ...outcome, exitCode }
}
