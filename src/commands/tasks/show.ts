import { type CommandInput, command } from '../../cli/command.js'
import type { Factory } from '../../cli/factory.js'
import type { Result } from '../../output/outcome.js'
import { findTask, kindGiven, TASK_KIND_OPTIONS } from './ask-task.js'
import { taskResult } from './task-view.js'

export const COMMAND = command({
  examples: [['tasks show task_8f2']],
  arguments: [{ name: 'TASK', purpose: 'the task_id of a push or upload', required: true }],
  options: TASK_KIND_OPTIONS,
  excludes: [['push', 'upload']],
  run: showTask,
})

async function showTask({ args, ...given }: CommandInput<typeof TASK_KIND_OPTIONS>, factory: Factory): Promise<Result> {
  const client = await factory.client()
  const { answer, kind } = await findTask(client, args[0]!, { kind: kindGiven(given), signal: factory.signal })
  return taskResult(answer, kind)
}
