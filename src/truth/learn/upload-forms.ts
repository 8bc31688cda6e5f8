import { isObject, type JsonObject } from '../../base/is-object.js'
import { GUESSES, type Values } from '../../contract/assumptions/values.js'
import { UploadMapping } from '../../contract/operations/feedback.js'
import { fieldsIn, tableIn } from './upload-columns.js'

/** How the columns of an upload are named, as far as a fact says it. */
export type MappingFact = Partial<Values['upload-mapping']>

export const TEXT = 'text'
/** What a column of an upload may be. */
export const MEMBERS = [TEXT, ...Object.keys(UploadMapping.properties).filter((name) => name !== 'fields')]
export const isMember = (name: unknown) => typeof name === 'string' && MEMBERS.includes(name)

/** The form of a mapping that was sent with its file: the side that are headers and no members, and that are members and no headers. */
export function seenForm(form: JsonObject, part: string): MappingFact | undefined {
  const mapping = form[part]
  const headers = tableIn(form).headers
  const isHeader = (name: string) => headers.includes(name)
  const fields = isObject(mapping) ? fieldsIn(mapping, isMember) : undefined
  if (isObject(mapping) && fields !== undefined) {
    const columns = Object.entries(mapping).flatMap(([name, each]) => (name === fields.name ? fields.columns : each))
    return columns.map(String).every(isHeader) ? { form: 'fields' } : undefined
  }
  return formOfMapping(mapping, isHeader)
}

type IsHeader = (name: string) => boolean

/** The form of a mapping: an object of members and headers, or a list of pairs of them. */
export function formOfMapping(mapping: unknown, isHeader: IsHeader): MappingFact | undefined {
  if (isObject(mapping)) {
    const side = sideOf(Object.entries(mapping), isHeader)
    if (side?.isFlat) return { form: side.at === 0 ? 'flat' : 'flat-columns' }
    return side && { form: side.at === 0 ? 'members' : 'columns' }
  }
  if (!Array.isArray(mapping) || !mapping.every(isObject)) return undefined
  const apart = apartForm(mapping, isHeader)
  if (apart) return apart
  const [names = [], ...others] = mapping.map((pair) => Object.keys(pair))
  const [one, other] = names
  if (!one || !other || [names, ...others].some((each) => each.join() !== `${one},${other}`)) return undefined
  const side = sideOf(
    mapping.map((pair) => [String(pair[one]), pair[other]]),
    isHeader,
  )
  const [theirMember, theirColumn] = side?.at === 0 ? [one, other] : [other, one]
  return side && pairsNamed(theirColumn, theirMember, side.isFlat ? 'flat-pairs' : 'pairs')
}

/** Pairs in which the ids of fields go by a name of their own: `{column: "Comment", question_id: "31"}` beside `{column: "Stars", target: "rating"}`. */
function apartForm(pairs: readonly JsonObject[], isHeader: IsHeader): MappingFact | undefined {
  const names = [...new Set(pairs.flatMap((pair) => Object.keys(pair)))]
  const column = names.find((name) => pairs.every((pair) => name in pair && isHeader(String(pair[name]))))
  const [one, other, more] = names.filter((name) => name !== column)
  const isEach = (pair: JsonObject) => Object.keys(pair).length === 2
  if (column === undefined || !one || !other || more || !pairs.every(isEach)) return undefined
  const valuesOf = (name: string) => pairs.filter((pair) => name in pair).map((pair) => String(pair[name]))
  const ofMembers = [one, other].filter((name) => valuesOf(name).every((each) => isMember(each) && each !== TEXT))
  const [member] = ofMembers
  const field = one === member ? other : one
  if (ofMembers.length !== 1 || valuesOf(field).some((each) => isMember(each) || isHeader(each))) return undefined
  return pairsApart(column, member!, field)
}

type Pairs = readonly (readonly [string, unknown])[]

/** Which side of each pair says what its column is: members, or the ids of fields as well (`isFlat`). */
function sideOf(pairs: Pairs, isHeader: IsHeader): { at: 0 | 1; isFlat: boolean } | undefined {
  const at = memberSide(pairs, isHeader)
  if (at !== undefined) return { at, isFlat: false }
  const sides = [pairs.map(([one]) => one), pairs.map(([, other]) => String(other))] as const
  const isFirst = areFlat(sides[0], sides[1], isHeader)
  if (isFirst === areFlat(sides[1], sides[0], isHeader)) return undefined
  return { at: isFirst ? 0 : 1, isFlat: true }
}

/** Whether ids of fields stand beside members, each with a header: what is no member is an id, and has a digit. */
function areFlat(names: readonly string[], headers: readonly string[], isHeader: IsHeader): boolean {
  const fields = names.filter((name) => !isMember(name))
  const areIds = fields.length > 0 && fields.every((name) => /\d/.test(name) && !isHeader(name))
  return areIds && !names.includes(TEXT) && headers.every(isHeader)
}

/** Which side of each pair is the member; undefined where it may be either. */
function memberSide(pairs: Pairs, isHeader: IsHeader): 0 | 1 | undefined {
  const sides = [pairs.map(([one]) => one), pairs.map(([, other]) => String(other))] as const
  const isMapped = (members: readonly string[], headers: readonly string[]) =>
    members.includes(TEXT) && members.every(isMember) && headers.every(isHeader)
  const isFirst = isMapped(sides[0], sides[1])
  if (isFirst === isMapped(sides[1], sides[0])) return undefined
  return isFirst ? 0 : 1
}

/** Pairs whose members are called so. */
export function pairsNamed(
  theirColumn: string,
  theirMember: string,
  form: 'pairs' | 'flat-pairs' = 'pairs',
): MappingFact {
  const { column, member } = GUESSES['upload-mapping']
  return {
    form,
    ...(theirColumn === column ? {} : { column: theirColumn }),
    ...(theirMember === member ? {} : { member: theirMember }),
  }
}

/** Pairs in which the ids of fields go by a name of their own. */
export function pairsApart(theirColumn: string, theirMember: string, theirField: string): MappingFact {
  return { ...pairsNamed(theirColumn, theirMember, 'flat-pairs'), field_member: theirField }
}

/** Pairs by what their members are mostly called. */
export const COMMON_PAIRS: readonly MappingFact[] = [
  pairsNamed('column', 'member'),
  pairsNamed('column', 'field'),
  pairsNamed('header', 'field'),
  pairsNamed('source', 'target'),
  pairsNamed('from', 'to'),
]

/** Of pairs in which the ids of fields are beside members, those that say so by their names. */
export const COMMON_FLAT_PAIRS: readonly MappingFact[] = [
  pairsNamed('column', 'field', 'flat-pairs'),
  pairsNamed('header', 'field', 'flat-pairs'),
]
