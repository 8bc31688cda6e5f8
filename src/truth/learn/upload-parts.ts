import type { JsonObject } from '../../base/is-object.js'
import { GUESSES } from '../../contract/assumptions/values.js'
import { inQuery, isInQuery } from '../../contract/facts/body-places.js'
import { partOf } from '../../contract/facts/upload-mapping.js'
import { plainName } from './match/lexicon.js'
import { tableIn } from './upload-columns.js'
import { type MappingFact, MEMBERS, TEXT } from './upload-forms.js'

/** A part for each member: `text_column`, `externalIdColumn`. What was sent in them are headers of the file. */
export function partsForm(
  names: readonly string[],
  sent: readonly JsonObject[],
): { fact: MappingFact; names: string[] } | undefined {
  const tables = sent
    .map((form) => ({ form, headers: tableIn(form).headers }))
    .filter(({ headers }) => headers.length > 0)
  const isSeen = (name: string) =>
    tables.some(({ form, headers }) => form[name] !== undefined && isIn(headers, form[name]))
  const all = names.flatMap((name) => {
    const plain = plainName(name)
    const member = [...MEMBERS].sort((a, b) => b.length - a.length).find((each) => splitAt(plain, each) !== undefined)
    const [before = '', after = ''] = (member && splitAt(plain, member)) || []
    const isColumn = [before, after].some((each) => COLUMN.test(each)) || isSeen(name)
    if (!member || before + after === '' || !isColumn) return []
    const mark = isInQuery(name) ? inQuery('') : ''
    const all = templates(before, after).map((template) => mark + template)
    const sameSpelling = all.filter((template) => partOf(template, member) === name)
    return sameSpelling.map((template) => ({ member, name, template }))
  })
  const forText = all.filter(({ member }) => member === TEXT)
  const { template } =
    forText.find((text) => all.every(({ name, member }) => partOf(text.template, member) === name)) ?? {}
  // A file that was received may have failed later for its headers.
  const areHeaders =
    tables.length === 0 || tables.some(({ form, headers }) => all.every(({ name }) => isIn(headers, form[name])))
  if (template === undefined || !areHeaders) return undefined
  const isUsual = template === GUESSES['upload-mapping'].part
  return { fact: { form: 'parts', ...(isUsual ? {} : { part: template }) }, names: all.map(({ name }) => name) }
}

/** Whether what was sent in a part is a header; the file itself is none. */
function isIn(headers: readonly string[], sent: unknown): boolean {
  return sent === undefined || (!(sent instanceof Uint8Array) && headers.includes(String(sent)))
}

const COLUMN = /^(col|column|header|map|mapping)(_name)?$/

/** What stands before and after the name of a member in another name; undefined if it is not in it. */
export function splitAt(plain: string, member: string): [before: string, after: string] | undefined {
  const at = `_${plain}_`.indexOf(`_${member}_`)
  if (at < 0) return undefined
  return [plain.slice(0, Math.max(0, at - 1)), plain.slice(at + member.length + 1)]
}

function templates(before: string, after: string): string[] {
  const capital = (word: string) => word.replace(/(^|_)([a-z])/g, (_, __, letter: string) => letter.toUpperCase())
  const joined = capital(before)
  return [
    [before, '{member}', after].filter((each) => each !== '').join('_'),
    before === ''
      ? `{member}${capital(after)}`
      : `${joined[0]!.toLowerCase()}${joined.slice(1)}{Member}${capital(after)}`,
    `${joined}{Member}${capital(after)}`,
    // As frameworks write an object in a form.
    ...(after === '' ? [`${before}[{member}]`, `${before}.{member}`] : []),
  ]
}
