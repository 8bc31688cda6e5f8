import { askYesNo, canAsk } from '../../cli/ask.js'
import { type CommandInput, command } from '../../cli/command.js'
import type { Factory } from '../../cli/factory.js'
import type { ControlClient } from '../../client/control.js'
import { type Result, result } from '../../output/outcome.js'
import { declined } from '../confirm.js'
import { EMULATOR_OPTIONS } from './emulator-options.js'

export const COMMAND = command({
  examples: [['emulator reset', 'return to the last seed, or to the initial state']],
  options: EMULATOR_OPTIONS,
  run: resetOrganization,
})

async function resetOrganization({ org }: CommandInput<typeof EMULATOR_OPTIONS>, factory: Factory): Promise<Result> {
  const control = await factory.control(org)
  await confirmReset(factory, control)
  const organization = await control.resetOrganization({ signal: factory.signal })
  return result(organization, ({ org_id: id, name }) => [`Reset organisation ${id} (${name}) to its starting state.`])
}

/** Asks a person who can answer; scripts and tests reset to begin anew, and there is nothing to ask them. */
async function confirmReset(factory: Factory, control: ControlClient): Promise<void> {
  if (factory.globals.yes || !canAsk(factory)) return
  const { org_id: id, name } = await control.getOrganization({ signal: factory.signal })
  const question = `Reset organisation ${id} (${name})? This deletes everything in it; \`inpk emulator undo\` can't bring it back.`
  if (!(await askYesNo(factory, question))) throw declined()
}
