import { count } from '../../base/count.js'
import { nearest } from '../../base/nearest.js'
import { ITEM_MEMBERS, KNOWN_HEADERS } from '../../contract/items/members.js'
import type { PushPlan } from '../../ingest/plan.js'
import { type Warning, warningText } from '../../ingest/warnings.js'
import { pointsText } from '../../output/show.js'

/** What was found and chosen, printed before anything is sent. */
export function planLines({ file, mapping, fields, check }: PushPlan): string[] {
  const how = [
    file.format,
    file.gzip ? 'gzip' : '',
    file.encodingGuessed ? `${file.encoding} (a guess; --encoding sets another)` : file.encoding,
    file.delimiter ? `delimiter ${name(file.delimiter)}` : '',
  ]
  const parts = [...how, file.sheet === undefined ? '' : `sheet ${file.sheet}`].filter((part) => part !== '')
  return [
    `${file.path}: ${parts.join(', ')}`,
    ...(mapping.preset ? [`  export format: ${mapping.preset.title} (--preset ${mapping.preset.name})`] : []),
    ...seenTexts(mapping).map(
      (text, index) => `  text ← ${text.header} (${REASONS[text.chosenBy]})${fieldText(fields, index)}`,
    ),
    ...sentMembers(mapping).map(
      (column) => `  ${column.member} ← ${column.header} (${REASONS[column.chosenBy]})${zoneText(column, mapping)}`,
    ),
    ...unusedLines(mapping),
    ...(file.otherSheets ? [`  sheets not pushed: ${file.otherSheets.join(', ')} (choose one with --sheet)`] : []),
    `  ${seenTexts(mapping).length > 0 ? idText(mapping) : 'no row can be read, so no columns are known'}`,
    `  ${checkText(check)}`,
    ...warningLines(check.warnings),
  ]
}

/** Why rows cannot be pushed. */
export function reasonLines(rejections: PushPlan['check']['rejections']): string[] {
  return rejections.map(({ row, reason }) => `  row ${row}: ${reason}`)
}

/** A line for each kind of warning. */
export function warningLines(warnings: readonly Warning[]): string[] {
  return warnings.map((warning) => `  warning: ${warningText(warning)}`)
}

const REASONS = {
  option: 'as specified',
  preset: 'by the preset',
  name: 'by name',
  synonym: 'by name',
  content: 'by its content',
} as const

function fieldText(fields: PushPlan['fields'], index: number): string {
  const field = fields?.[index]
  return field ? ` → field ${field.id} ${JSON.stringify(field.text)}` : ''
}

/** The columns that are not pushed; one that may only be misspelt, with the member it may be. */
function unusedLines(mapping: PushPlan['mapping']): string[] {
  const taken = ['text', ...seenMembers(mapping).map(({ member }) => member)] as readonly string[]
  const free = Object.keys(KNOWN_HEADERS).filter((member) => !taken.includes(member))
  const unused = mapping.unused.map((column) => {
    const [meant] = nearest(column, free)
    return meant === undefined ? column : `${column} (--map ${meant}=${column}?)`
  })
  const sent = sentMembers(mapping)
  const unsent = seenMembers(mapping).filter((column) => !sent.includes(column))
  const all = [...unsent.map(({ header }) => `${header} (--external-id ${mapping.externalId})`), ...unused]
  return all.length === 0 ? [] : [`  not pushed: ${all.join(', ')}`]
}

/** UTC is the default for dates without a zone, and isn't mentioned. */
function zoneText({ member }: PushPlan['mapping']['members'][number], { timeZone }: PushPlan['mapping']): string {
  return ITEM_MEMBERS[member].kind === 'time' && timeZone !== 'UTC' ? `, in the zone ${timeZone}` : ''
}

/** The columns that hold texts; none where no row could be read. */
export function seenTexts({ texts }: PushPlan['mapping']): PushPlan['mapping']['texts'] {
  return texts.filter(({ unseen }) => !unseen)
}

/** The columns that hold members; a JSON file may have more members than its rows name. */
export function seenMembers({ members }: PushPlan['mapping']): PushPlan['mapping']['members'] {
  return members.filter(({ unseen }) => !unseen)
}

/** The same without a column of ids that `--external-id` rules out. */
function sentMembers(mapping: PushPlan['mapping']): PushPlan['mapping']['members'] {
  return seenMembers(mapping).filter(({ member }) => member !== 'external_id' || mapping.externalId === 'column')
}

/** Where ids come from, as far as the rows show. */
export function seenIds({ externalId, members }: PushPlan['mapping']): PushPlan['mapping']['externalId'] {
  const isUnseen = members.some(({ member, unseen }) => member === 'external_id' && unseen)
  return externalId === 'column' && isUnseen ? 'content' : externalId
}

function idText(mapping: PushPlan['mapping']): string {
  const ids = seenIds(mapping)
  if (ids === 'column') return 'ids from the id column'
  return ids === 'content' ? 'ids from the content of each row, so a row pushed twice is stored once' : 'no ids'
}

function checkText({ rows, items, rejected, characters, requests, minutes, aps, complete }: PushPlan['check']): string {
  if (complete && rows === 0) return 'no rows'
  const parts = [
    `${count(rows, 'row')}, ${count(items, 'item')}, ${count(characters, 'character')}`,
    `${count(requests, 'request')}, ${minutes < 1 ? 'less than a minute' : `about ${count(Math.ceil(minutes), 'minute')}`}`,
    ...(rejected > 0 ? [`${count(rejected, 'row')} can't be pushed`] : []),
    ...(aps === undefined ? [] : [`about ${pointsText(aps)}`]),
  ]
  return `${complete ? '' : 'estimated: '}${parts.join('; ')}`
}

function name(delimiter: string): string {
  return delimiter === '\t' ? 'tab' : `"${delimiter}"`
}
