import { type CommandInput, command } from '../../cli/command.js'
import type { Factory } from '../../cli/factory.js'
import { name, text } from '../../cli/options.js'
import { whatIsThere } from '../../client/gaps.js'
import { requireSourceIdByReference } from '../../listings/find-target.js'
import type { Result } from '../../output/outcome.js'
import { analysisResult } from './analysis-result.js'
import { PERIODS_OPTION, readPeriods } from './read-periods.js'

const OPTIONS = {
  period: text('--period <key>', 'one period of a tracked group: 2026-W08, 2026-02 or 2026-Q1'),
  periods: PERIODS_OPTION,
  group: name('--group <group>', 'group of the source, if its title is not unique', 'groups'),
}

export const COMMAND = command({
  examples: [
    ['analysis show 34'],
    ['analysis show "Tickets 2026" --period 2026-02 --json'],
    ['analysis show 34 --periods 52', 'one year of a group tracked weekly'],
  ],
  arguments: [{ name: 'SOURCE', purpose: 'id or name', required: true, names: 'sources' }],
  options: OPTIONS,
  typedAs: { period_key: '--period' },
  run: showAnalysis,
})

async function showAnalysis(
  { args, period, periods, group }: CommandInput<typeof OPTIONS>,
  factory: Factory,
): Promise<Result> {
  const client = await factory.client()
  const reference = args[0]!
  const id = await requireSourceIdByReference(client, reference, group)
  const query = period === undefined ? {} : { period_key: period }
  const answer = await client.call('getAnalysis', { params: { id }, query })
  if (whatIsThere(answer.payload).analysis_status === 'none' && period === undefined)
    await factory.screen.note('`inpk analysis wait` waits for it.')
  return analysisResult(answer, await readPeriods(factory, answer.payload, periods))
}
