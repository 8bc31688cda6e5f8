import type { Factory } from '../../cli/factory.js'
import { integer } from '../../cli/options.js'
import { optional } from '../../client/checked-payload.js'
import type { Client } from '../../client/client-types.js'
import type { Analysis } from '../../contract/operations/analysis.js'
import { lastPeriods, type Period, type PeriodKind } from '../../contract/periods.js'
import { parseTime } from '../../contract/times.js'
import { requireSourceByReference } from '../../listings/find-target.js'
import { outputFormat } from '../../output/format.js'
import type { PeriodScore } from '../../ui/analysis.js'

const DEFAULT_PERIODS = 12
const AT_ONCE = 4
const DAY_MS = 86_400_000
const KINDS: readonly unknown[] = ['weekly', 'monthly', 'quarterly'] satisfies PeriodKind[]

export const PERIODS_OPTION = integer(
  '--periods <n>',
  `periods in the trend of a tracked group, one request each (default: ${DEFAULT_PERIODS}; 0: none)`,
  { max: 520 },
)

/** What was read of the periods of a group. */
export interface PeriodsRead {
  scores: readonly PeriodScore[]
  /** Items in periods before those that were read. */
  earlierItems: number
}

const NONE: PeriodsRead = { scores: [], earlierItems: 0 }

/**
 * The latest periods of a group that tracks feedback over time, oldest first, those without items left out: a request
 * each, and only where a person reads the result. Reading goes back from the last pass until all items are accounted for.
 * A service that refuses leaves the analysis as it is, with a warning.
 */
export async function readPeriods(
  factory: Pick<Factory, 'client' | 'globals' | 'screen'>,
  analysis: Analysis,
  howMany: number = DEFAULT_PERIODS,
): Promise<PeriodsRead> {
  if (howMany < 1 || outputFormat(factory.globals) !== 'table' || !isOverTime(analysis)) return NONE
  const client = await factory.client()
  try {
    const { tracking } = (await requireSourceByReference(client, analysis.survey_id)).group
    const lastAt = parseTime(analysis.analysed_at ?? '')
    if (!KINDS.includes(tracking) || lastAt === undefined) return NONE
    return await readBackward(client, analysis, periodsBefore(tracking as PeriodKind, lastAt, howMany))
  } catch (error) {
    await factory.screen.warn(`the periods can't be shown: ${error instanceof Error ? error.message : String(error)}`)
    return NONE
  }
}

/** That the group tracks shows in the answer itself: available, and without an id (ANA-11, ANA-12). */
function isOverTime(analysis: Analysis): boolean {
  const { analysis_status, analysis_id, period_key } = optional(analysis)
  return analysis_status === 'available' && analysis_id === null && !period_key
}

/** Newest first; items may be dated a day ahead. */
function periodsBefore(kind: PeriodKind, lastAt: number, howMany: number): Period[] {
  return lastPeriods(kind, lastAt + DAY_MS, howMany)
}

async function readBackward(
  client: Client,
  { survey_id: id, item_count: all }: Analysis,
  periods: readonly Period[],
): Promise<PeriodsRead> {
  const found: PeriodScore[] = []
  let items = 0
  for (let place = 0; place < periods.length && items < all; place += AT_ONCE) {
    const read = await Promise.all(
      periods.slice(place, place + AT_ONCE).map((period) => readPeriod(client, id, period)),
    )
    found.push(...read.filter((score) => score.items > 0))
    items = found.reduce((sum, score) => sum + score.items, 0)
  }
  return { scores: found.reverse(), earlierItems: Math.max(0, all - items) }
}

async function readPeriod(client: Client, id: string, { key }: Period): Promise<PeriodScore> {
  const { payload } = await client.call('getAnalysis', { params: { id }, query: { period_key: key } })
  return { key, items: payload.item_count, score: payload.sentiment.score }
}
