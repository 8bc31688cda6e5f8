import { type CommandInput, command, type NoOptions } from '../../cli/command.js'
import type { Factory } from '../../cli/factory.js'
import { answered, type Result } from '../../output/outcome.js'
import { taskView } from './task-view.js'

export const COMMAND = command({
  examples: [['tasks show task_8f2']],
  arguments: [{ name: 'TASK', purpose: 'the task_id of a push or upload', required: true }],
  options: {},
  run: showTask,
})

async function showTask({ args }: CommandInput<NoOptions>, factory: Factory): Promise<Result> {
  const client = await factory.client()
  return answered(await client.call('getTask', { params: { task_id: args[0]! } }), taskView)
}
