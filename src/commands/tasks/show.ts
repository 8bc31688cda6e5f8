import { type CommandInput, command } from '../../cli/command.js'
import type { Factory } from '../../cli/factory.js'
import { answered, type Result } from '../../output/outcome.js'
import { askTask, OF_UPLOAD } from './ask-task.js'
import { taskView } from './task-view.js'

const OPTIONS = { upload: OF_UPLOAD }

export const COMMAND = command({
  examples: [['tasks show task_8f2']],
  arguments: [{ name: 'TASK', purpose: 'the task_id of a push or upload', required: true }],
  options: OPTIONS,
  run: showTask,
})

async function showTask({ args, upload }: CommandInput<typeof OPTIONS>, factory: Factory): Promise<Result> {
  const client = await factory.client()
  const kind = upload ? 'upload' : undefined
  return answered(await askTask(client, args[0]!, { kind, signal: factory.signal }), taskView)
}
