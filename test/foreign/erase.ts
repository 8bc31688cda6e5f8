import type { Choices } from './choices.js'
import { type Fault, invalid } from './refusals.js'
import type { Call, Route } from './route.js'
import { COUNT, cased, chosen, type Member, record, type Schema, type Shape, TEXT } from './shape.js'
import { bodyId } from './sources.js'
import { type Item, nextId } from './state.js'
import { taskAnswer, taskShape } from './tasks.js'

interface Selected {
  externalIds: string[]
  customerIds: string[]
}

interface Erased {
  count: number
  notFound: string[]
}

/** The body of an erasure: interface.md says only that it selects by `external_id` or `customer_id`. */
function bodySchema(c: Choices): Schema {
  const ids: Schema = { type: 'array', items: TEXT, minItems: 1, maxItems: c['erase.max'] }
  const name: Schema = { type: 'string', enum: ['external_id', 'customer_id'] }
  const one: Schema = { type: 'object', title: 'EraseSelector', properties: { external_id: TEXT, customer_id: TEXT } }
  const idType = cased(c, 'id_type')
  const forms: Record<Choices['erase.form'], [members: Record<string, Schema>, required: string[]]> = {
    'plural lists': [{ [cased(c, 'external_ids')]: ids, [cased(c, 'customer_ids')]: ids }, []],
    'singular lists': [{ external_id: ids, customer_id: ids }, []],
    'id_type ids': [{ [idType]: name, ids }, [idType, 'ids']],
    'one at a time': [{ external_id: TEXT, customer_id: TEXT }, []],
    selectors: [{ selectors: { type: 'array', items: one, minItems: 1, maxItems: c['erase.max'] } }, ['selectors']],
  }
  const [members, required] = forms[c['erase.form']]
  const scope = chosen(c, 'erase.scope')
  return {
    type: 'object',
    title: 'EraseFeedback',
    properties: { ...members, ...(scope && { [scope]: bodyId(c) }) },
    required,
  }
}

function readSelected(c: Choices, body: Record<string, unknown>): Selected {
  const list = (value: unknown) => (value === undefined ? [] : [value].flat().map(String))
  const form = c['erase.form']
  if (form === 'plural lists')
    return { externalIds: list(body[cased(c, 'external_ids')]), customerIds: list(body[cased(c, 'customer_ids')]) }
  if (form === 'id_type ids') {
    const isExternal = body[cased(c, 'id_type')] === 'external_id'
    return { externalIds: isExternal ? list(body.ids) : [], customerIds: isExternal ? [] : list(body.ids) }
  }
  const selectors = form === 'selectors' ? (body.selectors as Record<string, unknown>[]) : [body]
  return {
    externalIds: selectors.flatMap((each) => list(each.external_id)),
    customerIds: selectors.flatMap((each) => list(each.customer_id)),
  }
}

function erase(call: Call): Erased {
  const { c, state, body } = call
  const { externalIds, customerIds } = readSelected(c, body)
  const fault: Fault = { path: [], message: 'names nobody: give external_id or customer_id', type: 'value_error' }
  if (externalIds.length + customerIds.length === 0) throw invalid(c, [fault])
  const scope = body[chosen(c, 'erase.scope') ?? '']
  const isMeant = ({ sourceId, externalId = '', customerId = '' }: Item) =>
    (scope === undefined || String(sourceId) === String(scope)) &&
    (externalIds.includes(externalId) || customerIds.includes(customerId))
  const gone = state.items.filter(isMeant)
  state.items = state.items.filter((item) => !gone.includes(item))
  const notFound = [
    ...externalIds.filter((id) => !gone.some((item) => item.externalId === id)),
    ...customerIds.filter((id) => !gone.some((item) => item.customerId === id)),
  ]
  return { count: gone.length, notFound }
}

function erasedShape(c: Choices): Shape<Erased> {
  const name = cased(c, 'not_found')
  const ways: Record<Choices['erase.missing'], Member<Erased>[]> = {
    'number not_found': [{ name, schema: COUNT, of: ({ notFound }) => notFound.length }],
    'list not_found': [{ name, schema: { type: 'array', items: TEXT }, of: ({ notFound }) => notFound }],
    none: [],
  }
  return record<Erased>(c, 'EraseResult', [
    { name: chosen(c, 'erase.count'), schema: COUNT, of: ({ count }) => count },
    ...ways[c['erase.missing']],
  ])
}

/** `POST /feedback/erase`: at once, or as a task. */
export function eraseRoute(c: Choices): Route {
  const shape = erasedShape(c)
  return {
    id: 'eraseFeedback',
    method: 'POST',
    path: `${c.prefix}/feedback/erase`,
    scope: 'push',
    summary: 'Erases items by external_id or customer_id',
    body: bodySchema(c),
    answers: { [c['erase.status']]: c['erase.status'] === 200 ? shape.schema : taskShape(c).schema },
    run: (call) => {
      const erased = erase(call)
      if (c['erase.status'] === 200) return { status: 200, payload: shape.write(erased) }
      const task = { id: nextId(call.state), reads: 0, counts: { inserted: 0, duplicates: 0 }, perQuestion: [] }
      call.state.tasks.push(task)
      return taskAnswer(c, 202, task)
    },
  }
}
