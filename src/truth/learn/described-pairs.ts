import type { Member, Shape } from './evidence/shape.js'
import { FIELD_WORDS, HEADER, MEMBER } from './mapping-words.js'
import { plainName } from './match/lexicon.js'
import { isMember, type MappingFact, pairsApart, pairsNamed, TEXT } from './upload-forms.js'

/** The lists of pairs that a description shows, by its schema or in words such as `a list of {column, member}`. */
export function describedPairs({ about = '', shape }: Member): MappingFact[] {
  return [...describedPair(shape), ...pairsOf(namedPair(about)), ...explainedPair(about)]
}

/** `{"column": header, "field": question id or one of rating, …}`: what is said of both members of a pair. */
function explainedPair(about: string): MappingFact[] {
  const pairs = [...about.matchAll(/\{\s*["'`]?(\w+)["'`]?\s*:\s*([^{}:]*?),\s*["'`]?(\w+)["'`]?\s*:\s*([^{}]*)\}/g)]
  const isHeader = (text: string) => new RegExp(`\\b${HEADER}\\b`, 'i').test(text)
  const told = pairs.flatMap(([, one = '', ofOne = '', other = '', ofOther = '']) => {
    if (isHeader(ofOne) === isHeader(ofOther)) return []
    return isHeader(ofOne) ? [{ column: one, name: other, said: ofOther }] : [{ column: other, name: one, said: ofOne }]
  })
  const isOfField = ({ name, said }: { name: string; said: string }) =>
    new RegExp(`\\b${FIELD_WORDS}\\b`, 'i').test(said) || (FIELD_NAME.test(plainName(name)) && /\bid\b/i.test(said))
  const isOfMember = ({ said }: { said: string }) => new RegExp(`["'\`]${TEXT}["'\`]|\\b${MEMBER}\\b`, 'i').test(said)
  const sure = told.filter((each) => isOfField(each) !== isOfMember(each))
  const [first, second] = sure
  if (!first || sure.length < told.length || sure.some(({ column }) => column !== first.column)) return []
  if (sure.every(({ name }) => name === first.name))
    return [pairsNamed(first.column, first.name, isOfField(first) ? 'flat-pairs' : 'pairs')]
  const [field, another] = sure.filter(isOfField)
  const member = field === first ? second : first
  return !field || another || !member ? [] : [pairsApart(first.column, member.name, field.name)]
}

const FIELD_NAME = /^(field|question)(_?id)?$/

/** Entries with a header, beside the name of a member or, under a name of its own, the id of a field. */
export function describedApart(entry: readonly [name: string, Member][]): MappingFact | undefined {
  const isOfOthers = ({ shape }: Member) =>
    shape.kind === 'scalar' && shape.words?.every((each) => isMember(each) && each !== TEXT) === true
  const [column, ...more] = entry.filter(([name, { required }]) => required && COLUMN_NAME.test(plainName(name)))
  const [member, another] = entry.filter(([, each]) => !each.required && isOfOthers(each))
  const [field, other] = entry.filter(([name, each]) => !each.required && FIELD_NAME.test(plainName(name)))
  if (!column || !member || !field || more.length > 0 || another || other || entry.length !== 3) return undefined
  return pairsApart(column[0], member[0], field[0])
}

/** The pair that the entries of a described list are; what is said of its member outranks how that is called. */
function describedPair(shape: Shape): MappingFact[] {
  const members = shape.kind === 'list' && shape.entry.kind === 'object' ? shape.entry.members : {}
  const [form] = pairsOf(Object.keys(members))
  if (!form) return []
  const said = Object.entries(members).filter(([name]) => MEMBER_NAME.test(plainName(name)))
  const isOfField = said.some(([, { about = '' }]) => new RegExp(`\\b${FIELD_WORDS}\\b`, 'i').test(about))
  return [isOfField ? { ...form, form: 'flat-pairs' } : form]
}

/** `a list of {column, member}`: the two names. */
function namedPair(about: string): string[] {
  const [, one, other] =
    /(?:\blists?\b|\barray\b|\[)[^{}]*\{\s*["'`]?(\w+)["'`]?\s*,\s*["'`]?(\w+)["'`]?\s*\}/i.exec(about) ?? []
  return one && other ? [one, other] : []
}

/** Pairs whose names tell which is which. */
function pairsOf(names: readonly string[]): MappingFact[] {
  const columns = names.filter((name) => COLUMN_NAME.test(plainName(name)))
  const members = names.filter((name) => MEMBER_NAME.test(plainName(name)))
  return names.length === 2 && columns.length === 1 && members.length === 1
    ? [pairsNamed(columns[0]!, members[0]!)]
    : []
}

const COLUMN_NAME = /^(column|col|header)(_(name|header))?$/
const MEMBER_NAME = /^(member|attribute|property)(_name)?$/
