import { isObject, type JsonObject } from '../../base/is-object.js'
import { perObject } from '../../base/per-object.js'
import type { Operation } from '../../contract/operation.js'
import { rowOf } from '../../contract/operations/index.js'
import type { SeenExchange, WireOperation } from './evidence/evidence.js'
import { eitherMember } from './evidence/merge-shapes.js'
import type { Member, Shape } from './evidence/shape.js'
import { shapeOfValue } from './evidence/traffic.js'
import { plainName } from './match/lexicon.js'
import type { FoundRoute } from './routes.js'
import { tableIn } from './upload-columns.js'

/** Members by their names. */
export type Parts = Readonly<Record<string, Member>>

/** What a part is called that holds the settings of an upload beside its file. */
const SETTINGS =
  /(^|_)(meta_?data|meta|options?|settings?|payload|params|parameters|config|configuration|details?|request|job|import|upload|body|data|info|target|json|dto|spec)$/

/** Whether a part may say which column is which, by its name. */
export const isCalledMapping = (name: string) =>
  /(^|_)(mappings?|map|columns|cols|column_names)$|^headers$/.test(plainName(lastOf(name)))

/** The name of a member, without what it is in. */
const lastOf = (name: string) => name.split('.').at(-1)!

/**
 * An upload with a part of JSON that holds its settings as an object with members: what was sent in one shows them. A part that names a
 * column of the file it came with is a mapping itself, if it is called as one may be.
 */
export function withSettingsPart(found: FoundRoute): FoundRoute {
  const row: Operation = rowOf(found.operation)
  if (row.media === undefined) return found
  return { ...found, wire: read(found.wire) }
}

// One for each: what is known of an operation is found again by it.
const read = perObject(withSettings)

function withSettings(wire: WireOperation): WireOperation {
  const { body, exchanges } = wire
  if (body?.shape.kind !== 'object') return wire
  const taken = exchanges.filter(({ isForm, status }) => isForm && status >= 200 && status < 300)
  const members = Object.entries(body.shape.members).map(([name, member]): [string, Member] => {
    const settings = member.shape.kind === 'any' ? settingsSent(name, taken) : undefined
    return [name, settings ? { ...member, shape: settings } : member]
  })
  return { ...wire, body: { ...body, shape: { ...body.shape, members: Object.fromEntries(members) } } }
}

/** The settings that were sent in a part each time that it was sent. */
function settingsSent(name: string, taken: readonly SeenExchange[]): Shape | undefined {
  const forms = taken.map(({ requestBody }) => requestBody).filter(isObject)
  const sent = forms.filter((form) => form[name] !== undefined)
  const areSettings = sent.every((form) => isObject(form[name]) && isSettings(name, form[name], form))
  if (sent.length === 0 || !areSettings) return undefined
  return sent.map((form) => settingsOf(form[name] as JsonObject)).reduce(eitherMember).shape
}

function isSettings(name: string, part: JsonObject, form: JsonObject): boolean {
  const { headers } = tableIn(form)
  const isHeader = (value: unknown) => typeof value === 'string' && headers.includes(value)
  const namesColumns = Object.entries(part).some(([key, value]) => isHeader(key) || isHeader(value))
  if (isCalledMapping(name) || namesColumns) return false
  return SETTINGS.test(plainName(name)) || Object.entries(part).some(([key, value]) => isInnerMapping(key, value))
}

const isInnerMapping = (name: string, value: unknown) =>
  isCalledMapping(name) && typeof value === 'object' && value !== null

/** The members of settings; what is inside a mapping names columns, which are no members. */
function settingsOf(part: JsonObject): Member {
  const { shape, ...member } = shapeOfValue(part)
  if (shape.kind !== 'object') return { shape, ...member }
  const members = Object.entries(shape.members).map(([name, each]): [string, Member] => [
    name,
    isInnerMapping(name, part[name]) ? { ...each, shape: { kind: 'any', isComposed: true } } : each,
  ])
  return { ...member, shape: { ...shape, members: Object.fromEntries(members) } }
}

/** The parts of an upload, those in one that holds settings by their places: `metadata.mapping`. */
export function withInnerParts(members: Parts): Parts {
  const all = Object.entries(members).flatMap(([name, member]): [string, Member][] => {
    if (member.shape.kind !== 'object' || isCalledMapping(name)) return [[name, member]]
    return Object.entries(member.shape.members).map(([inner, each]) => [
      `${name}.${inner}`,
      { ...each, required: member.required && each.required },
    ])
  })
  return Object.fromEntries(all)
}

/** A form that was sent with the same parts by their places. */
export function withInnerValues(form: JsonObject, members: Parts): JsonObject {
  const all = Object.entries(form).flatMap(([name, value]): [string, unknown][] => {
    const isInside = members[name]?.shape.kind === 'object' && !isCalledMapping(name) && isObject(value)
    return isInside && !(value instanceof Uint8Array)
      ? Object.entries(value).map(([inner, each]) => [`${name}.${inner}`, each])
      : [[name, value]]
  })
  return Object.fromEntries(all)
}
