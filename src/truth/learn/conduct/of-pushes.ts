import type { JsonObject } from '../../../base/is-object.js'
import { recommendedWord } from '../../../contract/vocabulary.js'
import type { Probe } from '../probe/probe.js'
import { routeOfProbe } from '../probe/probe-requests.js'
import { type ConductProbe, isRefused, isTaken, type Observed, rule, unclear } from './conduct.js'
import { pushAhead } from './occurred-ahead.js'
import { type Field, IN_PUSH, makeField, newItem, ownFields, pushItems, wasStored } from './own.js'

const IN_BULK = 'body:pushBulk.questions[].content[].external_id'

/** By behaviour. */
const ROWS: readonly ConductProbe[] = [
  { behaviour: 'null-is-absent', observe: inField(sendNull) },
  { behaviour: 'white-text', observe: inField(pushWhite) },
  { behaviour: 'atomic-push', observe: inField(pushOneBad) },
  { behaviour: 'bulk-partial', needs: [IN_BULK], observe: pushOneBadField },
  { behaviour: 'word-clash', observe: inField(sendBothWords) },
  {
    behaviour: 'occurred-ahead',
    needs: ['body:pushContent.question.content[].occurred_at'],
    observe: inField(pushAhead),
  },
  { behaviour: 'duplicate-scope', observe: pushElsewhere },
  {
    behaviour: 'erase-union',
    needs: [routeOfProbe('eraseFeedback'), 'body:eraseFeedback external_ids', 'body:eraseFeedback customer_ids'],
    observe: inField(eraseByBoth),
  },
]

/** What pushes to a source of its own tell, as long as their items can be told apart, and erased. */
export const PUSH_CONDUCT: readonly ConductProbe[] = ROWS.map((row) => ({
  ...row,
  needs: [IN_PUSH, ...(row.needs ?? [])],
}))

function inField(observe: (probe: Probe, field: Field) => Promise<Observed>): ConductProbe['observe'] {
  return async (probe) => {
    const [field] = ownFields(probe)
    return field && observe(probe, field)
  }
}

const NOT_TAKEN = 'a plain item is not taken'

async function sendNull(probe: Probe, field: Field): Promise<Observed> {
  const item = newItem(probe)
  if (!isTaken((await pushItems(probe, field, [item])).seen)) return unclear(NOT_TAKEN)
  const { seen } = await pushItems(probe, field, [item], { source_reference: null })
  if (isTaken(seen)) return rule('absent')
  return isRefused(seen) ? rule('refused') : unclear(`null is answered with ${seen?.status}`)
}

async function pushWhite(probe: Probe, field: Field): Promise<Observed> {
  const item = newItem(probe)
  const white = await pushItems(probe, field, [{ ...item, text: '   ' }])
  if (white.inserted === 1) return rule('accepted')
  // Under the same identifier it goes in with a text: nothing else was wrong with it.
  const isStored = await wasStored(probe, field, item)
  return white.isRefused && isStored === false
    ? rule('refused')
    : unclear('a text of white space is neither stored nor refused')
}

const EMPTY = { text: '' }

async function pushOneBad(probe: Probe, field: Field): Promise<Observed> {
  const good = newItem(probe)
  const mixed = await pushItems(probe, field, [good, newItem(probe, EMPTY)])
  const isStored = await wasStored(probe, field, good)
  if (mixed.inserted === 1 && isStored === true) return rule('each-item')
  return mixed.isRefused && isStored === false
    ? rule('all-or-nothing')
    : unclear('an item without text is answered as any other')
}

/** Whatever the answer looks like: what was stored is a duplicate afterwards. */
async function pushOneBadField(probe: Probe): Promise<Observed | undefined> {
  const [first, second] = ownFields(probe)
  if (!first || !second) return undefined
  const push = (entries: readonly [Field, JsonObject][]) => {
    const questions = entries.map(([{ question }, item]) => ({ question_id: question, content: [item] }))
    const target = { survey_series_id: first.group, survey_id: first.source }
    return probe.trial('pushBulk', { body: { ...target, sync: true, questions } })
  }
  const [alone, good, bad] = [newItem(probe), newItem(probe), newItem(probe)]
  const control = await push([[first, alone]])
  if (!isTaken(control) || !(await wasStored(probe, first, alone)))
    return unclear('a synchronous bulk push stores nothing')
  await push([
    [first, good],
    [second, { ...bad, ...EMPTY }],
  ])
  const [isStored, isBadStored] = [await wasStored(probe, first, good), await wasStored(probe, second, bad)]
  if (isBadStored !== false || isStored === undefined) return unclear('an item without text is stored')
  return rule(isStored ? 'each-field' : 'all-or-nothing')
}

/** Either word alone is taken; with a source that is not there under one of them, what is stored tells which one counts. */
async function sendBothWords(probe: Probe, field: Field): Promise<Observed> {
  const item = newItem(probe)
  const other = recommendedWord('survey_id')
  const push = (source: string | undefined, recommended?: string) =>
    pushItems(probe, field, [item], { survey_id: source }, recommended === undefined ? {} : { [other]: recommended })
  for (const control of [await push(field.source), await push(undefined, field.source)]) {
    if (!isTaken(control.seen)) return unclear('only one word of a pair is taken at a path')
  }
  const classic = await push(field.source, NO_SOURCE)
  const recommended = await push(NO_SOURCE, field.source)
  if (classic.isRefused && recommended.isRefused) return rule('refused')
  if (isTaken(classic.seen) === isTaken(recommended.seen)) return unclear('both words are taken')
  return rule(isTaken(classic.seen) ? 'classic' : 'recommended')
}

const NO_SOURCE = '999999999'

/** The same external_id in another field, another source, and another group. */
async function pushElsewhere(probe: Probe): Promise<Observed | undefined> {
  const [first, second] = ownFields(probe)
  if (!first || !second) return undefined
  const item = newItem(probe)
  if ((await wasStored(probe, first, item)) !== false) return unclear(NOT_TAKEN)
  if ((await wasStored(probe, first, item)) !== true) return unclear('external_id makes no duplicates')
  const inField = await wasStored(probe, second, item)
  if (inField === false) return rule('field')
  const sibling = await makeField(probe, first.group)
  const inSource = inField && sibling && (await wasStored(probe, sibling, item))
  if (inSource === undefined) return unclear('no other source takes items')
  if (!inSource) return rule('source')
  const stranger = probe.found.otherGroup === undefined ? undefined : await makeField(probe, probe.found.otherGroup)
  const inGroup = stranger && (await wasStored(probe, stranger, item))
  return inGroup === false ? rule('group') : unclear('an external_id is a duplicate in its whole group, or everywhere')
}

/** Both items are there before, and pushed again afterwards: what was erased is new. */
async function eraseByBoth(probe: Probe, field: Field): Promise<Observed> {
  if (isExclusive(probe)) return unclear('a request carries one of the lists alone')
  const [one, other] = [newItem(probe), newItem(probe)]
  const items = [one, other]
  const pushed = await pushItems(probe, field, items)
  if (pushed.inserted !== 2) return unclear(NOT_TAKEN)
  const [external_ids, customer_ids] = [[one.external_id], [other.customer_id]]
  const both = await probe.trial('eraseFeedback', { body: { external_ids, customer_ids } })
  const again = await pushItems(probe, field, items)
  if (isTaken(both)) return again.inserted === 2 ? rule('union') : unclear('what both lists erase is not their union')
  const alone = [
    await probe.trial('eraseFeedback', { body: { external_ids } }),
    await probe.trial('eraseFeedback', { body: { customer_ids } }),
  ]
  return isRefused(both) && alone.every(isTaken) ? rule('refused') : unclear('not every list is taken alone')
}

function isExclusive(probe: Probe): boolean {
  const codec = probe.contract().codecOf('eraseFeedback', 'body', 'recommended')
  const both = ['external_ids', 'customer_ids']
  return codec?.exclusive.some((names) => both.every((name) => names.includes(name))) === true
}
