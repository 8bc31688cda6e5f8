import type { SourceRecord } from '../client/each-group.js'
import type { Contract } from '../contract/facts/contract.js'
import { NO_COLUMN } from '../contract/facts/flat-mapping.js'
import { fieldPart } from '../contract/facts/upload-mapping.js'
import { MEMBERS, OPTIONAL_MEMBERS } from '../contract/items/members.js'
import type { BodyOf } from '../contract/operations/index.js'
import { NO_TEXT_FIELD } from '../ingest/map/resolve-fields.js'
import { wrongUsage } from '../terminal/failure.js'
import { requireWord } from '../terminal/require-word.js'

/** One `--map` may name several, as that of a push may. */
const NEXT_MEMBER = new RegExp(`,(?=\\s*(?:${MEMBERS.join('|')})\\s*=)`)

type Mapping = NonNullable<BodyOf<'uploadFeedback'>['mapping']>

/**
 * The `mapping` of an upload from flags. Without any, headers named as members count: then it is undefined for a service that looks for
 * those itself, and names them, as `headers` reads them, to one that is told each column.
 */
export async function uploadMapping(
  { map, field }: { map: readonly string[]; field: readonly string[] },
  { source, headers }: { source: SourceRecord; headers(): Promise<readonly string[]> },
  { values, facts }: Pick<Contract, 'values' | 'facts'>,
): Promise<Mapping | undefined> {
  const { form } = values['upload-mapping']
  if (map.length + field.length === 0) {
    if (form === 'fields' || form === 'none') {
      return fieldPart(facts) === undefined ? undefined : { fields: { [onlyField(source)]: NO_COLUMN } }
    }
    const known = new Set(await headers())
    const named = OPTIONAL_MEMBERS.filter((member) => known.has(member)).map((member) => [member, member])
    const text = known.has('text') ? 'text' : NO_COLUMN
    return { fields: { [onlyField(source)]: text }, ...Object.fromEntries(named) }
  }
  const entries = map.flatMap((entry) => entry.split(NEXT_MEMBER))
  const members = Object.fromEntries(entries.map((entry) => cut(entry, '--map', 'member=Column')))
  for (const name of Object.keys(members)) requireWord(name, MEMBERS, 'member')
  const { text, ...others } = members
  const fields = Object.fromEntries(field.map((entry) => cut(entry, '--field', '"Column=field id or text"', true)))
  const named = Object.entries(fields).map(([column, word]) => [fieldOf(word, source), column] as const)
  if (text !== undefined || named.length === 0) named.push([onlyField(source), text ?? 'text'])
  return { fields: Object.fromEntries(named), ...others }
}

function cut(entry: string, option: string, form: string, last = false): [string, string] {
  const at = last ? entry.lastIndexOf('=') : entry.indexOf('=')
  const [left, right] = [entry.slice(0, at).trim(), entry.slice(at + 1).trim()]
  if (at < 1 || left === '' || right === '') throw wrongUsage(`${option} ${entry} names no column`, `Write ${form}.`)
  return [left, right]
}

function fieldOf(word: string, { questions }: SourceRecord): string {
  const found =
    questions.find(({ question_id }) => question_id === word) ?? questions.find((each) => each.question_text === word)
  if (found) return found.question_id
  throw wrongUsage(`the source has no field "${word}"`, `Its fields: ${listed(questions)}.`)
}

function onlyField({ questions }: SourceRecord): string {
  const open = questions.filter(({ accepts_text }) => accepts_text)
  if (open.length === 1) return open[0]!.question_id
  if (open.length === 0) throw wrongUsage('the source has no text field', `U${NO_TEXT_FIELD.slice(1)}.`)
  throw wrongUsage('the source has several text fields', `Name them with --field: ${listed(open)}.`)
}

function listed(questions: SourceRecord['questions']): string {
  return questions.map((each) => `${each.question_id} "${each.question_text}"`).join(', ')
}
