import { type CommandInput, command } from '../../cli/command.js'
import type { Factory } from '../../cli/factory.js'
import { duration, name } from '../../cli/options.js'
import { requireSourceIdByReference } from '../../listings/find-target.js'
import type { Result } from '../../output/outcome.js'
import { span } from '../../output/show.js'
import { EXIT } from '../../terminal/exit-codes.js'
import { showWaiting } from '../../ui/waiting.js'
import { DEFAULT_WITHIN_MS } from '../poll.js'
import { analysisResult } from './analysis-result.js'
import { readPeriods } from './read-periods.js'
import { waitForAnalysis } from './wait-for-analysis.js'

const OPTIONS = {
  within: duration('--within <duration>', 'how long to wait (default: 10m); then exit code 12'),
  group: name('--group <group>', 'group of the source, if its title is not unique', 'groups'),
}

export const COMMAND = command({
  examples: [['analysis wait 34'], ['analysis wait 34 --within 1m --json']],
  arguments: [{ name: 'SOURCE', purpose: 'id or name', required: true, names: 'sources' }],
  options: OPTIONS,
  run: waitAndShow,
})

async function waitAndShow({ args, within, group }: CommandInput<typeof OPTIONS>, outer: Factory): Promise<Result> {
  const longest = within ?? DEFAULT_WITHIN_MS
  const factory = outer.within(longest)
  const client = await factory.client()
  const reference = args[0]!
  const id = await requireSourceIdByReference(client, reference, group)
  const waiting = await showWaiting(factory)
  const { answer, done } = await waitForAnalysis(factory, id, waiting.update).finally(waiting.close)
  const periods = await readPeriods(factory, answer.payload)
  if (done) return analysisResult(answer, periods)
  await factory.screen.note(`Not done after ${span(longest)}. Run the same command to wait longer.`)
  return { ...analysisResult(answer, periods), exitCode: EXIT.stillPending }
}
