import type { Choices } from './choices.js'
import { readMoment } from './items.js'
import { listPage, listQuery, readListPage } from './list-pages.js'
import { invalid } from './refusals.js'
import type { Call, QueryMember, Route } from './route.js'
import {
  COUNT,
  cased,
  chosen,
  type Member,
  mainId,
  mainIdSchema,
  moment,
  momentSchema,
  NUMBER,
  otherId,
  otherIdSchema,
  record,
  type Shape,
  TEXT,
} from './shape.js'
import type { Item, State } from './state.js'

interface Held {
  item: Item
  state: State
}

/** A record that an item belongs to, with its id and its name; or the id alone. */
function ownerMember(c: Choices, id: 'item.source' | 'item.question'): Member<Held> {
  const isSource = id === 'item.source'
  const idSchema = isSource ? mainIdSchema(c) : otherIdSchema(c)
  const idOf = ({ item }: Held) => (isSource ? mainId(c, item.sourceId) : otherId(c, 'question', item.questionId))
  const noun = c[id].startsWith('record ') ? c[id].slice('record '.length) : undefined
  if (!noun) return { name: chosen(c, id), schema: idSchema, of: idOf }
  const owner = record<Held>(c, `Feedback${isSource ? 'Source' : 'Question'}`, [
    { name: 'id', schema: idSchema, of: idOf },
    { name: 'name', schema: TEXT, of: (held) => nameOf(held, isSource) },
  ])
  return { name: noun, schema: owner.schema, of: owner.write }
}

function nameOf({ item, state }: Held, isSource: boolean): string {
  const source = state.sources.find(({ id }) => id === item.sourceId)!
  return isSource ? source.title : source.questions.find(({ id }) => id === item.questionId)!.text
}

function itemShape(c: Choices): Shape<Held> {
  const extras: Member<Held>[] = [
    { name: 'customer_id', schema: TEXT, of: ({ item }) => item.customerId, mayLack: true },
    { name: 'channel', schema: TEXT, of: ({ item }) => item.channel, mayLack: true },
    { name: 'language', schema: TEXT, of: ({ item }) => item.language, mayLack: true },
    { name: 'rating', schema: NUMBER, of: ({ item }) => item.rating, mayLack: true },
  ]
  const under = record<Held>(c, 'FeedbackMetadata', extras)
  const place =
    c['item.extras'] === 'flat'
      ? extras
      : [{ name: c['item.extras'].slice('under '.length), schema: under.schema, of: under.write }]
  return record<Held>(c, 'FeedbackItem', [
    { name: chosen(c, 'item.id'), schema: otherIdSchema(c), of: ({ item }) => otherId(c, 'item', item.id) },
    { name: chosen(c, 'item.text'), schema: TEXT, of: ({ item }) => item.text },
    ownerMember(c, 'item.source'),
    ownerMember(c, 'item.question'),
    { name: 'external_id', schema: TEXT, of: ({ item }) => item.externalId, mayLack: true },
    { name: 'occurred_at', schema: momentSchema(c), of: ({ item }) => moment(c, item.occurredAt) },
    { name: chosen(c, 'item.pushed'), schema: momentSchema(c), of: ({ item }) => moment(c, item.pushedAt) },
    { name: 'source_reference', schema: TEXT, of: ({ item }) => item.reference, mayLack: true },
    ...place,
  ])
}

const timeNames = (c: Choices) => c['filter.times'].split(' ').map((name) => cased(c, name)) as [string, string]

function filterMembers(c: Choices): QueryMember[] {
  const [since, until] = timeNames(c)
  const members: [string | undefined, QueryMember['schema']][] = [
    [chosen(c, 'filter.group'), COUNT],
    [chosen(c, 'filter.source'), COUNT],
    [chosen(c, 'filter.question'), otherIdSchema(c)],
    [chosen(c, 'filter.external'), TEXT],
    [chosen(c, 'filter.customer'), TEXT],
    [since, TEXT],
    [until, TEXT],
  ]
  return members.flatMap(([name, schema]) => (name ? [{ name, schema }] : []))
}

/** Whether an item is among those asked for. */
function filterOf({ c, query, state }: Call): (item: Item) => boolean {
  const asked = (id: Parameters<typeof chosen>[1]) => query[chosen(c, id) ?? '']
  const [group, source, question] = [asked('filter.group'), asked('filter.source'), asked('filter.question')]
  const [external, customer] = [asked('filter.external'), asked('filter.customer')]
  const [since, until] = timeNames(c).map((name) =>
    query[name] === undefined ? undefined : momentOf(c, name, query[name]),
  )
  const groupId = (item: Item) => state.sources.find(({ id }) => id === item.sourceId)!.groupId
  return (item) =>
    (group === undefined || String(groupId(item)) === group) &&
    (source === undefined || String(item.sourceId) === source) &&
    (question === undefined || String(otherId(c, 'question', item.questionId)) === question) &&
    (external === undefined || item.externalId === external) &&
    (customer === undefined || item.customerId === customer) &&
    (since === undefined || item.occurredAt >= since) &&
    (until === undefined || item.occurredAt < until || (c['filter.until'] === 'included' && item.occurredAt === until))
}

function momentOf(c: Choices, name: string, text: string): number {
  const at = readMoment(text)
  if (Number.isNaN(at)) throw invalid(c, [{ path: [name], message: 'is no time', type: 'datetime_parsing' }], 'query')
  return at
}

/** `GET /feedback`: what was pushed. */
export function feedbackRoutes(c: Choices): Route[] {
  const page = listPage(c, 'feedback', chosen(c, 'feedback.list')!, itemShape(c))
  return [
    {
      id: 'listFeedback',
      method: 'GET',
      path: `${c.prefix}/feedback`,
      scope: 'push',
      summary: 'Lists the items pushed through the API',
      query: [...filterMembers(c), ...listQuery(c, 'feedback')],
      answers: { 200: page.schema },
      run: (call) => {
        const items = call.state.items.filter(filterOf(call)).map((item) => ({ item, state: call.state }))
        const ordered = c['feedback.order'] === 'oldest first' ? items : items.reverse()
        const cut = readListPage(c, 'feedback', ordered, call)
        return { status: 200, payload: page.write(cut), headers: cut.headers }
      },
    },
  ]
}
