import { isObject, type JsonObject } from '../../base/is-object.js'
import type { Values } from '../assumptions/values.js'
import type { FieldMap } from '../errors.js'

/** How the details of a validation error are written. */
type DetailsForm = Values['error-details']

const PATHS = ['loc', 'path', 'field', 'param', 'parameter', 'property', 'pointer', 'instancePath', 'name']
const MESSAGES = [
  'msg',
  'message',
  'messages',
  'defaultMessage',
  'detail',
  'error',
  'reason',
  'description',
  'constraints',
]

/** Messages by path as the wire has them; the paths are the wire's already. */
export function detailsToWire(form: DetailsForm, fields: FieldMap): unknown {
  const entries = Object.entries(fields).map(([path, texts]) => [writePath(form, path), texts] as const)
  switch (form.form) {
    case 'map':
      return Object.fromEntries(entries)
    case 'texts':
      return Object.fromEntries(entries.map(([path, texts]) => [path, texts.join('; ')]))
    case 'list':
      return entries.flatMap(([path, texts]) =>
        texts.map((text) => ({ ...nested(form.path, path), [form.message]: text })),
      )
    default:
      return entries.map(([path, texts]) => `${String(path)}: ${texts.join('; ')}`).join('; ')
  }
}

/** `source.pointer` is a member of a member. */
function nested(place: string, value: unknown): JsonObject {
  const [name = '', ...rest] = place.split('.')
  return { [name]: rest.length === 0 ? value : nested(rest.join('.'), value) }
}

function writePath({ joined, below, form }: DetailsForm, path: string): string | (string | number)[] {
  const parts = path.match(/\[\d+\]|[^.[\]]+/g) ?? []
  const steps = [...(below === 'none' ? [] : [below]), ...parts]
  if (joined === 'list' && form === 'list')
    return steps.map((step) => (/^\[\d+\]$/.test(step) ? Number(step.slice(1, -1)) : step))
  const sign = joined === '/' ? '/' : '.'
  return steps.reduce(
    (whole, step) =>
      whole === ''
        ? step
        : step.startsWith('[') && sign === '.'
          ? whole + step
          : whole + sign + step.replace(/[[\]]/g, ''),
    '',
  )
}

/** Messages by path, of whatever form details have; undefined if they name no member. Paths stay the wire's, joined by points. */
export function detailsFromWire({ below, path, message }: DetailsForm, details: unknown): FieldMap | undefined {
  const listed = faultsIn(details).flatMap((each) => readEntry(each, path, message))
  const entries = Array.isArray(details) || listed.length > 0 ? listed : readMap(details)
  if (entries.length === 0) return undefined
  const fields: FieldMap = Object.create(null)
  for (const [at, texts] of entries) {
    const own = readPath(at)
    const part = below === 'none' ? undefined : [below, 'query'].find((each) => own.startsWith(`${each}.`))
    const shown = part === undefined ? own : own.slice(part.length + 1)
    fields[shown] = [...(fields[shown] ?? []), ...texts]
  }
  return fields
}

/** The list of faults, which may stand in an object: `{violations: [{field, message}]}`. */
function faultsIn(details: unknown): unknown[] {
  if (Array.isArray(details)) return details
  return isObject(details) ? Object.values(details).flatMap((each) => (Array.isArray(each) ? each : [])) : []
}

function readMap(details: unknown): [unknown, string[]][] {
  if (!isObject(details)) return []
  return Object.entries(details).flatMap(([path, texts]): [unknown, string[]][] => {
    const read = textsOf(texts)
    return read.length === 0 ? [] : [[path, read]]
  })
}

function readEntry(entry: unknown, path: string, message: string): [unknown, string[]][] {
  if (!isObject(entry)) return []
  const at = pathOf(
    valueAt(entry, path) ?? memberOf(entry, PATHS) ?? (isObject(entry.source) ? entry.source : undefined),
  )
  const texts = textsOf(memberOf(entry, [message, ...MESSAGES]))
  return at === undefined || texts.length === 0 ? [] : [[at, texts]]
}

/** What stands at a place in an entry: `source.pointer`. */
export function valueAt(entry: JsonObject, place: string): unknown {
  return place.split('.').reduce<unknown>((value, name) => (isObject(value) ? value[name] : undefined), entry)
}

/** The path itself, or what an object says of it: `{pointer: "/name"}`. */
function pathOf(value: unknown): unknown {
  return isObject(value) ? memberOf(value, PATHS) : (value ?? undefined)
}

function memberOf(entry: JsonObject, names: readonly string[]): unknown {
  return entry[names.find((name) => Object.hasOwn(entry, name)) ?? '']
}

function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (isObject(value)) return Object.values(value).filter((each) => typeof each === 'string')
  return Array.isArray(value) ? value.flatMap(textsOf) : []
}

/** `body/questions/0/text`, `["body", "questions", 0]` and `questions[0].text` alike. */
function readPath(path: unknown): string {
  const steps = Array.isArray(path)
    ? path.map(String)
    : String(path)
        .replace(/^[/#]+/, '')
        .split(/[./]|(?=\[)/)
  return steps.reduce((whole, step) => {
    if (/^\[?\d+\]?$/.test(step) && whole !== '') return `${whole}[${step.replace(/[[\]]/g, '')}]`
    return whole === '' ? step : step.startsWith('[') ? whole + step : `${whole}.${step}`
  }, '')
}
