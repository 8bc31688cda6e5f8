import { count } from '../../base/count.js'
import { addMembers } from '../../client/checked-payload.js'
import type { Answer } from '../../client/client-types.js'
import { type Gap, gapsOfAll, isWhole, whatIsThere } from '../../client/gaps.js'
import type { Analysis } from '../../contract/operations/analysis.js'
import { unreadSides } from '../../contract/sides.js'
import { answered, type Result } from '../../output/outcome.js'
import { EXIT } from '../../terminal/exit-codes.js'
import { type AnalysisShown, drawAnalysis } from '../../ui/analysis.js'
import { analysisView } from './analysis-view.js'
import type { PeriodsRead } from './read-periods.js'

/** What an analysis is asked for: its sentiment, as counts or as shares, and its themes. */
const HALVES = [
  ['count', 'share'].flatMap((measure) =>
    ['positive', 'neutral', 'negative'].map((side) => `sentiment.${side}.${measure}`),
  ),
  ['themes[].label'],
]
const MONITORS = ['monitor_matches[].match_count', 'monitor_matches[].share']

/**
 * An answer as a result: its JSON, its lines, and its picture where there is something to draw. Where nothing of its sentiment can be
 * read, or not all sides of it, or nothing of its themes, or not how much its monitors match, the rest is shown, and the exit code says that
 * it is not all.
 * @throws {UnexpectedResponseError} if neither sentiment nor themes of an analysis can be read
 */
export function analysisResult({ worded, payload }: Answer<Analysis>, read?: PeriodsRead): Result {
  const { scores: periods = [], earlierItems = 0 } = read ?? {}
  const isNone = whatIsThere(payload).analysis_status === 'none'
  const { shown, ...result } = answered(
    { worded, payload },
    analysisView,
    isNone ? [] : HALVES.flat(),
    isNone ? [] : ['analysed_at'],
  )
  const unread = isNone ? [] : gapsOfSides(shown)
  const isHalf =
    unread.length > 0 ||
    (!isNone && (HALVES.some((paths) => gapsOfAll(payload, paths).length > 0) || areUnread(payload)))
  const canDraw = isWhole(payload) && !isNone && unread.length === 0
  const picture = async (analysis: unknown, width: number) =>
    canDraw ? drawAnalysis(analysis as AnalysisShown, width) : undefined
  const hints = () => (earlierItems > 0 ? [earlierText(earlierItems, String(payload.survey_id))] : [])
  const exitCode = isHalf ? { exitCode: EXIT.partlyDone } : {}
  const gaps = [...(result.gaps ?? []), ...unread]
  for (const gap of unread) result.missed.set(gap.path, gap)
  return { ...result, ...exitCode, gaps, shown: addMembers(shown, { periods }), picture, hints }
}

/** Whether there are monitors, and nothing says how much they match; a service may have none. */
function areUnread(payload: Analysis): boolean {
  const gaps = gapsOfAll(payload, MONITORS)
  return gaps.some(({ path, why }) => why !== undefined || path.includes('[]'))
}

/** The sides of a service's own of which it is not known how they are written: without them the others would pass for the whole. */
function gapsOfSides({ sentiment }: { sentiment?: object | undefined }): Gap[] {
  const subject = 'The response to getAnalysis'
  const why = 'is a number, not an object'
  return unreadSides(sentiment ?? {}).map((name) => ({ subject, path: `sentiment.${name}`, why }))
}

function earlierText(items: number, source: string): string {
  const are = items === 1 ? 'is' : 'are'
  return `${count(items, 'item')} ${are} in earlier periods: \`inpk analysis show ${source} --periods 52\` goes further back.`
}
