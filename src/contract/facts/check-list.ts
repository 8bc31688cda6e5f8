import { isObject } from '../../base/is-object.js'
import { entrySchema, memberSchemas, type TSchema } from '../schema.js'
import { areGroups } from './by-side.js'
import type { MemberPlace } from './member-facts.js'
import { mapEntrySchema } from './pairs.js'
import { wireTypesOf, withoutNull } from './scalars.js'
import { memberNames } from './schema-path.js'
import { parsePlace } from './wire-path.js'

type Node = { type?: string; enum?: unknown[]; anyOf?: unknown[] }

/** The members that the form of a list may have. */
const FORMS = [
  ...['by', 'by value', 'values', 'in', 'beside in', 'again in', 'in slug'],
  ...['numbered', 'keyed', 'single', 'counted', 'groups'],
]
/** What numbers the entries around scalars, beside these forms. */
const NUMBERS = ['index', 'number']

/** What is wrong with how a fact says that a list is written; undefined if nothing is. */
export function findListFault(node: TSchema, list: unknown, { of }: MemberPlace): string | undefined {
  const entries = entrySchema(withoutNull(node))
  if (mapEntrySchema(node)) return findPairsFault(list)
  if (isObject(list) && Object.keys(list).join() === 'listed') {
    if (list.listed !== true) return 'listed is true'
    const isScalar = wireTypesOf('', withoutNull(node)).length > 0 || (withoutNull(node) as Node).enum !== undefined
    return isScalar ? undefined : 'only a scalar can be listed alone'
  }
  if (!entries || (withoutNull(node) as Node).type !== 'array') return 'takes no list: it is not a list'
  const names = isObject(list) ? Object.keys(list) : []
  const ordinal = names.includes('in') ? names.find((name) => NUMBERS.includes(name)) : undefined
  const form = names
    .filter((name) => name !== ordinal)
    .sort()
    .join(' ')
  if (!FORMS.includes(form)) {
    return 'list must be {by: member}, {by: member, value: member}, {values: member}, {in: member}, {in: member, beside: texts}, {in: member, again: member}, {in: member, slug: member}, each of these with index or number, {numbered: 0 or 1}, {keyed: slug}, {single: true}, {counted: true} or {groups: sides}'
  }
  if (form === 'counted') {
    const isOfObjects = !isUnion(entries) && memberSchemas(entries) !== undefined
    if (of && of.slot !== 'result') return "a request can't say only how many entries there are"
    if (!isOfObjects) return 'only a list of objects can be counted'
    return (list as { counted: unknown }).counted === true ? undefined : 'counted is true'
  }
  if (form === 'groups') {
    const { groups } = list as { groups: unknown }
    if (of && of.slot !== 'result') return 'only a list of a response can be in groups'
    const areNames = Array.isArray(groups) && groups.every((name) => isName(name)) && areGroups(groups)
    return areNames ? undefined : 'groups must be two sides of a sentiment, or more'
  }
  if (form === 'numbered' || form === 'single') {
    const { numbered, single } = list as Record<string, unknown>
    return numbered === 0 || numbered === 1 || single === true ? undefined : 'numbered is 0 or 1, single is true'
  }
  if (form === 'keyed') {
    if (memberSchemas(entries)) return 'only scalars can be listed by their slugs'
    return (list as { keyed: unknown }).keyed === 'slug' ? undefined : 'keyed is slug'
  }
  const { by, value, values, in: around, beside, again, slug = again } = list as Partial<Record<string, unknown>>
  const members = isUnion(entries) ? undefined : memberSchemas(entries)
  if (around !== undefined) {
    if (memberSchemas(entries)) return 'only scalars can be wrapped in an object'
    if (!isName(around) || !isName(slug ?? 'slug') || slug === around)
      return `in and ${again === undefined ? 'slug' : 'again'} must be two names`
    const number = ordinal && (list as Record<string, unknown>)[ordinal]
    if (ordinal && (!isName(number) || number === around || number === slug)) return `${ordinal} must be another name`
    const isMap = beside === undefined || (isObject(beside) && Object.keys(beside).length > 0)
    const isText = ([name, each]: [string, unknown]) => isName(name) && name !== around && isConstant(each)
    return isMap && Object.entries(beside ?? {}).every(isText) ? undefined : 'beside must map names to strings'
  }
  const missing = [by, value, values].find((name) => name !== undefined && !Object.hasOwn(members ?? {}, String(name)))
  if (missing !== undefined || !members)
    return `entries have no ${String(missing)}; they have ${memberNames(entries).join(', ') || 'no members'}`
  if (by !== undefined && by === value) return 'by and value must be two members'
  const { required = [] } = entries as { required?: string[] }
  const optional = [by, value].find((name) => name !== undefined && !required.includes(String(name)))
  if (optional !== undefined) return `not every entry has ${String(optional)}`
  const isKey = by === undefined || ['string', 'integer'].includes((members[String(by)] as Node).type ?? '')
  return isKey ? undefined : `${String(by)} can't be the name of a member`
}

function findPairsFault(list: unknown): string | undefined {
  const { key, value, ...others } = (isObject(list) ? list : {}) as Record<string, unknown>
  if (Object.keys(others).length > 0 || !isName(key) || !isName(value))
    return 'list of a map must be {key: name, value: name}'
  return key === value ? 'key and value must be two names' : undefined
}

/** Whether a value is the name of a member. */
export const isName = (name: unknown) => typeof name === 'string' && parsePlace(name)?.steps.length === 1
/** Whether a constant beside a member is a text that is not too long. */
export const isConstant = (value: unknown) => typeof value === 'string' && value.length <= 100

/** Whether a schema has alternatives that are more than a form and null. */
export function isUnion(node: TSchema): boolean {
  const { anyOf = [] } = withoutNull(node) as Node
  return anyOf.some((each) => !memberSchemas(each as TSchema))
}
