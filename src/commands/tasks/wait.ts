import { command, type Input } from '../../cli/command.js'
import { EXIT } from '../../cli/exit-codes.js'
import type { Factory } from '../../cli/factory.js'
import { duration } from '../../cli/options.js'
import { answered, type Result } from '../../output/outcome.js'
import { showWaiting } from '../../ui/waiting.js'
import { DEFAULT_WITHIN_MS, pollUntil } from '../poll.js'
import { isOver, stepOf, taskView } from './task-view.js'

const OPTIONS = { within: duration('--within <duration>', 'how long to wait (default 10m); then exit code 12') }

export const COMMAND = command({
  examples: [['tasks wait task_8f2'], ['tasks wait task_8f2 --within 30s']],
  arguments: [{ name: 'TASK', purpose: 'the task_id of a push or upload', required: true }],
  options: OPTIONS,
  run: waitForTask,
})

/** Exit code 0 when it completed, 1 when it failed, 12 when it was still at work. */
async function waitForTask({ args, within }: Input<typeof OPTIONS>, factory: Factory): Promise<Result> {
  const client = await factory.client()
  const waiting = await showWaiting(factory)
  const { answer, done } = await pollUntil(factory, {
    ask: () => client.call('getTask', { params: { task_id: args[0]! } }),
    isDone: ({ payload }) => {
      waiting.update(stepOf(payload))
      return isOver(payload)
    },
    withinMs: within ?? DEFAULT_WITHIN_MS,
  }).finally(waiting.close)
  const exitCode = !done ? EXIT.stillPending : answer.payload.status === 'failed' ? EXIT.failure : EXIT.done
  return { ...answered(answer, taskView), exitCode }
}
