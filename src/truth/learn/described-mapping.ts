import { parseJson } from '../../base/parse-json.js'
import { isFlat } from '../../contract/facts/flat-mapping.js'
import { describedApart, describedPairs } from './described-pairs.js'
import type { Member, Shape } from './evidence/shape.js'
import { FIELD, FIELD_WORDS, HEADER, HEADER_WORDS, MEMBER, MEMBER_WORDS } from './mapping-words.js'
import { isOfFields } from './upload-columns.js'
import { formOfMapping, isMember, type MappingFact, pairsNamed, TEXT } from './upload-forms.js'

const EACH = '(?:its|their|the|each|every) '
/** `the header of the text column`, `the column of each field`. */
const COLUMN_OF = `${HEADER} of (?:the|each|every|its) (?:text )?(?:${HEADER}|${FIELD})`
/** What stands beside fields: `id of a question, or external_id, rating`. */
const BESIDE = '(?:,? (?:or|and) [\\w, …]*?)?'
const TO = '\\s*(?:->|=>|→|:|to)\\s*(?:the |a |an |our |its )?'

/** Whether a word of an example may be a header: it is neither a member nor an id. */
const isLikeHeader = (name: string) => !isMember(name) && !/^([a-z]{1,8}[_-])?[\da-f-]*\d[\da-f-]*$/i.test(name)

/** The forms that a description shows: by an example, its schema, or in words such as `column header -> member`. */
export function describedForms(member: Member): MappingFact[] {
  const { about = '', shape } = member
  const seen = shape.kind === 'scalar' ? shape.seen : []
  const examples = [
    ...seen.map((each) => (typeof each === 'string' ? parseJson(each) : each)),
    parseJson((/\[\s*\{.*\}\s*\]/s.exec(about) ?? /\{.*\}/s.exec(about))?.[0] ?? ''),
  ]
  const shown = examples.flatMap((each) => {
    const form = formOfMapping(each, isLikeHeader)
    // Without a member beside them, the keys of an example may as well be numbers of columns.
    const isOpen = isFlat(form?.form ?? '') && !textsOf(each).some(isMember)
    return form === undefined || isOpen ? [] : [form]
  })
  // What stands in brackets says more of the word before it.
  const plain = about.replace(/\s*\([^()]*\)/g, '')
  const says = (from: string, to: string) => new RegExp(`\\b${from}${TO}${to}\\b`, 'i').test(plain)
  const words: MappingFact[] = [
    ...(says(HEADER_WORDS, MEMBER_WORDS) ? [{ form: 'columns' as const }] : []),
    ...(says(FIELD_WORDS + BESIDE, HEADER_WORDS) || isByField(plain) ? [{ form: 'flat' as const }] : []),
    ...(says(HEADER_WORDS, FIELD_WORDS) ? [{ form: 'flat-columns' as const }] : []),
    ...(says(MEMBER_WORDS, HEADER_WORDS) || (isByMember(plain) && !isByField(plain))
      ? [{ form: 'members' as const }]
      : []),
  ]
  return [
    ...shapedForms(shape),
    ...(isOfFields(member) ? [{ form: 'fields' as const }] : []),
    ...shown,
    ...words,
    ...describedPairs(member),
  ]
}

/** `The header of each question by its question id`; not of a mapping that has them in an object of their own. */
function isByField(about: string): boolean {
  const isInside = /["'`]fields["'`]/i.test(about)
  const isBy = new RegExp(`\\b(?:${HEADER_WORDS}|${COLUMN_OF}) (?:by|for) (?:${EACH})?${FIELD_WORDS}\\b`, 'i')
  return !isInside && isBy.test(about.replace(/,(?= by )/g, ''))
}

/** `Header of the column of each member`. */
function isByMember(about: string): boolean {
  return new RegExp(`\\bheaders?\\b[^.:]* (?:of|for|by) (?:each|every|its) ${MEMBER}\\b`, 'i').test(about)
}

/** The texts of an example, its names among them. */
function textsOf(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [String(value)]
  const names = Array.isArray(value) ? [] : Object.keys(value)
  return [...names, ...Object.values(value).flatMap(textsOf)]
}

/** The forms that a schema shows: which side has no other words than those of members. */
function shapedForms(shape: Shape): MappingFact[] {
  const areMembers = (each: Shape | undefined) =>
    each?.kind === 'scalar' && each.words?.includes(TEXT) === true && each.words.every(isMember)
  const isHeader = (each: Shape) => each.kind === 'scalar' && each.types.includes('string') && !each.words
  if (shape.kind === 'map') return areMembers(shape.entry) ? [{ form: 'columns' }] : []
  if (shape.kind === 'object') {
    const members = Object.entries(shape.members)
    const isMapping = shape.isListed && TEXT in shape.members && members.every(([name]) => isMember(name))
    return isMapping && members.every(([, each]) => isHeader(each.shape)) ? [{ form: 'members' }] : []
  }
  const entry = shape.kind === 'list' && shape.entry.kind === 'object' ? Object.entries(shape.entry.members) : []
  const apart = describedApart(entry)
  if (apart) return [apart]
  const [theirMember, another] = entry.filter(([, each]) => areMembers(each.shape))
  const [theirColumn, third] = entry.filter(([, each]) => isHeader(each.shape))
  return theirMember && theirColumn && !another && !third ? [pairsNamed(theirColumn[0], theirMember[0])] : []
}
