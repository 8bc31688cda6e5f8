import { mapEntrySchema } from '../../../src/contract/facts/pairs.js'
import { memberNames } from '../../../src/contract/facts/schema-path.js'
import { entrySchema, memberSchemas, type TSchema } from '../../../src/contract/schema.js'
import type { Style } from './backend-style.js'
import { oneOf } from './pick.js'

/** Members that backends make the keys of a map, and what alone may stand below them. */
const KEYS: Readonly<Record<string, readonly (readonly [key: string, value?: string])[]>> = {
  questions: [['question_id']],
  results: [['question_id']],
  themes: [['theme_id'], ['label'], ['label', 'item_count']],
  monitor_matches: [['monitor_id'], ['name'], ['name', 'match_count']],
  variables: [['name'], ['name', 'required']],
  skipped: [['email'], ['email', 'reason']],
  rejections: [['row'], ['row', 'reason']],
  recipients: [['email']],
  previews: [['email']],
  surveys: [['survey_id']],
}

/** The one member of each entry that backends may give instead of entries. */
const SINGLE_VALUES: Readonly<Record<string, string>> = {
  variables: 'name',
  questions: 'question_id',
  skipped: 'email',
}

/** Lists of what was not done, of which some services say only how many. */
const TOLD_BY_COUNT: readonly string[] = ['skipped', 'not_found']

/** What is around each text of a list. */
const AROUND: Readonly<Record<string, readonly string[]>> = {
  options: ['label', 'text', 'value', 'name', 'title'],
  keywords: ['term', 'word', 'text', 'name', 'keyword'],
  query: ['term', 'text', 'value', 'pattern'],
  question_ids: ['id', 'question_id', 'field_id'],
  external_ids: ['value', 'id', 'external_id'],
  customer_ids: ['value', 'id', 'customer_id'],
}

/** What says of which sort the texts of a list are, beside each. */
const BESIDE: Readonly<Record<string, object>> = {
  options: { type: 'option' },
  keywords: { type: 'keyword' },
  query: { operator: 'contains' },
  question_ids: { type: 'question' },
  external_ids: { type: 'external_id' },
  customer_ids: { type: 'customer_id' },
}

/** What the entries of a list have that is a map of ours. */
const PAIRS = [
  { key: 'name', value: 'value' },
  { key: 'key', value: 'value' },
  { key: 'variable', value: 'content' },
]

/** The form a list of ours has elsewhere, and members of its entries that are not there then. */
export function randomForm(name: string, node: TSchema, style: Style): { list: object; gone: string[] } | undefined {
  const { pick } = style
  if (mapEntrySchema(node)) return { list: oneOf(pick, PAIRS), gone: [] }
  const entries = entrySchema(node)
  if (!entries || (node as { type?: string }).type !== 'array') return undefined
  const members = memberNames(entries)
  if (memberSchemas(entries) === undefined) {
    const around = AROUND[name]
    if (!around) return undefined
    if (/^(options|query)$/.test(name) && pick(3) === 0) return { list: { numbered: pick(2) }, gone: [] }
    if (/^(external|customer)_ids$/.test(name) && pick(4) === 0) return { list: { single: true }, gone: [] }
    const beside = pick(3) === 0 ? { beside: BESIDE[name] } : {}
    return { list: { in: style.spelled(style.usual(`around ${name}`, around)), ...beside }, gone: [] }
  }
  const value = SINGLE_VALUES[name]
  if (value !== undefined && members.includes(value) && pick(4) === 0) {
    return { list: { values: value }, gone: members.filter((each) => each !== value) }
  }
  if (TOLD_BY_COUNT.includes(name) && pick(4) === 0) return { list: { counted: true }, gone: members }
  const keys = (KEYS[name] ?? []).filter(([key, below]) => [key, below ?? key].every((each) => members.includes(each)))
  if (keys.length === 0) return undefined
  if (pick(6) === 0) return { list: { numbered: pick(2) }, gone: [] }
  const [by, below] = oneOf(pick, keys)
  if (below === undefined) return { list: { by }, gone: [] }
  return { list: { by, value: below }, gone: members.filter((each) => each !== by && each !== below) }
}
