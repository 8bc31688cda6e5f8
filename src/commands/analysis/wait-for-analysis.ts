import { grouped } from '../../base/count.js'
import { isObject } from '../../base/is-object.js'
import type { Factory } from '../../cli/factory.js'
import { findHealth } from '../../cli/find-health.js'
import { optional } from '../../client/checked-payload.js'
import type { Answer } from '../../client/client-types.js'
import { isLoopback } from '../../contract/base-url.js'
import type { Analysis } from '../../contract/operations/analysis.js'
import { requireSourceByReference } from '../../listings/find-target.js'
import type { WaitingStep } from '../../ui/waiting.js'
import { pollUntil } from '../poll.js'

/**
 * Polls until a source is analysed after its last push: the analysis counts as many items as the source holds.
 * Where either count is missing, an available analysis is enough, and a warning says so. `done` is false when the deadline of the
 * factory came.
 */
export async function waitForAnalysis(
  factory: Factory,
  sourceId: string,
  onStep: (step: WaitingStep) => void = () => {},
): Promise<{ answer: Answer<Analysis>; done: boolean }> {
  const client = await factory.client()
  const { item_count: expected } = optional((await requireSourceByReference(client, sourceId)).source)
  // Those of an upload that still runs may come.
  if (expected === 0) await factory.screen.note(`The source ${sourceId} has no items yet: waiting for the first.`)
  const isDone = ({ payload }: Answer<Analysis>) =>
    payload.analysis_status !== 'none' && coversAll(optional(payload).item_count, expected)
  let isFirst = true
  const waited = await pollUntil(factory, {
    ask: async () => {
      const answer = await client.call('getAnalysis', { params: { id: sourceId } })
      if (isFirst && !isDone(answer)) await warnOfFrozenClock(factory)
      isFirst = false
      return answer
    },
    isDone: (answer) => {
      onStep(stepOf(answer.payload, expected))
      return isDone(answer)
    },
  })
  const isCounted = [expected, optional(waited.answer.payload).item_count].every((each) => typeof each === 'number')
  if (waited.done && !isCounted) await factory.screen.caution(UNCOUNTED)
  return waited
}

/** An emulator whose clock stands still analyses nothing: says so, and what moves it. */
async function warnOfFrozenClock(factory: Factory): Promise<void> {
  const { baseUrl } = await factory.settings()
  if (!URL.canParse(baseUrl.value) || !isLoopback(new URL(baseUrl.value).hostname)) return
  const clock = (await findHealth(factory, baseUrl.value))?.clock
  if (!isObject(clock) || clock.mode !== 'frozen') return
  await factory.screen.warn(
    "the emulator's clock is frozen, so the analysis doesn't start: `inpk emulator clock advance 1m` moves it, `inpk emulator clock resume` lets it run",
  )
}

const UNCOUNTED =
  'the service does not say how many items the source or its analysis has, so it is not known whether the analysis includes the last push'

function coversAll(analysed: unknown, expected: unknown): boolean {
  return typeof analysed !== 'number' || typeof expected !== 'number' || analysed >= expected
}

function stepOf(analysis: Analysis, expected: unknown): WaitingStep {
  const { survey_id: id = '', item_count: items, analysis_status: status } = optional(analysis)
  const all = typeof expected === 'number' ? ` of ${grouped(expected)}` : ''
  const analysed = status === 'none' || typeof items !== 'number' ? 0 : items
  return { text: `Waiting for the analysis of source ${id}: ${grouped(analysed)}${all} items` }
}
