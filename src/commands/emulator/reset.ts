import { type CommandInput, command } from '../../cli/command.js'
import type { Factory } from '../../cli/factory.js'
import { type Result, result } from '../../output/outcome.js'
import { EMULATOR_OPTIONS } from './emulator-options.js'

export const COMMAND = command({
  examples: [['emulator reset', 'return to the last seed, or to the initial state']],
  options: EMULATOR_OPTIONS,
  run: resetOrganization,
})

async function resetOrganization({ org }: CommandInput<typeof EMULATOR_OPTIONS>, factory: Factory): Promise<Result> {
  const control = await factory.control(org)
  const organization = await control.resetOrganization({ signal: factory.signal })
  return result(organization, ({ org_id: id, name }) => [`Reset organisation ${id} (${name}) to its starting state.`])
}
