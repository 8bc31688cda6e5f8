import { entrySchema, memberSchemas, type TSchema } from '../schema.js'
import { flagNames, flagPlaces } from './flags.js'
import { leaveOpen } from './open-members.js'
import { constantsIn, type Ordinal, ordinalIn } from './ordinals.js'
import { type Constant, emptyPlan, type ListForm, type MemberFact, type Plan, planAt } from './plan-tree.js'
import { typedScalar, wordedScalar } from './scalars.js'
import { findNode, type Steps, withOwnMembers } from './schema-path.js'
import { expandStep, parsePlace, parseQueryPlace, stepText, type WirePlace } from './wire-path.js'

/** A node of our schema and where it is, both as steps from the root; `[]` for the entries of a list. */
export interface Place {
  ours: Steps
  wire: Steps
  schema: TSchema
  plan: Plan | undefined
  tags: readonly Constant[]
  /** The constants that it, or what it is part of, is distinguished by. */
  branch: string
  /** It is the key of an entry of a map, and so stands where the entry does. */
  isKey?: true
}

/** How a record is written: the tree of its members, the constants, and where each of its nodes stands. */
export interface RecordPlan {
  root: Plan
  constants: readonly Constant[]
  places: readonly Place[]
}

/** How a slot of this schema is written under these facts, all in the words of one route. What they say was checked before. */
export function planRecord(
  ours: TSchema,
  facts: readonly MemberFact[],
  { fixed = {}, isQuery = false }: { fixed?: Readonly<Record<string, unknown>>; isQuery?: boolean } = {},
): RecordPlan {
  const schema = withOwnMembers(
    ours,
    facts.map(({ steps }) => steps),
  )
  const root = emptyPlan()
  const parse = isQuery ? parseQueryPlace : parsePlace
  for (const { steps, tag = {} } of facts) {
    const ordinal = ordinalIn(tag)
    if (ordinal) number(planAt(root, steps.slice(0, -1)), ordinal)
  }
  for (const fact of facts) applyFact(planAt(root, fact.steps), fact, findNode(schema, fact.steps), parse)
  for (const { steps, list } of facts) if (list) giveForm(root, schema, steps, list)
  findWholes(root)
  leaveOpen(root, schema, root.place?.steps ?? [])
  dissolve(root, schema)
  const places = [...placesBelow(schema, root, { ours: [], wire: stepTexts(root.place), record: [], branch: '' })]
  const whole: Place = { ours: [], wire: stepTexts(root.place), schema, plan: root, tags: [], branch: '' }
  markTaken(root, [whole, ...places])
  const constants = Object.entries(fixed).map(([path, value]) => ({ steps: parse(path)!.steps, value }))
  for (const { steps } of constants) root.taken.add(steps[0]!.name)
  return { root, constants, places }
}

function applyFact(
  plan: Plan,
  { name, alias, type, words, tag, flags }: MemberFact,
  schema: TSchema | undefined,
  parse: typeof parsePlace,
): void {
  if (name === null) plan.gone = true
  else if (name !== undefined) plan.place = parse(name, { parts: true })!
  if (alias !== undefined) plan.alias = alias
  if (words) plan.scalar = wordedScalar(words, schema)
  if (type) plan.scalar = typedScalar(type, schema!)
  if (flags)
    plan.flags = Object.entries(flags).map(([word, of]) => ({
      word,
      all: flagNames(of).map((name) => parse(name)!.steps),
    }))
  if (tag) plan.tags = constantsIn(tag).map(([path, value]) => ({ steps: parse(path)!.steps, value }))
}

function number(entry: Plan, ordinal: Ordinal): void {
  entry.ordinal = ordinal
  entry.taken.add(ordinal.name)
}

function giveForm(root: Plan, schema: TSchema, steps: Steps, list: ListForm): void {
  const plan = planAt(root, steps)
  if ('listed' in list || 'key' in list) {
    plan.list = list
    return
  }
  const entry = planAt(plan, ['[]'])
  if ('counted' in list) {
    plan.list = list
    const members = memberSchemas(findNode(schema, [...steps, '[]'])!)
    for (const name of Object.keys(members ?? {})) planAt(entry, [name]).gone = true
    return
  }
  if ('numbered' in list || 'keyed' in list || 'single' in list || 'groups' in list) plan.list = list
  else if ('by' in list) {
    plan.list = list
    const key = planAt(entry, [list.by])
    // Names of members are texts, whatever they mean.
    key.scalar ??= typedScalar('string', findNode(schema, [...steps, '[]', list.by])!)
  } else if ('in' in list) {
    plan.around = list.in
    if (list.again !== undefined) entry.again = list.again
    if (list.slug !== undefined) entry.slug = list.slug
    const counted = list.index ?? list.number
    if (counted !== undefined) number(entry, { name: counted, from: list.index === undefined ? 1 : 0 })
    entry.place = { lifted: false, steps: [{ name: list.in }] }
    entry.tags = Object.entries(list.beside ?? {}).map(([name, value]) => ({ steps: [{ name }], value }))
  } else planAt(entry, [list.values]).place = { lifted: true, steps: [] }
}

function findWholes(plan: Plan): void {
  for (const [name, member] of plan.members) {
    if (member.place?.lifted && member.place.steps.length === 0) plan.whole = name
    findWholes(member)
  }
  if (plan.entry) findWholes(plan.entry)
}

/** Marks objects that stand nowhere; whether this is one. */
function dissolve(plan: Plan, schema: TSchema): boolean {
  const entries = entrySchema(schema)
  if (plan.entry && entries) dissolve(plan.entry, entries)
  const members = Object.entries(memberSchemas(schema) ?? {})
  const isElsewhere = members.map(([name, node]) => {
    const member = plan.members.get(name)
    if (!member) return false
    const isDissolved = dissolve(member, node)
    if (isDissolved) member.isDissolved = true
    return member.gone || member.place?.lifted === true || isDissolved
  })
  return members.length > 0 && isElsewhere.every(Boolean) && [...plan.members.values()].some(({ gone }) => !gone)
}

function stepTexts(place: WirePlace | undefined): Steps {
  return (place?.steps ?? []).map(stepText)
}

interface Position {
  ours: Steps
  wire: Steps
  /** Where the record starts. */
  record: Steps
  branch: string
  /** The member that the map of these entries is by. */
  key?: string
}

function* placesBelow(schema: TSchema, plan: Plan | undefined, at: Position): Generator<Place> {
  for (const [name, node] of Object.entries(memberSchemas(schema) ?? {})) {
    const member = plan?.members.get(name)
    if (member?.gone) continue
    const isKey = name === at.key
    const isListed = member?.list !== undefined && 'listed' in member.list
    const own = isKey ? [] : [...(member?.place ? stepTexts(member.place) : [name]), ...(isListed ? ['[]'] : [])]
    const wire = [...(member?.place?.lifted ? at.record : at.wire), ...own]
    const ours = [...at.ours, name]
    const tags = member?.tags ?? []
    const marks = [...tags, ...(member?.entry?.tags ?? [])].map(
      (tag) => `${tag.steps.map(stepText).join('.')}=${String(tag.value)}`,
    )
    for (const steps of flagPlaces(member?.flags ?? [])) {
      yield {
        ours: [...at.ours, name],
        wire: [...at.wire, ...steps.map(stepText)],
        schema: node,
        plan: member,
        tags: [],
        branch: at.branch,
      }
    }
    if (member?.flags) continue
    const branch = [at.branch, ...marks, ...(member?.around === undefined ? [] : [member.around])].join(' ').trim()
    yield { ours, wire, schema: node, plan: member, tags, branch, ...(isKey && { isKey }) }
    yield* placesBelow(node, member, { ours, wire, record: at.record, branch })
  }
  const entries = entrySchema(schema)
  const isCounted = plan?.list !== undefined && 'counted' in plan.list
  if (!entries || isCounted) return
  const isSingle = plan?.list !== undefined && 'single' in plan.list
  const record = isSingle ? at.wire : [...at.wire, '[]']
  const ours = [...at.ours, '[]']
  const key = plan?.list && 'by' in plan.list ? plan.list.by : undefined
  const wire = [...record, ...stepTexts(plan?.entry?.place)]
  const below = { ours, wire, record, branch: at.branch, ...(key !== undefined && { key }) }
  yield { ours, wire: below.wire, schema: entries, plan: plan?.entry, tags: [], branch: at.branch }
  yield* placesBelow(entries, plan?.entry, below)
}

/** Tells every object which names in it stand for members that facts moved. */
function markTaken(root: Plan, places: readonly Place[]): void {
  const objects = places.filter(({ schema }) => memberSchemas(schema) !== undefined)
  const whereIs = new Map(places.map(({ ours, wire }) => [ours.join('.'), wire]))
  for (const { ours, wire } of objects) {
    const [, chosenBy] = /\[([^\]=]+)=/.exec(wire.at(-1) ?? '') ?? []
    if (chosenBy !== undefined) planAt(root, ours).taken.add(chosenBy)
  }
  for (const { plan, ours, wire, tags } of places) {
    if (!plan || ours.length === 0) continue
    const parent = whereIs.get(ours.slice(0, -1).join('.')) ?? []
    const beside = [
      ...tags.map(({ steps }) => steps.map(stepText)),
      ...(plan.alias === undefined ? [] : [[plan.alias]]),
    ]
    for (const stand of [wire, ...beside.map((steps) => [...parent, ...steps])]) {
      for (const object of objects) {
        const next = stand[object.wire.length]
        if (next === undefined || next === '[]' || !object.wire.every((step, index) => step === stand[index])) continue
        planAt(root, object.ours).taken.add(expandStep(next)[0]!)
      }
    }
  }
}
