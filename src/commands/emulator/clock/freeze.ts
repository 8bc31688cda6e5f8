import { type CommandInput, command } from '../../../cli/command.js'
import type { Factory } from '../../../cli/factory.js'
import { omitUndefined } from '../../../cli/omit-undefined.js'
import { type Result, result } from '../../../output/outcome.js'
import { EMULATOR_OPTIONS } from '../emulator-options.js'
import { clockView, requireTime } from './clock-view.js'

export const COMMAND = command({
  examples: [['emulator clock freeze'], ['emulator clock freeze 2026-03-01T00:00:00Z']],
  arguments: [{ name: 'TIME', purpose: 'time to freeze at (default: now)' }],
  options: EMULATOR_OPTIONS,
  run: freezeClock,
})

async function freezeClock({ org, args }: CommandInput<typeof EMULATOR_OPTIONS>, factory: Factory): Promise<Result> {
  const now = args[0] === undefined ? undefined : requireTime('TIME', args[0])
  const control = await factory.control(org)
  const body = { mode: 'frozen' as const, ...omitUndefined({ now }) }
  return result(await control.setClock({ body, signal: factory.signal }), clockView)
}
