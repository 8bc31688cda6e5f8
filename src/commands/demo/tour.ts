import { count } from '../../base/count.js'
import type { Factory } from '../../cli/factory.js'
import type { EventName } from '../../contract/events.js'
import { EVENT_NAMES } from '../../contract/events.js'
import type { Analysis } from '../../contract/operations/analysis.js'
import type { PushSummary } from '../../ingest/push/summary.js'
import { warningText } from '../../ingest/warnings.js'
import { isList, isStream } from '../../output/outcome.js'
import { quantity } from '../../output/show.js'
import { Failure } from '../../terminal/failure.js'
import { pollUntil } from '../poll.js'
import { runInside } from '../run-inside.js'
import type { Received } from './receiver.js'
import { EXPORTS, type Stage } from './stage.js'

/** What the demo came to. */
export interface TourResult {
  group_id: string
  sources: TourSource[]
  webhooks: Received[]
}

interface TourSource {
  source_id: string
  title: string
  push: PushSummary
  analysis: Analysis
}

/** What its steps lead to: one event of the group, these of each source. */
const EVENTS_OF_A_SOURCE: readonly EventName[] = [
  'survey.created',
  'survey.published',
  'content.pushed',
  'analysis.completed',
]
const EXPECTED: readonly EventName[] = ['series.created', ...EXPORTS.flatMap(() => EVENTS_OF_A_SOURCE)]
const EVENTS_WITHIN_MS = 10_000

type Tell = (text: string) => Promise<void>

/** The main job from start to end, with the very commands a person would type; `tell` says each, and what came of it. */
export async function goOnTour(stage: Stage, outer: Factory): Promise<TourResult> {
  const tell: Tell = (text) => outer.screen.note(text)
  const run = async <T>(argv: readonly string[]): Promise<T> => {
    await tell(`\n$ inpk ${argv.map(quoted).join(' ')}`)
    return requireData<T>(await runInside(argv, stage.factory))
  }
  await subscribe(stage, tell)
  const group = await run<{ survey_series_id: string }>(['groups', 'create', 'Customer voice'])
  await tell(`  group ${group.survey_series_id} created`)
  const pushed: Omit<TourSource, 'analysis'>[] = []
  for (const { file, title, type, question } of EXPORTS) {
    const choices = [
      '--group',
      group.survey_series_id,
      '--feedback-type',
      type,
      '--question',
      `DEPTH_TEXT: ${question}`,
    ]
    const source = await run<{ survey_id: string }>(['sources', 'create', title, ...choices, '--publish'])
    await tell(`  source ${source.survey_id} created with one text field, and published: it takes feedback now`)
    const push = await run<PushSummary>(['push', file, '--source', source.survey_id])
    await tell(`  ${summaryText(push)}`)
    pushed.push({ source_id: source.survey_id, title, push })
  }
  const sources: TourSource[] = []
  for (const source of pushed) {
    const analysis = await run<Analysis>(['analysis', 'wait', source.source_id, '--within', '20s'])
    requireAnalysis(analysis)
    sources.push({ ...source, analysis })
  }
  const webhooks = await awaitEvents(stage, outer)
  await tellEvents(webhooks, tell)
  return { group_id: group.survey_series_id, sources, webhooks }
}

function requireAnalysis({ analysis_status: status }: Analysis): void {
  if (status !== 'none') return
  throw new Failure({ exit: 'stillPending', code: 'NOT_ANALYSED', message: 'the analysis did not come within 20 s' })
}

async function subscribe({ factory, receiver, emulator }: Stage, tell: Tell): Promise<void> {
  const control = await factory.control()
  const body = { url: receiver.url, events: [...EVENT_NAMES], local: true }
  receiver.secret = (await control.createSubscription({ body, signal: factory.signal })).secret
  await tell(`An emulator of the whole service runs at ${emulator.baseUrl}, with nothing in it.`)
  await tell(`A webhook receiver listens at ${receiver.url}; it verifies every signature.`)
}

async function awaitEvents({ receiver }: Stage, outer: Factory): Promise<Received[]> {
  const missing = () => {
    const arrived = receiver.received.map(({ event }) => event)
    return EXPECTED.filter((event) => {
      const at = arrived.indexOf(event)
      if (at >= 0) arrived.splice(at, 1)
      return at < 0
    })
  }
  const { done } = await pollUntil(outer.within(EVENTS_WITHIN_MS), {
    ask: async () => missing().length,
    isDone: (left) => left === 0,
  })
  const forged = receiver.received.filter(({ verified }) => !verified)
  if (done && forged.length === 0) return [...receiver.received]
  const why = done ? `${count(forged.length, 'signature')} did not verify` : `${missing().join(', ')} did not arrive`
  throw new Failure({ exit: 'checkFailed', code: 'WEBHOOKS_FAILED', message: `the webhooks failed: ${why}` })
}

async function tellEvents(webhooks: readonly Received[], tell: Tell): Promise<void> {
  await tell('\nWebhooks that arrived, each signature verified:')
  for (const { event, bytes } of webhooks) await tell(`  ✓ ${event} (${count(bytes, 'byte')})`)
}

function summaryText({ rows, inserted, duplicates, rejected, seconds, warnings }: PushSummary): string {
  const parts = [`${count(rows, 'row')} in ${seconds.toFixed(1)} s: ${quantity(inserted)} inserted`]
  if (duplicates > 0) parts.push(count(duplicates, 'duplicate'))
  if (rejected > 0) parts.push(`${quantity(rejected)} rejected (${reasons(warnings)})`)
  return parts.join(', ')
}

function reasons(warnings: PushSummary['warnings']): string {
  return warnings.map(warningText).join('; ')
}

function requireData<T>(outcome: Awaited<ReturnType<typeof runInside>>): T {
  if (isList(outcome) || isStream(outcome)) throw new Error('this command gives no single result')
  return outcome.data as T
}

function quoted(word: string): string {
  return /^[\w./=-]+$/.test(word) ? word : JSON.stringify(word)
}
