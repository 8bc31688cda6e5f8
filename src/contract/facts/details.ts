import { isObject, type JsonObject } from '../../base/is-object.js'
import type { Values } from '../assumptions/values.js'
import type { FieldMap } from '../errors.js'

/** How the details of a validation error are written. */
type DetailsForm = Values['error-details']

const PATHS = ['loc', 'path', 'field', 'param', 'parameter', 'property', 'pointer', 'instancePath', 'name']
const PLAIN_MESSAGES = ['msg', 'message']
const MESSAGES = [
  ...PLAIN_MESSAGES,
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

/** A fault that details name: the path it is about, in any form, undefined if it names none; and what is said of it. */
export interface Fault {
  path: unknown
  texts: string[]
}

/** Messages by path, of whatever form details have; undefined if they name no member. Paths stay the wire's, joined by points; what names none stands at ''. */
export function detailsFromWire({ below, path, message }: DetailsForm, details: unknown): FieldMap | undefined {
  const faults = faultsIn(details, path, message)
  if (faults.every((fault) => fault.path === undefined)) return undefined
  const fields: FieldMap = Object.create(null)
  for (const { path: at = '', texts } of faults) {
    const own = readPath(at)
    const part = below === 'none' ? undefined : [below, 'query'].find((each) => own.startsWith(`${each}.`))
    const shown = part === undefined ? own : own.slice(part.length + 1)
    fields[shown] = [...(fields[shown] ?? []), ...texts]
  }
  return fields
}

/**
 * The faults of details: a list of them, texts by path, and a list that stands in an object (`{violations: [{field, message}]}`), also
 * where an object has both. Beside entries that name paths, a text is no fault: `{violations, documentation_url}`. `path`, `message`: where an entry of a list is known to have these; else they are found by usual names.
 */
export function faultsIn(details: unknown, path?: string, message?: string): Fault[] {
  if (Array.isArray(details)) return details.flatMap((entry) => faultIn(entry, undefined, path, message))
  if (!isObject(details)) return []
  const lists = Object.entries(details).filter(([, said]) => Array.isArray(said)) as [string, unknown[]][]
  const entries = lists.flatMap(([, list]) => list.filter(isObject))
  const isListed = entries.some((entry) => faultIn(entry, undefined, path, message)[0]?.path !== undefined)
  return Object.entries(isListed ? Object.fromEntries(lists) : details).flatMap(([at, said]) =>
    Array.isArray(said)
      ? said.flatMap((entry) => faultIn(entry, at, path, message))
      : faultOf(at, textsOf(isObject(said) ? (memberOf(said, MESSAGES) ?? said) : said)),
  )
}

/** An entry of a list: a text, of the path at which the list stands, or an object that has both. */
function faultIn(entry: unknown, at: string | undefined, path?: string, message?: string): Fault[] {
  if (!isObject(entry)) return faultOf(at, textsOf(entry))
  const own = pathOf(
    (path === undefined ? undefined : valueAt(entry, path)) ??
      memberOf(entry, PATHS) ??
      (isObject(entry.source) ? entry.source : undefined),
  )
  // An entry that names no path may be a record of another kind: only what is called a message is one.
  const names = own === undefined ? PLAIN_MESSAGES : MESSAGES
  return faultOf(own, textsOf(memberOf(entry, message === undefined ? names : [message, ...names])))
}

function faultOf(path: unknown, texts: string[]): Fault[] {
  return texts.length === 0 ? [] : [{ path, texts }]
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
