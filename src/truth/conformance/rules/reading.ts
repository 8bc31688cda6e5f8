import { isObject } from '../../../base/is-object.js'
import type { Probe } from '../probe.js'
import { must, mustClampOrRefuse, NotConfirmed, NotLooked, type Rule, rule } from '../rule.js'
import { anySourceId, entries } from '../scenery.js'

const ITEM_PAGES = 5

async function analysisOf(probe: Probe) {
  const id = await anySourceId(probe)
  return (await probe.seen(`/sources/${id}/analysis`)).payload
}

async function templateOf(probe: Probe) {
  const id = await anySourceId(probe)
  return (await probe.seen(`/sources/${id}/invite-template`)).payload
}

function analysisRule(id: Rule['id'], look: (analysis: Record<string, unknown>) => void): Rule {
  return rule(id, async (probe) => look(await analysisOf(probe)))
}

/** About what an analysis found; a service may leave it out as long as there is none. */
function foundRule(id: Rule['id'], member: string, fits: (value: unknown) => boolean): Rule {
  return analysisRule(id, ({ analysis_status: status, [member]: value }) => {
    if (status === 'none' && value === undefined) throw new NotLooked('nothing was analysed yet')
    must(fits(value), `no ${member}`)
  })
}

function templateRule(id: Rule['id'], member: string): Rule {
  return rule(id, async (probe) => must(member in (await templateOf(probe)), `no ${member}`))
}

/** The items of the first pages, by cursor. */
async function itemsOf(probe: Probe) {
  const items: Record<string, unknown>[] = []
  let cursor: string | undefined
  for (let page = 0; page < ITEM_PAGES; page += 1) {
    const { payload } = await probe.seen(`/feedback?limit=20${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''}`)
    items.push(...entries(payload.items))
    const next = isObject(payload.pagination) ? payload.pagination.next_cursor : undefined
    if (typeof next !== 'string') break
    cursor = next
  }
  return items
}

/** What is read back: items, analysis, invite template. */
export const READING_RULES: Rule[] = [
  rule('FBK-1', async (probe) =>
    must(Array.isArray((await probe.seen('/feedback')).payload.items), 'items is not an array'),
  ),
  rule('FBK-2', async (probe) => {
    const ids = (await itemsOf(probe)).map(({ item_id }) => item_id)
    if (ids.includes(undefined)) throw new NotConfirmed('items have no item_id')
    must(new Set(ids).size === ids.length, 'an item came twice')
  }),
  rule('FBK-3', async (probe) => {
    const rated = (await itemsOf(probe)).filter(({ rating }) => rating != null)
    if (rated.length === 0) throw new NotLooked('no item has a rating')
    for (const { rating } of rated) must(typeof rating === 'number', `rating is ${JSON.stringify(rating)}`)
  }),
  rule('LIM-3', async (probe) => {
    must(entries((await probe.seen('/feedback')).payload.items).length <= 50, 'more than 50 without a limit')
    const beyond = await probe.get('/feedback?limit=1000')
    mustClampOrRefuse(beyond, entries(beyond.payload.items).length)
  }),
  analysisRule('ANA-3', ({ analysis_status: status }) =>
    must(status === 'none' || status === 'available', `analysis_status is ${status}`),
  ),
  analysisRule('ANA-4', (analysis) => must('analysis_id' in analysis, 'no analysis_id')),
  foundRule('ANA-5', 'sentiment', isObject),
  foundRule('ANA-6', 'themes', Array.isArray),
  foundRule('ANA-7', 'monitor_matches', Array.isArray),
  analysisRule('ANA-8', () => {}),
  templateRule('INV-1', 'present'),
  templateRule('INV-2', 'variables'),
  templateRule('INV-3', 'sender_domain'),
  templateRule('INV-4', 'quota'),
]
