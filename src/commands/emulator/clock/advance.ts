import { type CommandInput, command } from '../../../cli/command.js'
import type { Factory } from '../../../cli/factory.js'
import { type Result, result } from '../../../output/outcome.js'
import { wrongUsage } from '../../../terminal/failure.js'
import { EMULATOR_OPTIONS } from '../emulator-options.js'
import { advancedView, requireTime } from './clock-view.js'

export const COMMAND = command({
  examples: [['emulator clock advance 6m', 'run the third webhook attempt'], ['emulator clock advance 25h']],
  arguments: [{ name: 'BY', purpose: 'a duration such as 6m, or the time to advance to', required: true }],
  options: EMULATOR_OPTIONS,
  run: advanceClock,
})

/** What is scheduled until then runs before the answer, in order. */
async function advanceClock({ org, args }: CommandInput<typeof EMULATOR_OPTIONS>, factory: Factory): Promise<Result> {
  const word = args[0]!
  const body = /^\d{4}-\d{2}-\d{2}/.test(word) ? { to: requireTime('BY', word) } : { by: await requireDuration(word) }
  const control = await factory.control(org)
  return result(await control.advanceClock({ body, signal: factory.signal }), advancedView)
}

async function requireDuration(word: string): Promise<string> {
  const { parseDuration } = await import('../../../base/durations.js')
  if (parseDuration(word) !== undefined) return word
  const message = word.startsWith('-')
    ? `can't advance by ${word}: the clock only moves forward`
    : `can't advance by "${word}": it is not a duration or a time`
  const hint = 'Write a duration such as 6m or 25h, or a time such as 2026-03-01T00:00:00Z.'
  throw wrongUsage(message, hint)
}
