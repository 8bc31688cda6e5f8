import { command, type Input } from '../../../cli/command.js'
import type { Factory } from '../../../cli/factory.js'
import { type Result, result } from '../../../output/outcome.js'
import { ORGANIZATION_OPTION } from '../organization.js'
import { clockView } from './clock-view.js'

export const COMMAND = command({
  examples: [['emulator clock show']],
  options: ORGANIZATION_OPTION,
  run: showClock,
})

async function showClock({ org }: Input<typeof ORGANIZATION_OPTION>, factory: Factory): Promise<Result> {
  const control = await factory.control(org)
  return result(await control.getClock({ signal: factory.signal }), clockView)
}
