import { type CommandInput, command } from '../../../cli/command.js'
import type { Factory } from '../../../cli/factory.js'
import { type Result, result } from '../../../output/outcome.js'
import { EMULATOR_OPTIONS } from '../emulator-options.js'
import { clockView, requireTime } from './clock-view.js'

export const COMMAND = command({
  examples: [['emulator clock set 2026-03-01T00:00:00Z', 'keeps the mode, real or frozen']],
  arguments: [{ name: 'TIME', purpose: 'ISO-8601 time, not in the past of the clock', required: true }],
  options: EMULATOR_OPTIONS,
  run: setClock,
})

async function setClock({ org, args }: CommandInput<typeof EMULATOR_OPTIONS>, factory: Factory): Promise<Result> {
  const now = requireTime('TIME', args[0]!)
  const control = await factory.control(org)
  const { mode } = await control.getClock({ signal: factory.signal })
  return result(await control.setClock({ body: { mode, now }, signal: factory.signal }), clockView)
}
