import type { TSchema } from '../schema.js'
import type { GroupsForm } from './by-side.js'
import { flagPlaces, flagSchema } from './flags.js'
import { ORDINAL_SCHEMA } from './ordinals.js'
import { pairsSchema } from './pairs.js'
import type { RecordPlan } from './plan.js'
import type { Plan } from './plan-tree.js'
import type { WireStep } from './wire-path.js'

interface Node {
  type?: string
  properties?: Record<string, TSchema>
  required?: string[]
  items?: TSchema
  anyOf?: TSchema[]
}

const TEXT = { type: 'string' } as unknown as TSchema

/** A schema in the making. */
type Draft = Node & { properties: Record<string, TSchema>; required: string[] }

/** The schema of a record as the wire has it. */
export function recordSchema({ root, constants }: RecordPlan, schema: TSchema): TSchema {
  return eachAlternative(schema, (node) => {
    const wire = entrySchemaOf(root, node)
    if (constants.length === 0 || (wire as Node).properties === undefined) return wire
    const record = draftOf(wire)
    for (const { steps, value } of constants)
      placeAt(record, steps, { const: value } as unknown as TSchema, { isRequired: true })
    return finished(wire, record)
  })
}

function eachAlternative(schema: TSchema, change: (node: TSchema) => TSchema): TSchema {
  const { anyOf, ...rest } = schema as Node
  return anyOf ? ({ ...rest, anyOf: anyOf.map((each) => eachAlternative(each, change)) } as TSchema) : change(schema)
}

/** The schema with further members at their places. */
export function withPlaces(
  schema: TSchema,
  places: readonly (readonly [steps: readonly WireStep[], schema: TSchema])[],
): TSchema {
  if ((schema as Node).properties === undefined) return schema
  const draft = draftOf(schema)
  for (const [steps, node] of places) placeAt(draft, steps, node, { isRequired: false })
  return finished(schema, draft)
}

/** The schema of what starts a record: of a slot, or of the entries of a list. */
function entrySchemaOf(plan: Plan, schema: TSchema): TSchema {
  const { properties, anyOf } = schema as Node
  if (anyOf) return eachAlternative(schema, (node) => entrySchemaOf(plan, node))
  const steps = plan.place?.steps ?? []
  if (!properties) {
    const scalar = nodeSchema(plan, schema, emptyDraft(), true)!
    return steps.length > 0 ? around(steps, scalar, plan) : scalar
  }
  if (plan.whole !== undefined && properties[plan.whole])
    return nodeSchema(plan.members.get(plan.whole)!, properties[plan.whole]!, emptyDraft(), true)!
  const record = emptyDraft()
  const own = steps.length === 0 ? record : emptyDraft()
  placeMembers(plan, schema, { own, record, isRequired: true })
  if (plan.ordinal) placeAt(own, [{ name: plan.ordinal.name }], ORDINAL_SCHEMA, { isRequired: true })
  if (steps.length > 0) placeAt(record, steps, finished({} as TSchema, own), { isRequired: true })
  return finished(schema, record)
}

/** The schema of a node at its own place; undefined if all of it is elsewhere. */
function nodeSchema(plan: Plan, schema: TSchema, record: Draft, isRequired: boolean): TSchema | undefined {
  const { list: form, ...scalar } = plan
  if (form && 'listed' in form) {
    const only = nodeSchema(scalar, schema, record, isRequired)!
    return { type: 'array', items: only, minItems: 1, maxItems: 1 } as unknown as TSchema
  }
  const { anyOf, properties, items, ...rest } = schema as Node
  if (form && 'key' in form) return pairsSchema(form, schema)
  if (anyOf) {
    const each = anyOf.map((entry) => nodeSchema(plan, entry, record, false)).filter((entry) => entry !== undefined)
    return { ...rest, anyOf: each } as TSchema
  }
  if (items) {
    const { entry, list } = plan
    if (list && 'counted' in list) return { ...unmeasured(rest), type: 'integer', minimum: 0 } as unknown as TSchema
    if (list && 'by' in list) return mapSchema(list, entry, items, rest)
    const wire = entry ? entrySchemaOf(entry, items) : items
    if (!list) return { ...rest, items: wire } as TSchema
    if ('groups' in list) return groupsSchema(list, { ...rest, items: wire } as TSchema)
    return 'single' in list ? wire : ({ ...unmeasured(rest), type: 'object', additionalProperties: wire } as TSchema)
  }
  if (!properties) return plan.scalar ? plan.scalar.schemaToWire(schema) : schema
  const own = emptyDraft()
  placeMembers(plan, schema, { own, record, isRequired })
  return plan.isDissolved ? undefined : finished(schema, own)
}

function groupsSchema({ groups }: GroupsForm, list: TSchema): TSchema {
  const properties = Object.fromEntries(groups.map((group) => [group, list]))
  return { type: 'object', properties, required: groups } as unknown as TSchema
}

function mapSchema(
  form: { by: string; value?: string },
  entry: Plan | undefined,
  items: TSchema,
  { type: _, ...rest }: Node,
): TSchema {
  const { properties = {}, required = [] } = items as Node
  const { [form.by]: _key, ...others } = properties
  const valued = form.value === undefined ? undefined : others[form.value]
  const chosen = form.value === undefined ? undefined : entry?.members.get(form.value)
  const left = { ...items, properties: others, required: required.filter((name) => name !== form.by) } as TSchema
  const wire = valued
    ? chosen
      ? nodeSchema(chosen, valued, emptyDraft(), true)
      : valued
    : entry
      ? entrySchemaOf(entry, left)
      : left
  const { minItems, maxItems } = rest as { minItems?: number; maxItems?: number }
  return {
    ...unmeasured(rest),
    ...(minItems === undefined ? {} : { minProperties: minItems }),
    ...(maxItems === undefined ? {} : { maxProperties: maxItems }),
    type: 'object',
    additionalProperties: wire,
  } as unknown as TSchema
}

/** What is left of a list's own keywords if it isn't a list. */
function unmeasured(node: Node): Node {
  const { minItems: _min, maxItems: _max, uniqueItems: _unique, ...rest } = node as Node & Record<string, unknown>
  return rest
}

interface Target {
  own: Draft
  record: Draft
  isRequired: boolean
}

function placeMembers(plan: Plan, schema: TSchema, { own, record, isRequired }: Target): void {
  const { properties = {}, required = [] } = schema as Node
  for (const [name, node] of Object.entries(properties)) {
    const member = plan.members.get(name)
    if (member?.gone) continue
    const needed = isRequired && required.includes(name)
    if (!member) {
      placeAt(own, [{ name }], node, { isRequired: required.includes(name) })
      continue
    }
    for (const steps of flagPlaces(member.flags ?? []))
      placeAt(own, steps, flagSchema(steps), { isRequired: required.includes(name) })
    if (member.flags) continue
    const wire = nodeSchema(member, node, record, needed)
    if (!wire) continue
    const target = member.place?.lifted ? record : own
    const isTagged = member.tags.length > 0
    const stays = target === own ? required.includes(name) : needed
    placeAt(target, member.place?.steps ?? [{ name }], marked(member, wire), { isRequired: stays && !isTagged })
    for (const { steps } of member.tags) placeAt(own, steps, TEXT, { isRequired: false })
  }
}

/** What a fact is about is no assumption any more. */
function marked({ place, scalar, list }: Plan, schema: TSchema): TSchema {
  if (!place && !scalar && !list) return schema
  const { 'x-assumed': _, ...known } = schema as TSchema & { 'x-assumed'?: true }
  return { ...known, 'x-overridden': true } as unknown as TSchema
}

/** `isChosen`: below an entry that is chosen of a list, whose other entries have members of other forms. */
function placeAt(
  draft: Draft,
  steps: readonly WireStep[],
  schema: TSchema,
  { isRequired, isChosen = false }: { isRequired: boolean; isChosen?: boolean },
): void {
  const [step, ...rest] = steps
  if (!step) return
  const known = draft.properties[step.name] as Node | undefined
  if (isRequired && !draft.required.includes(step.name)) draft.required.push(step.name)
  if (step.each) {
    const entry = emptyDraft()
    placeAt(entry, rest, schema, { isRequired: true })
    draft.properties[step.name] = { type: 'array', items: finished({} as TSchema, entry) } as unknown as TSchema
  } else if (step.where) {
    const entry = draftOf((known?.items ?? { type: 'object' }) as TSchema)
    const { member, value, alike } = step.where
    entry.properties[member] = alike ? TEXT : oneMore(entry.properties[member], value)
    if (!entry.required.includes(member)) entry.required.push(member)
    if (rest.length > 0) placeAt(entry, rest, schema, { isRequired: false, isChosen: true })
    else Object.assign(entry.properties, (schema as Node).properties)
    draft.properties[step.name] = { type: 'array', items: finished({} as TSchema, entry) } as unknown as TSchema
  } else if (rest.length > 0) {
    const next = draftOf((known ?? {}) as TSchema)
    placeAt(next, rest, schema, { isRequired, isChosen })
    draft.properties[step.name] = finished((known ?? {}) as TSchema, next)
  } else if (!known) draft.properties[step.name] = schema
  else draft.properties[step.name] = isChosen ? either(known as TSchema, schema) : together(known as TSchema, schema)
}

/** Two members at one place: objects become one, of others either may stand there. */
function together(known: TSchema, added: TSchema): TSchema {
  const [a, b] = [known as Node, added as Node]
  if (!a.properties || !b.properties) return either(known, added)
  const draft = draftOf(known)
  Object.assign(draft.properties, b.properties)
  for (const name of b.required ?? []) if (!draft.required.includes(name)) draft.required.push(name)
  return finished({ ...known, ...added } as TSchema, draft)
}

/** The words that tell the entries of a list apart, with one more. */
function oneMore(known: TSchema | undefined, word: string): TSchema {
  const { enum: words = [] } = (known ?? {}) as { enum?: string[] }
  return { type: 'string', enum: [...new Set([...words, word])] } as unknown as TSchema
}

function either(known: TSchema, added: TSchema): TSchema {
  return { anyOf: [known, added] } as unknown as TSchema
}

function around(steps: readonly WireStep[], schema: TSchema, { tags, again, slug, ordinal }: Plan): TSchema {
  const draft = emptyDraft()
  placeAt(draft, steps, schema, { isRequired: true })
  if (again !== undefined) placeAt(draft, [{ name: again }], schema, { isRequired: true })
  if (slug !== undefined) placeAt(draft, [{ name: slug }], TEXT, { isRequired: true })
  if (ordinal) placeAt(draft, [{ name: ordinal.name }], ORDINAL_SCHEMA, { isRequired: true })
  for (const { steps: beside, value } of tags)
    placeAt(draft, beside, { const: value } as unknown as TSchema, { isRequired: true })
  return finished({} as TSchema, draft)
}

function emptyDraft(): Draft {
  return { properties: {}, required: [] }
}

function draftOf(schema: TSchema): Draft {
  const { properties = {}, required = [] } = schema as Node
  return { properties: { ...properties }, required: [...required] }
}

function finished(schema: TSchema, { properties, required }: Draft): TSchema {
  const { required: _, properties: _properties, ...rest } = schema as Node
  return { ...rest, type: 'object', ...(required.length > 0 ? { required } : {}), properties } as unknown as TSchema
}
