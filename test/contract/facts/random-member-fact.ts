import { pathText, type Slot } from '../../../src/contract/facts/facts.js'
import { type MemberPlace, partsOf, placeOf } from '../../../src/contract/facts/member-facts.js'
import { wireTypesOf, withoutNull } from '../../../src/contract/facts/scalars.js'
import { eachMember, findNode, memberNames, type Steps } from '../../../src/contract/facts/schema-path.js'
import { entrySchema, memberSchemas, type TSchema } from '../../../src/contract/schema.js'
import { oneOf, type Pick } from './random-facts.js'

/** Names that services give what this project calls otherwise. */
const SYNONYMS: Readonly<Record<string, readonly string[]>> = {
  survey_id: ['id', 'sourceId', 'source'],
  survey_series_id: ['group_id', 'groupId', 'parent_id'],
  question_id: ['id', 'uuid', 'fieldId'],
  survey_title: ['title', 'name', 'label'],
  survey_description: ['description', 'summary'],
  question_text: ['text', 'label', 'prompt'],
  item_count: ['count', 'items_total'],
  created_at: ['createdAt', 'created', 'created_on'],
  task_id: ['id', 'job_id'],
  status_url: ['url', 'href'],
  next_cursor: ['next', 'after'],
  external_id: ['externalId', 'ref'],
  customer_id: ['customerId', 'user_ref'],
}

/** What a service may lack without being another service. */
const DISPENSABLE =
  /^(item_count|tracking|created_at|published_at|updated_at|survey_description|keywords|share|source_reference|channel|language|rating|reason|required|total)$/

/** A fact about the members of a slot or an event: some of them named, placed, typed or worded otherwise. */
export function randomMemberFact(id: string, pick: Pick): object {
  const place = placeOf(id)
  const slot = place.of?.slot
  const members = membersBelow(place)
  const chosen = members.filter(() => pick(members.length) < 4)
  const parts: Record<string, Record<string, unknown>> = { names: {}, types: {}, words: {}, lists: {}, required: {} }
  for (const steps of chosen.length > 0 ? chosen : [oneOf(pick, members)]) addFact(parts, place, steps, pick)
  const at =
    place.steps.length === 0 && partsOf(place).includes('at') && pick(4) === 0
      ? { at: oneOf(pick, ['record', 'result.entity']) }
      : {}
  const fixed = slot === 'body' && pick(6) === 0 ? { fixed: { api_version: '2026-01' } } : {}
  const given = Object.entries(parts).filter(
    ([name, part]) => Object.keys(part).length > 0 && partsOf(place).includes(name),
  )
  return { ...Object.fromEntries(given), ...at, ...fixed }
}

/** Paths of members from the root of the schema: those below the place, or the place itself where it has none. */
function membersBelow({ schema, steps }: MemberPlace): Steps[] {
  const node = findNode(schema, steps)!
  const below = [...eachMember(node)].map((member) => [...steps, ...member.steps])
  const unique = new Map(below.map((each) => [each.join('.'), each]))
  return steps.length > 0 && steps.at(-1) !== '[]' ? [steps, ...unique.values()] : [...unique.values()]
}

function addFact(parts: Record<string, Record<string, unknown>>, place: MemberPlace, steps: Steps, pick: Pick): void {
  const path = pathText(steps.slice(place.steps.length))
  const node = withoutNull(findNode(place.schema, steps)!)
  const name = steps.at(-1)!
  const types = wireTypesOf(name, node)
  const { enum: words } = node as { enum?: string[] }
  if (pick(4) < 3) parts.names![path] = randomName(place.of?.slot, name, node, pick)
  if (types.length > 0 && pick(3) === 0) parts.types![path] = oneOf(pick, types)
  if (words && pick(2) === 0)
    parts.words![path] = Object.fromEntries(
      words.filter(() => pick(3) > 0).map((word) => [word, `${word}_x`.toLowerCase()]),
    )
  if (parts.words![path] && Object.keys(parts.words![path] as object).length === 0) delete parts.words![path]
  const form = entrySchema(node) && place.of?.slot !== 'query' && pick(3) === 0 ? randomForm(node, pick) : undefined
  if (form) parts.lists![path] = form
  if (place.of?.slot === 'body' && parts.names![path] !== null && pick(8) === 0 && DISPENSABLE.test(name))
    parts.required![path] = true
}

function randomName(slot: Slot | undefined, name: string, node: TSchema, pick: Pick): string | null {
  const camel = name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
  const plain = oneOf(pick, [...(SYNONYMS[name] ?? []), camel, `the_${name}`, `${name}_`])
  if (slot === 'query') return pick(6) === 0 ? `filter[${name}]` : plain
  if (DISPENSABLE.test(name) && pick(6) === 0) return null
  const isObject = memberSchemas(node) !== undefined
  switch (pick(isObject ? 8 : 9)) {
    case 0:
      return `attributes.${plain}`
    case 1:
      return `/lifted_${name}`
    case 2:
      return `/shelf[kind=${name}].content`
    default:
      return plain
  }
}

function randomForm(node: TSchema, pick: Pick): object | undefined {
  const entries = entrySchema(node)!
  const names = memberNames(entries)
  const members = memberSchemas(entries)
  if ((node as { type?: string }).type !== 'array') return undefined
  if (!members) return oneOf(pick, [{ in: 'value' }, { numbered: pick(2) as 0 | 1 }])
  const keys = names.filter((each) => ['string', 'integer'].includes((members[each] as { type?: string }).type ?? ''))
  return keys.length === 0 || pick(3) === 0 ? { numbered: pick(2) } : { by: keys[0] }
}
