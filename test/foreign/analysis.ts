import type { Choices } from './choices.js'
import type { Route } from './route.js'
import {
  COUNT,
  cased,
  chosen,
  listOf,
  type Member,
  moment,
  momentSchema,
  NUMBER,
  record,
  type Schema,
  type Shape,
  TEXT,
  wrapped,
} from './shape.js'
import { findSource } from './sources.js'
import type { Item, Source } from './state.js'

interface Analysed {
  source: Source
  items: Item[]
  isReady: boolean
}

const LABELS = ['positive', 'neutral', 'negative'] as const
const GOOD = /good|great|love|thank|fast|excellent/i
const BAD = /bad|slow|broken|hate|terrible|late/i

/** What this service makes of a text: words are enough for a test to know the right answer. */
export function sentimentOf(text: string): (typeof LABELS)[number] {
  if (GOOD.test(text)) return 'positive'
  return BAD.test(text) ? 'negative' : 'neutral'
}

/** The themes: each of these words and how many items have it. */
export function themesOf(items: Item[]): { name: string; count: number }[] {
  const words = ['delivery', 'support', 'price', 'app']
  const counted = words.map((name) => ({
    name,
    count: items.filter(({ text }) => text.toLowerCase().includes(name)).length,
  }))
  return counted.filter(({ count }) => count > 0)
}

function label(c: Choices, word: string): string {
  if (c['sentiment.words'] === 'upper') return word.toUpperCase()
  if (c['sentiment.words'] === 'title') return word[0]!.toUpperCase() + word.slice(1)
  return c['sentiment.words'] === 'short' ? word.slice(0, 3) : word
}

const hundredths = (value: number) => Math.round(value * 100) / 100

function sentimentMember(c: Choices): Member<Analysed> {
  const form = c['sentiment.form']
  const count = (items: Item[], word: string) => items.filter(({ text }) => sentimentOf(text) === word).length
  const share = (items: Item[], word: string) => (items.length === 0 ? 0 : count(items, word) / items.length)
  const value: Schema = form === 'counts' || form === 'count list' ? COUNT : NUMBER
  const both = record<{ items: Item[]; word: string }>(c, 'SentimentShare', [
    { name: 'count', schema: COUNT, of: ({ items, word }) => count(items, word) },
    { name: 'share', schema: NUMBER, of: ({ items, word }) => hundredths(share(items, word)) },
  ])
  const figure = (items: Item[], word: string): unknown => {
    if (form === 'records') return both.write({ items, word })
    if (value === COUNT) return count(items, word)
    return form === 'fractions' ? hundredths(share(items, word)) : hundredths(share(items, word) * 100)
  }
  const name = chosen(c, 'sentiment.name')
  if (form === 'count list' || form === 'share list') {
    const [word, number] = form === 'count list' ? ['label', 'count'] : ['sentiment', 'percentage']
    const entry = record<{ items: Item[]; word: string }>(c, 'SentimentEntry', [
      {
        name: word,
        schema: { type: 'string', enum: LABELS.map((each) => label(c, each)) },
        of: (each) => label(c, each.word),
      },
      { name: number, schema: value, of: (each) => figure(each.items, each.word) },
    ])
    return listOf(name, entry, ({ items }: Analysed) => LABELS.map((each) => ({ items, word: each })))
  }
  const map = record<Analysed>(
    c,
    'SentimentDistribution',
    LABELS.map((word) => ({
      name: label(c, word),
      schema: form === 'records' ? both.schema : value,
      of: ({ items }: Analysed) => figure(items, word),
    })),
  )
  return { name, schema: map.schema, of: map.write }
}

interface Named {
  name: string
  count: number
}

/** A list of records that have a name and a count, or a map by their names. */
function namedCounts(
  c: Choices,
  {
    title,
    names,
    form,
  }: { title: string; names: Record<'list' | 'name' | 'count', string>; form: Choices['theme.form'] },
  entriesOf: (items: Item[]) => Named[],
): Member<Analysed> {
  const number = { name: names.count, schema: COUNT, of: ({ count }: Named) => count }
  const full = record<Named>(c, title, [{ name: names.name, schema: TEXT, of: ({ name }) => name }, number])
  const rest = record<Named>(c, `${title}Figures`, [number])
  const map = (schema: Schema, of: (each: Named) => unknown): Member<Analysed> => ({
    name: names.list,
    schema: { type: 'object', additionalProperties: schema },
    of: ({ items }) => Object.fromEntries(entriesOf(items).map((each) => [each.name, of(each)])),
  })
  if (form === 'map of counts') return map(COUNT, ({ count }) => count)
  if (form === 'map of records') return map(rest.schema, rest.write)
  return listOf(names.list, full, ({ items }: Analysed) => entriesOf(items))
}

function themesMember(c: Choices): Member<Analysed> {
  const names = { list: 'themes', name: chosen(c, 'theme.name')!, count: chosen(c, 'theme.count')! }
  return namedCounts(c, { title: 'Theme', names, form: c['theme.form'] }, themesOf)
}

function monitorsMember(c: Choices): Member<Analysed> {
  const names = {
    list: chosen(c, 'monitor.list')!,
    name: chosen(c, 'monitor.name')!,
    count: chosen(c, 'monitor.count')!,
  }
  return namedCounts(c, { title: 'MonitorMatch', names, form: c['monitor.form'] }, (items) => [
    { name: 'Complaints', count: items.filter(({ text }) => sentimentOf(text) === 'negative').length },
  ])
}

/** The read-back: `analysis_status` and `analysis_id` are shown, all else is not. */
export function analysisShape(c: Choices): Shape<Analysed> {
  const whenReady = ({ of, ...member }: Member<Analysed>): Member<Analysed> => ({
    ...member,
    mayLack: true,
    of: (value) => (value.isReady ? of(value) : undefined),
  })
  const shape = record<Analysed>(c, 'SourceAnalysis', [
    {
      name: 'analysis_status',
      schema: { type: 'string', enum: ['none', 'available'] },
      of: ({ isReady }) => (isReady ? 'available' : 'none'),
    },
    // Shown as nullable, so it is there even where the service leaves out what has no value.
    {
      name: 'analysis_id',
      schema: { ...COUNT, nullable: true },
      of: ({ source, isReady }) => (isReady ? source.id + 1000 : null),
    },
    whenReady({ name: chosen(c, 'analysis.total'), schema: COUNT, of: ({ items }) => items.length }),
    whenReady({
      name: chosen(c, 'analysis.at'),
      schema: momentSchema(c),
      of: ({ items }) => moment(c, Math.max(...items.map(({ pushedAt }) => pushedAt))),
    }),
    whenReady(sentimentMember(c)),
    whenReady(themesMember(c)),
    whenReady(monitorsMember(c)),
  ])
  return wrapped(c, 'analysis.wrap', shape)
}

/** `GET /sources/{id}/analysis`. */
export function analysisRoutes(c: Choices): Route[] {
  const shape = analysisShape(c)
  const period = chosen(c, 'analysis.period')
  return [
    {
      id: 'getSourceAnalysis',
      method: 'GET',
      path: `${c.prefix}/sources/{id}/analysis`,
      scope: 'push',
      summary: 'Reads the analysis of a source back',
      query: period ? [{ name: cased(c, period), schema: TEXT }] : [],
      answers: { 200: shape.schema },
      run: (call) => {
        const source = findSource(call, call.params.id)
        const items = call.state.items.filter(({ sourceId }) => sourceId === source.id)
        const isReady = items.length > 0 && source.readsUntilAnalysed === 0
        source.readsUntilAnalysed = Math.max(0, source.readsUntilAnalysed - 1)
        return { status: 200, payload: shape.write({ source, items, isReady }) }
      },
    },
  ]
}
