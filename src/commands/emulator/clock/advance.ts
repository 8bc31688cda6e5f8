import { type CommandInput, command } from '../../../cli/command.js'
import type { Factory } from '../../../cli/factory.js'
import { type Result, result } from '../../../output/outcome.js'
import { EMULATOR_OPTIONS } from '../emulator-options.js'
import { advancedView } from './clock-view.js'

export const COMMAND = command({
  examples: [['emulator clock advance 6m', 'the third webhook attempt is due'], ['emulator clock advance 25h']],
  arguments: [{ name: 'BY', purpose: 'a duration such as 6m, or a time to go to', required: true }],
  options: EMULATOR_OPTIONS,
  run: advanceClock,
})

/** What falls due runs before the answer, in order. */
async function advanceClock({ org, args }: CommandInput<typeof EMULATOR_OPTIONS>, factory: Factory): Promise<Result> {
  const control = await factory.control(org)
  const word = args[0]!
  const body = /^\d{4}-\d{2}-\d{2}/.test(word) ? { to: word } : { by: word }
  return result(await control.advanceClock({ body, signal: factory.signal }), advancedView)
}
