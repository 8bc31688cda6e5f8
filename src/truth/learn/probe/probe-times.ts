import type { JsonObject } from '../../../base/is-object.js'
import { timeOfNumber } from '../../../contract/times.js'
import { markOf, newItem } from '../conduct/own.js'
import { queryOfOwnItem } from './found.js'
import type { Probe } from './probe.js'

const PUSHES = [
  { id: 'pushContent', at: 'body:pushContent.question.content[].occurred_at' },
  { id: 'pushBulk', at: 'body:pushBulk.questions[].content[].occurred_at' },
] as const
const DAY_MS = 24 * 60 * 60_000

/** An item with a time in each unit that it may be counted in, where nothing tells which: in the right one it is read back as it was meant. */
export async function pushTimes(probe: Probe): Promise<void> {
  const { group, source, questions, takesItems } = probe.found
  const [question] = questions
  if (!takesItems || group === undefined || source === undefined || !question) return
  const target = { survey_series_id: group, survey_id: source, source_reference: markOf(probe) }
  for (const { id, at } of PUSHES) {
    const { type, name = 'occurred_at' } = probe.factOf(at) ?? {}
    // A number of which nothing says what it counts.
    if (type !== 'epoch') continue
    if (!queryOfOwnItem(probe, '')) {
      probe.skip(at, 'nothing shows how items are listed')
      continue
    }
    for (const unit of ['seconds', 'milliseconds'] as const) {
      const moment = new Date(Math.floor(probe.now / 1_000) * 1_000 - DAY_MS).toISOString()
      const item = newItem(probe, { occurred_at: moment })
      const asked = { question_id: question.question_id, content: [item] }
      const body = { ...target, ...(id === 'pushContent' ? { question: asked } : { sync: true, questions: [asked] }) }
      const facts = { [at]: { ...(name === 'occurred_at' ? {} : { name }), type: `epoch-${unit}` } }
      const seen = await probe.trial(id, { body, facts })
      if (seen && seen.status < 300 && (await isReadAs(probe, item))) probe.keep(seen)
    }
  }
}

async function isReadAs(probe: Probe, { external_id, text, occurred_at }: JsonObject): Promise<boolean> {
  const query = queryOfOwnItem(probe, String(external_id))!
  const { items } = probe.payload('listFeedback', await probe.trial('listFeedback', { query }))
  const isIt = (each: JsonObject | null) => each?.external_id === external_id || each?.text === text
  const moment = Date.parse(String(occurred_at))
  return Array.isArray(items) && items.some((each) => isIt(each) && timeRead(each?.occurred_at) === moment)
}

/** Epoch milliseconds of a time in an answer, of a number by its size; NaN if it is none. */
export function timeRead(time: unknown): number {
  return typeof time === 'number' ? (timeOfNumber(time) ?? Number.NaN) : Date.parse(String(time))
}
