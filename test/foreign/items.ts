import type { Choices } from './choices.js'
import { type Fault, invalid } from './refusals.js'
import type { Call } from './route.js'
import type { Schema } from './shape.js'
import { type Counts, type Item, nextId, type Question, type Source } from './state.js'

type Written = string | Record<string, unknown>

const DATES: Record<Choices['push.dates'], Schema> = {
  'date or time': {
    anyOf: [
      { type: 'string', format: 'date-time' },
      { type: 'string', format: 'date' },
    ],
  },
  time: { type: 'string', format: 'date-time' },
  date: { type: 'string', format: 'date' },
  epoch: { type: 'integer', maximum: 99_999_999_999 },
  'epoch-ms': { type: 'integer', minimum: 100_000_000_000 },
}
const LANGUAGES: Record<Choices['push.language'], Schema> = {
  any: { type: 'string' },
  'two letters': { type: 'string', pattern: '^[a-z]{2}$' },
  'BCP 47': { type: 'string', pattern: '^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$' },
}

/** An item as a push takes it: a text, or a record with the shown members in the formats this service chose. */
export function itemSchema(c: Choices): Schema {
  const most = c['push.ratingMax']
  const rating: Schema =
    c['push.rating'] === 'digits'
      ? { type: 'string', pattern: '^[0-9]+$' }
      : { type: c['push.rating'], minimum: 0, maximum: most }
  const text: Schema = { type: 'string', minLength: 1, maxLength: 10_000 }
  const name: Schema = { type: 'string', minLength: 1, maxLength: 255 }
  const properties: Record<string, Schema> = {
    text,
    external_id: name,
    customer_id: name,
    channel: c['push.channel'] === 'any' ? { type: 'string' } : { type: 'string', pattern: '^[a-z0-9_]+$' },
    language: LANGUAGES[c['push.language']],
    rating,
    occurred_at: DATES[c['push.dates']],
  }
  const nullable = Object.fromEntries(
    Object.entries(properties).map(([member, schema]) => [
      member,
      member === 'text' ? schema : { ...schema, nullable: true },
    ]),
  )
  return { anyOf: [text, { type: 'object', title: 'ContentItem', properties: nullable, required: ['text'] }] }
}

export const contentSchema = (c: Choices): Schema => ({
  type: 'array',
  items: itemSchema(c),
  minItems: 1,
  maxItems: 1000,
})

/** The moment that a push or a query names: a date or a time in text, or a number of seconds or milliseconds. */
export function readMoment(value: unknown): number {
  const digits = typeof value === 'number' || /^\d{9,13}$/.test(String(value))
  if (!digits) {
    const text = String(value)
    return Date.parse(/T\d\d:\d\d(:\d\d(\.\d+)?)?$/.test(text) ? `${text}Z` : text)
  }
  return Number(value) < 100_000_000_000 ? Number(value) * 1000 : Number(value)
}

/** The question that text may be pushed to, or the fault at this place of the body. */
export function textQuestion(
  call: Call,
  source: Source,
  id: unknown,
  written: (question: Question) => unknown,
  place: Fault['path'],
): Question {
  const found = source.questions.find((question) => String(written(question)) === String(id))
  if (!found) throw invalid(call.c, [{ path: place, message: 'is no question of this source', type: 'value_error' }])
  return found
}

/** Stores what is new. An item is known by its external_id within its question. */
export function store(
  { c, state, now }: Call,
  source: Source,
  question: Question,
  content: Written[],
  reference?: string,
): Counts {
  const counts = { inserted: 0, duplicates: 0 }
  const known = new Set(
    state.items.filter(({ questionId }) => questionId === question.id).map((item) => identityOf(c, item)),
  )
  for (const written of content) {
    const item = readItem(written, { sourceId: source.id, questionId: question.id, pushedAt: now, reference })
    const identity = identityOf(c, item)
    const isKnown = identity !== undefined && known.has(identity)
    counts[isKnown ? 'duplicates' : 'inserted'] += 1
    if (isKnown) continue
    known.add(identity)
    state.items.push({ ...item, id: nextId(state) })
  }
  return counts
}

function identityOf(c: Choices, { externalId, text }: Omit<Item, 'id'>): string | undefined {
  if (externalId !== undefined) return `id ${externalId}`
  return c['push.plainTwice'] === 'skipped' ? `text ${text}` : undefined
}

function readItem(
  written: Written,
  rest: Pick<Item, 'sourceId' | 'questionId' | 'pushedAt' | 'reference'>,
): Omit<Item, 'id'> {
  const item: Record<string, unknown> = typeof written === 'string' ? { text: written } : written
  const text = (name: string) => (item[name] === undefined || item[name] === null ? undefined : String(item[name]))
  const rating = text('rating')
  return {
    ...rest,
    text: String(item.text),
    externalId: text('external_id'),
    customerId: text('customer_id'),
    channel: text('channel'),
    language: text('language'),
    rating: rating === undefined ? undefined : Number(rating),
    occurredAt: text('occurred_at') === undefined ? rest.pushedAt : readMoment(item.occurred_at),
  }
}
