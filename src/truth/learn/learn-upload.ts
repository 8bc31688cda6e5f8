import { isObject, type JsonObject } from '../../base/is-object.js'
import { GUESSES } from '../../contract/assumptions/values.js'
import { WHOLE_BODY } from '../../contract/facts/body-places.js'
import { isFlat } from '../../contract/facts/flat-mapping.js'
import { describedForms } from './described-mapping.js'
import type { WireOperation } from './evidence/evidence.js'
import { listsMembers, type Member } from './evidence/shape.js'
import type { Finding } from './findings.js'
import { namesOf, plainName } from './match/lexicon.js'
import { isCalledMapping, type Parts, withInnerParts, withInnerValues } from './settings-part.js'
import { tableIn, withColumns } from './upload-columns.js'
import { COMMON_FLAT_PAIRS, COMMON_PAIRS, type MappingFact, MEMBERS, seenForm } from './upload-forms.js'
import { partsForm, splitAt } from './upload-parts.js'

const ID = 'behaviour:upload-mapping'
const BODY = 'body:uploadFeedback'

/**
 * How the columns of an upload are named: by a part of JSON, whose direction the headers of a file that was sent show, or the words of a
 * description; or by a part for each member. Where nothing tells the direction, that is left open.
 */
export function uploadFindings(wire: WireOperation): Finding[] {
  const members = partsOf(wire)
  const isListed = wire.described.body && wire.body !== undefined && listsMembers(wire.body.shape)
  return [
    ...fileForm(wire, members),
    ...fileFindings(members),
    ...labelFindings(members),
    ...mappingFindings(wire, isListed),
  ]
}

/** The parts of an upload that say which column or field is which, and the file: no other member of ours can be meant by them. */
export function takenParts(wire: WireOperation): string[] {
  const members = partsOf(wire)
  const { names = [] } = columnParts(wire) ?? {}
  const mappings = Object.keys(members).filter((name) => mayMap(name, members[name]!))
  return [...names, ...filesAmong(members), ...mappings, ...fieldParts(members), ...labelsAmong(members)]
}

function ownParts({ body }: WireOperation): Parts {
  return body?.shape.kind === 'object' ? body.shape.members : {}
}

const partsOf = (wire: WireOperation): Parts => withInnerParts(ownParts(wire))

/** The forms that the service accepted. */
function sentForms(wire: WireOperation): JsonObject[] {
  return wire.exchanges
    .filter(({ isForm, status }) => isForm && status >= 200 && status < 300)
    .map(({ requestBody }) => requestBody)
    .filter(isObject)
    .map((form) => withInnerValues(form, ownParts(wire)))
}

/** A part for each column; what is inside another part is none. */
const columnParts = (wire: WireOperation) => partsForm(Object.keys(ownParts(wire)), sentForms(wire))

function filesAmong(members: Parts): string[] {
  return Object.keys(members).filter((name) => {
    const { shape } = members[name]!
    return shape.kind === 'scalar' && shape.format === 'binary'
  })
}

/** Whether the file is a part of a form. */
function fileForm({ file }: WireOperation, members: Parts): Finding[] {
  const id = 'behaviour:upload-file'
  if (file) return [{ id, state: 'contradicted', path: '', fact: file }]
  const files = filesAmong(members)
  return files.length === 1 && files[0] !== WHOLE_BODY ? [{ id, state: 'confirmed', path: '' }] : []
}

/** The only part of bytes is the file, whatever it is called. */
function fileFindings(members: Parts): Finding[] {
  const [file, ...others] = filesAmong(members)
  if (file === undefined || others.length > 0) return []
  return [file === 'file' ? { id: BODY, state: 'confirmed', path: 'file', below: 'file' } : placed('file', file)]
}

/** Words for what labels a batch, which elsewhere mean other things; no part is called a reference beside it. */
const LABEL = /^((batch|import|upload)_)?(label|tag)$|^(batch|import|upload)_name$/

function labelsAmong(members: Parts): string[] {
  const names = Object.keys(members)
  const isReference = (name: string) => namesOf('reference').includes(plainName(name))
  return names.some(isReference) ? [] : names.filter((name) => LABEL.test(plainName(name)))
}

function labelFindings(members: Parts): Finding[] {
  const [label, another] = labelsAmong(members)
  return label === undefined || another !== undefined ? [] : [placed('source_reference', label)]
}

function placed(member: string, part: string): Finding {
  return { id: BODY, state: 'contradicted', path: member, fact: { names: { [member]: part } } }
}

function mappingFindings(wire: WireOperation, isListed: boolean): Finding[] {
  const [members, sent, byParts] = [partsOf(wire), sentForms(wire), columnParts(wire)]
  if (byParts) {
    const others = Object.entries(members).filter(([name]) => !byParts.names.includes(name))
    const fact = { ...byParts.fact, ...fieldPart(Object.fromEntries(others)) }
    return [{ id: ID, state: 'contradicted', path: '', fact }]
  }
  const { names, form } = mappingForm(members, sent)
  const [part] = names
  if (part === undefined) return isListed || areOwn(sent) ? unmapped(members, isListed) : []
  if (form === undefined) {
    const candidates = names.length > 1 ? names : [`${part} of member to column`, `${part} of column to member`]
    return [{ id: ID, state: 'ambiguous', path: 'mapping', candidates }, ...toldBeside(members)]
  }
  const place = part === 'mapping' ? [] : [placed('mapping', part)]
  if (form.form === 'fields') {
    // A part that may be left out can say less than a mapping of several fields.
    const beside = toldBeside(members).filter(({ fact }) => members[fact.field]?.required)
    return [...(beside.length > 0 ? beside : [{ id: ID, state: 'confirmed', path: '' } as const]), ...place]
  }
  const beside = isFlat(form.form!) ? {} : fieldPart(members)
  return [{ id: ID, state: 'contradicted', path: '', fact: { ...form, ...beside } }, ...place]
}

/** Whether files were sent whose columns are all called as members are, so that nothing has to tell which is which. */
function areOwn(sent: readonly JsonObject[]): boolean {
  const headers = sent.flatMap((form) => tableIn(form).headers)
  return headers.length > 0 && headers.every((each) => MEMBERS.includes(each))
}

/** What a part is called that names a record or labels the items. */
const NO_COLUMNS = /(^|_)(id|uuid|key|source|survey|form|series|group|reference|ref|label|batch|tag|name)$/

/**
 * A service that takes no mapping: no part that is called after a member may be one. It is told the field all the same, or a description
 * lists (`isListed`) nothing that could say which column is which.
 */
function unmapped(members: Parts, isListed: boolean): Finding[] {
  const isCalledAfterOne = (name: string) => MEMBERS.some((each) => splitAt(plainName(name), each) !== undefined)
  const others = Object.keys(members).filter((name) => !filesAmong(members).includes(name))
  const isPlain = (name: string) => NO_COLUMNS.test(plainName(name))
  const isWhole = isListed && filesAmong(members).length === 1 && others.every(isPlain)
  const fields = fieldParts(members)
  const mayMapAll = (name: string) => !isPlain(name) && !fields.includes(name) && isJson(members[name]!)
  if ((fields.length === 0 && !isWhole) || others.some(isCalledAfterOne) || others.some(mayMapAll)) return []
  return [{ id: ID, state: 'contradicted', path: '', fact: { form: 'none', ...fieldPart(members) } }]
}

/** The parts that may be the mapping, and its form, where there is one and all that is known of it agrees. */
function mappingForm(members: Parts, sent: readonly JsonObject[]): { names: readonly string[]; form?: MappingFact } {
  const names = Object.keys(members).filter((name) => mayMap(name, members[name]!))
  const [part] = names
  if (part === undefined || names.length > 1) return { names }
  const found = [...sent.flatMap((form) => seenForm(form, part) ?? []), ...describedForms(members[part]!)]
  const isOne = new Set(found.map((each) => JSON.stringify(each))).size === 1
  return { names, ...(isOne && { form: found[0]! }) }
}

/** The mapping of an upload, if it is of columns by members as ours is, with what its columns held. */
export function mappingOfFields(wire: WireOperation): Member | undefined {
  const members = partsOf(wire)
  const sent = sentForms(wire)
  if (columnParts(wire)) return undefined
  const { names, form } = mappingForm(members, sent)
  return form?.form === 'fields' ? withColumns(members[names[0]!]!, names[0]!, sent) : undefined
}

/** What a mapping whose form is open is called, and how each form of it would be written. */
export function openMappings(wire: WireOperation): { part: string; forms: MappingFact[] } | undefined {
  const members = partsOf(wire)
  const sent = sentForms(wire)
  if (columnParts(wire)) return undefined
  const { names, form } = mappingForm(members, sent)
  const [part] = names
  if (part === undefined || names.length > 1 || form) return undefined
  const others: MappingFact[] = [{ form: 'members' }, { form: 'columns' }, ...COMMON_PAIRS]
  return {
    part,
    forms: [
      ...others.map((each) => ({ ...each, ...fieldPart(members) })),
      { form: 'flat' },
      { form: 'flat-columns' },
      ...COMMON_FLAT_PAIRS,
      { form: 'fields', ...toldBeside(members)[0]?.fact },
    ],
  }
}

/** Whether a part may say which column is which: by its name, if it can be text or an object. */
function mayMap(name: string, { shape }: Member): boolean {
  return isCalledMapping(name) && isJson({ shape })
}

/** Whether a part can be JSON: text that may be any, or an object. */
function isJson({ shape }: Pick<Member, 'shape'>): boolean {
  const isPlainList = shape.kind === 'list' && shape.entry.kind !== 'object'
  if (shape.kind !== 'scalar') return !isPlainList
  return shape.types.includes('string') && shape.format !== 'binary' && !shape.words
}

const QUESTION = /(^|_)(field|question)(_(id|pk|ref|key|uuid|no|number|identifier))?$/

function fieldParts(members: Parts): string[] {
  return Object.keys(members).filter((name) => QUESTION.test(plainName(name)))
}

/** The part that tells which field the text is of, or that there is none; nothing where it may be one of several. */
function fieldPart(members: Parts): MappingFact {
  const [field = 'none', another] = fieldParts(members)
  if (another !== undefined) return {}
  return field === GUESSES['upload-mapping'].field ? {} : { field }
}

/** That one part tells the field, whatever form the mapping has. */
function toldBeside(members: Parts): (Finding & { fact: { field: string } })[] {
  const [field, another] = fieldParts(members)
  if (field === undefined || another !== undefined) return []
  return [{ id: ID, state: 'contradicted', path: 'field', fact: { field } }]
}
