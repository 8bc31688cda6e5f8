import { type CommandInput, command } from '../../../cli/command.js'
import type { Factory } from '../../../cli/factory.js'
import { type Result, result } from '../../../output/outcome.js'
import { EMULATOR_OPTIONS } from '../emulator-options.js'
import { clockView } from './clock-view.js'

export const COMMAND = command({
  examples: [['emulator clock resume']],
  options: EMULATOR_OPTIONS,
  run: resumeClock,
})

/** Lets a frozen clock run on from where it is. */
async function resumeClock({ org }: CommandInput<typeof EMULATOR_OPTIONS>, factory: Factory): Promise<Result> {
  const control = await factory.control(org)
  return result(await control.setClock({ body: { mode: 'real' }, signal: factory.signal }), clockView)
}
