import { pathText } from '../../../src/contract/facts/facts.js'
import { type MemberPlace, partsOf, placeOf } from '../../../src/contract/facts/member-facts.js'
import { isTime, withoutNull } from '../../../src/contract/facts/scalars.js'
import { eachMember, findNode, type Steps } from '../../../src/contract/facts/schema-path.js'
import { entrySchema, memberSchemas, type TSchema } from '../../../src/contract/schema.js'
import { alikeOnAllSides, isOtherName, likeTheirs, type Parts } from './alike-members.js'
import { CONSTANTS, DISPENSABLE, GENERIC, HOLDERS, OWNERS, WRAPPERS } from './backend-names.js'
import { recordOf } from './backend-records.js'
import { nameOf, type Style } from './backend-style.js'
import { otherWords } from './backend-words.js'
import { oneOf } from './pick.js'
import { randomForm } from './random-forms.js'
import { randomType } from './random-types.js'

/** A fact about the members of a slot or an event: some of them named, placed, typed or worded as another team would. */
export function randomMemberFact(id: string, style: Style): object {
  const { pick } = style
  const place = placeOf(id)
  const slot = place.of?.slot
  const members = membersBelow(place).filter((steps) => !(id === 'body:eraseFeedback' && isOtherName(steps)))
  const chosen = members.filter(() => pick(members.length) < 4)
  const parts: Parts = { names: {}, types: {}, words: {}, flags: {}, lists: {}, required: {}, limits: {} }
  for (const steps of chosen.length > 0 ? chosen : [oneOf(pick, members)]) {
    addFact(parts, { id, place, steps, style })
  }
  alikeOnAllSides(
    parts,
    members.map((steps) => pathText(steps.slice(place.steps.length))),
  )
  if (id === 'body:eraseFeedback') likeTheirs(parts)
  for (const steps of members) if (pick(3) === 0) splitObject(parts, { id, place, steps, style })
  const own = recordOf(id, [])
  const around = oneOf(pick, [
    style.record(own),
    style.record(own),
    oneOf(pick, WRAPPERS),
    `result.${style.record(own)}`,
  ])
  const isForm = /uploadFeedback/.test(id) && slot === 'body'
  // The parts of a form are in nothing but the form.
  if (isForm) for (const [path, name] of Object.entries(parts.names)) parts.names[path] = flat(name)
  const at = place.steps.length === 0 && !isForm && pick(4) === 0 ? { at: style.spelled(around) } : {}
  const fixed = slot === 'body' && pick(6) === 0 ? { fixed: oneOf(pick, CONSTANTS) } : {}
  const given = Object.entries({ ...parts, ...at, ...fixed }).filter(
    ([name, part]) => partsOf(place).includes(name) && (typeof part === 'string' || Object.keys(part).length > 0),
  )
  return Object.fromEntries(given)
}

function flat(name: unknown): unknown {
  return typeof name === 'string' ? name.replace(/^\//, '').replaceAll('.', '_') : name
}

/** Paths of members from the root of the schema: those below the place, or the place itself where it has none. */
function membersBelow({ schema, steps }: MemberPlace): Steps[] {
  const node = findNode(schema, steps)!
  const below = [...eachMember(node)].map((member) => [...steps, ...member.steps])
  const unique = new Map(below.map((each) => [each.join('.'), each]))
  return steps.length > 0 && steps.at(-1) !== '[]' ? [steps, ...unique.values()] : [...unique.values()]
}

/** What services have a flag for, of what becomes of a mail; the furthest first. */
const OUTCOMES = ['complained', 'bounced', 'delivered'] as const

interface Member {
  id: string
  place: MemberPlace
  steps: Steps
  style: Style
}

function addFact(parts: Parts, member: Member): void {
  const { id, place, steps, style } = member
  const { pick } = style
  const path = pathText(steps.slice(place.steps.length))
  const node = withoutNull(findNode(place.schema, steps)!)
  const name = steps.at(-1)!
  const record = recordOf(id, steps.slice(0, -1))
  const slot = place.of?.slot
  // The members of a list that shrank to one of them.
  if (parts.names[path] === null) return
  if (pick(4) < 3 && parts.names[path] === undefined) {
    const chosen = randomName(member, node, record)
    if (chosen !== name) parts.names[path] = chosen
  }
  const named = String(parts.names[path])
  const isUuid = /u?uid|guid/i.test(named)
  const isPercent = name === 'share' && /percent|pct/i.test(named)
  const type =
    record === 'mapping' ? undefined : isPercent ? 'percent' : pick(3) === 0 ? randomType(name, node, style) : undefined
  if (type !== undefined && !(isUuid && type === 'integer')) parts.types[path] = type
  if ((node as { enum?: unknown }).enum && pick(2) === 0) addWords(parts, path, node, member)
  if (name === 'delivery_status' && slot === 'result' && pick(3) === 0) {
    delete parts.names[path]
    delete parts.words[path]
    parts.flags[path] = Object.fromEntries(OUTCOMES.map((word) => [word, style.spelled(word)]))
  }
  const form = slot !== 'query' && pick(3) === 0 ? randomForm(name, node, style) : undefined
  if (form) {
    parts.lists[path] = form.list
    for (const gone of form.gone) {
      const below = pathText([...steps.slice(place.steps.length), '[]', gone])
      for (const part of Object.values(parts)) delete part[below]
      parts.names[below] = null
    }
  }
  // Some publish several sources with one request.
  if (id.startsWith('body:publishSource') && name === 'survey_id' && parts.names[path] !== null && pick(3) === 0) {
    parts.lists[path] = { listed: true }
    parts.names[path] = style.spelled(`${style.record('source')}_ids`)
  }
  if (slot === 'body' && parts.names[path] !== null && pick(8) === 0 && DISPENSABLE.test(name))
    parts.required[path] = true
  // Options of a request may be in its query.
  if (slot === 'body' && /^(dry_run|resend)$/.test(name) && pick(3) === 0) parts.names[path] = `?${style.spelled(name)}`
  const limits = slot === 'body' && pick(8) === 0 ? randomLimits(steps, node, style) : undefined
  if (limits) parts.limits[path] = limits
}

function addWords(parts: Parts, path: string, node: TSchema, { style }: Member): void {
  const { pick } = style
  const ours = (node as { enum?: string[] }).enum ?? []
  const taken = new Set(ours)
  const given: Record<string, unknown> = {}
  if (ours.includes('ACCESSIBLE') && pick(6) === 0) {
    parts.names[path] = style.spelled(oneOf(pick, ['is_published', 'published', 'is_live', 'active']))
    parts.words[path] = { EDITING: false, ACCESSIBLE: true }
    return
  }
  // Two names for one type are our own service's courtesy.
  for (const word of ours.filter((each) => !ours.includes('DEPTH_TEXT') || each === each.toUpperCase())) {
    const others = otherWords(word).map(style.word)
    const free = [...(pick(3) > 0 ? others : []), style.word(word)].filter((each) => !taken.has(each))
    if (free.length === 0) continue
    const chosen = pick(2) === 0 ? free[0]! : oneOf(pick, free)
    given[word] = chosen
    taken.add(chosen)
  }
  if (Object.keys(given).length > 0) parts.words[path] = given
}

/** Where a member stands and what it is called; null where the service lacks it. */
function randomName({ steps, place, style }: Member, node: TSchema, record: string): string | null {
  const { pick } = style
  const name = steps.at(-1)!
  const plain = style.spelled(prefixed(nameOf(style, record, name), record, style))
  const owner = OWNERS[name]
  if (record === 'mapping') return plain
  if (place.of?.slot === 'query')
    return pick(6) === 0 && !/^(limit|cursor|envelope)$/.test(name) ? `filter[${plain}]` : plain
  if (DISPENSABLE.test(name) && pick(6) === 0) return null
  if (memberSchemas(node) !== undefined || entrySchema(node) !== undefined) {
    return pick(12) === 0 ? style.spelled(`${oneOf(pick, HOLDERS.plain)}.`) + plain : plain
  }
  const lifted = liftedName(steps, style)
  if (lifted !== undefined && pick(4) === 0) return style.spelled(lifted)
  if (owner !== undefined) {
    if (owner === record || pick(6) > 0) return plain
    return style.spelled(`${style.record(owner)}.${oneOf(pick, ['id', 'id', 'uuid', 'key'])}`)
  }
  if (name === 'status_url' && pick(3) === 0) return oneOf(pick, ['links.self', 'links.status', '_links.self.href'])
  if (name === 'customer_id' && pick(8) === 0)
    return style.spelled(oneOf(pick, ['customer.id', 'author.id', 'user.id']))
  if (LIFTABLE.test(record) || pick(7) > 0) return plain
  const sort = holderOf(name, node)
  return style.spelled(`${style.usual(`holder ${sort}`, HOLDERS[sort])}.`) + plain
}

/** A name that means little alone, mostly with the record before it where a team has that habit. */
function prefixed(name: string, record: string, style: Style): string {
  const isPrefixed = GENERIC.test(name) && style.usual('prefix', [true, false, false])
  return isPrefixed ? `${style.record(record)}_${name}` : name
}

function holderOf(name: string, node: TSchema): keyof typeof HOLDERS {
  if (isTime(name, node)) return 'time'
  if (/^(channel|language|rating|customer_id|source_reference)$/.test(name)) return 'extra'
  return ['integer', 'number'].includes((node as { type?: string }).type ?? '') ? 'count' : 'plain'
}

/** Objects with members that other services have beside them, and what says there where they belong. */
const LIFTABLE = /^(positive|neutral|negative|sentiment|counts|quota|sender_domain|error|result|pagination)$/

/** The name of a member one or more records up, which says what it was: `/positive_count`, `/error_message`. */
function liftedName(steps: Steps, { pick }: Style): string | undefined {
  const [around = '', name = ''] = steps.slice(-2)
  if (steps.length < 2 || !LIFTABLE.test(around)) return undefined
  if (around === 'pagination' || around === 'result') return `/${name}`
  if (around === 'counts')
    return oneOf(pick, [`/${name}_count`, `/num_${name}`, `/total_${name}`, `/recipients_${name}`])
  const noun = { sender_domain: 'domain' }[around] ?? around
  return oneOf(pick, [
    `/${noun}_${name}`,
    `/${noun}_${name}`,
    ...(name === 'count' ? [`/${noun}`, `/num_${noun}`] : []),
  ])
}

/** What a team that lists figures instead calls the list, the word beside each, and the figure. */
const FIGURES = {
  counts: {
    lists: ['metrics', 'stats', 'counts', 'breakdown'],
    word: ['type', 'name', 'metric', 'status'],
    figure: ['value', 'count'],
  },
  sentiment: {
    lists: ['distribution', 'breakdown', 'buckets', 'sentiments'],
    word: ['label', 'name', 'sentiment', 'class'],
    figure: [],
  },
} as const

/** Figures of one object as entries of a list, each with the word that says which it is: `metrics[type=sent].value`. */
function splitObject(parts: Parts, { place, steps, style }: Member): void {
  const { pick } = style
  const name = steps.at(-1)!
  if ((name !== 'counts' && name !== 'sentiment') || place.of?.slot === 'query') return
  const { lists, word, figure } = FIGURES[name]
  const list = style.spelled(style.usual(`list of ${name}`, lists))
  const by = style.spelled(style.usual(`word of ${name}`, word))
  const below = steps.slice(place.steps.length)
  const value = figure.length > 0 ? `.${style.spelled(style.usual(`figure of ${name}`, figure))}` : ''
  for (const member of Object.keys(memberSchemas(withoutNull(findNode(place.schema, steps)!)) ?? {})) {
    if (member === 'score') continue
    const path = pathText([...below, member])
    const which = style.word(pick(3) === 0 ? (otherWords(member)[0] ?? member) : member)
    const up = name === 'counts' || below.length > 0 ? '/' : ''
    parts.names[path] = `${up}${list}[${by}=${which}]${value}`
  }
}

function randomLimits(steps: Steps, node: TSchema, { pick }: Style): object | undefined {
  if (steps.includes('content') || steps.includes('mapping')) return undefined
  const { type, enum: words } = node as { type?: string; enum?: unknown }
  if (words) return undefined
  if (type === 'array') return { max_items: oneOf(pick, [50, 100, 250, 500]) }
  const isText = type === 'string' && !isTime(steps.at(-1)!, node) && !/_id$|^file$/.test(steps.at(-1)!)
  return isText ? { max_length: oneOf(pick, [100, 128, 200, 255, 500]) } : undefined
}
