import { isObject, type JsonObject } from '../../base/is-object.js'
import { GUESSES } from '../../contract/assumptions/values.js'
import { valueAt } from '../../contract/facts/details.js'
import type { Finding } from './findings.js'

/** Details of a refusal, and the names that its request and others of its kind carry. */
interface SeenDetails {
  details: unknown
  names: ReadonlySet<string>
}

/** `isOfBody`: the request that was refused has a body. */
type Refused = SeenDetails & { isOfBody: boolean }

/** Steps of a path, and the sign between them; `list` where they are entries of one. */
interface Path {
  steps: readonly string[]
  joined?: '.' | '/' | 'list'
}

interface Read {
  form: 'map' | 'texts' | 'list' | 'text'
  path?: string
  message?: string
  paths: readonly Path[]
}

const PATH_NAMES = [
  'loc',
  'field',
  'path',
  'pointer',
  'param',
  'property',
  'name',
  'source',
  'parameter',
  'key',
  'attribute',
]
const MESSAGE_NAMES = [
  'msg',
  'message',
  'error',
  'detail',
  'reason',
  'description',
  'title',
  'defaultMessage',
  'messages',
  'text',
]

/** The form of the details of refusals, where all that name a member of a request have one form. */
export function detailFindings(seen: readonly Refused[]): Finding[] {
  const read = seen.flatMap(({ details, names, isOfBody }) => {
    const found = readDetails(details, names)
    // A path and a message that are called so need no name of the request: what is missing is not in it.
    return found && (found.form === 'list' || namesAny(found, names)) ? [{ ...found, names, isOfBody }] : []
  })
  const [first] = read
  if (first === undefined) return []
  const own = { id: 'behaviour:error-details', path: '' }
  const forms = [...new Set(read.map(({ form, path, message }) => [form, path, message].filter(Boolean).join(' ')))]
  if (forms.length > 1) return [{ ...own, state: 'ambiguous', candidates: forms }]
  const { form, path, message } = first
  const signs = [...new Set(read.flatMap(({ paths }) => paths.flatMap(({ joined }) => joined ?? [])))]
  // Where a query is named first, a body is, too, and by another word.
  const below = stepBelow(read.filter(({ isOfBody }) => isOfBody))
  const guess = GUESSES['error-details']
  const fact = {
    ...(form === guess.form ? {} : { form }),
    ...(path === undefined ? {} : { path, message }),
    ...(signs.length === 1 && signs[0] !== guess.joined ? { joined: signs[0] } : {}),
    ...(below === undefined ? {} : { below }),
  }
  return [{ ...own, ...(Object.keys(fact).length === 0 ? { state: 'confirmed' } : { state: 'contradicted', fact }) }]
}

/** Whether details name a member among these. */
export function namesMemberOf({ details, names }: SeenDetails): boolean {
  const found = readDetails(details, names)
  return found !== undefined && namesAny(found, names)
}

/** The members among these that the details of a refusal name. */
export function membersNamedBy(refusal: unknown, names: ReadonlySet<string>): string[] {
  const { details } = errorOf(refusal)
  const { paths = [] } = readDetails(details, names) ?? {}
  return paths.flatMap(({ steps }) => steps.find((step) => names.has(step)) ?? [])
}

/** The error that a refusal holds; empty where it has none. */
export function errorOf(refusal: unknown): JsonObject {
  return isObject(refusal) && isObject(refusal.error) ? refusal.error : {}
}

const namesAny = ({ paths }: Read, names: ReadonlySet<string>) => paths.some((path) => isNamed(path, names))

/** The step that all paths start with before the members of requests; undefined where one starts without it. */
function stepBelow(read: readonly (Read & Pick<SeenDetails, 'names'>)[]): string | undefined {
  const starts = read.flatMap(({ paths, names }) =>
    paths.flatMap(({ steps: [first, second] }) => {
      if (first === undefined || second === undefined) return first !== undefined && names.has(first) ? [''] : []
      return names.has(first) ? [''] : names.has(second) ? [first] : []
    }),
  )
  const [only, another] = new Set(starts)
  return another === undefined && only !== '' ? only : undefined
}

function isNamed({ steps }: Path, names: ReadonlySet<string>): boolean {
  return steps.some((step) => names.has(step))
}

function readDetails(details: unknown, names: ReadonlySet<string>): Read | undefined {
  if (typeof details === 'string') {
    const paths = [...details.matchAll(/(?:^|; )([^\s:;]+): /g)].map(([, path = '']) => readPath(path))
    return { form: 'text', paths }
  }
  if (Array.isArray(details)) return readList(details.filter(isObject), names)
  if (!isObject(details)) return undefined
  const values = Object.values(details)
  const isEach = (isOne: (value: unknown) => boolean) => values.length > 0 && values.every(isOne)
  const paths = Object.keys(details).map(readPath)
  if (isEach((value) => typeof value === 'string')) return { form: 'texts', paths }
  const isTexts = (value: unknown) => Array.isArray(value) && value.every((text) => typeof text === 'string')
  return isEach(isTexts) ? { form: 'map', paths } : undefined
}

/** Objects with a path each, and a message: by their names; of several, the path is what names a member of the request. */
function readList(entries: readonly JsonObject[], names: ReadonlySet<string>): Read | undefined {
  const [first] = entries
  if (first === undefined) return undefined
  const places = placesOf(first)
  const ranked = [...places].sort((a, b) => rankOf(a) - rankOf(b))
  const path = ranked.find((place) => isNamed(readPath(valueAt(first, place)), names)) ?? ranked[0]
  const message = MESSAGE_NAMES.find((name) => name !== path && isMessage(first[name]))
  if (path === undefined || message === undefined) return undefined
  return { form: 'list', path, message, paths: entries.map((entry) => readPath(valueAt(entry, path))) }
}

const isMessage = (value: unknown) => typeof value === 'string' && value !== ''

/** Where an entry may have its path: `loc`, `source.pointer`. */
function placesOf(entry: JsonObject): string[] {
  return Object.entries(entry).flatMap(([name, value]) => {
    if (!PATH_NAMES.includes(name)) return []
    if (!isObject(value)) return [name]
    return Object.keys(value).flatMap((inner) => (PATH_NAMES.includes(inner) ? [`${name}.${inner}`] : []))
  })
}

const rankOf = (place: string) => PATH_NAMES.indexOf(place.split('.')[0]!)

/** `body/questions/0/text`, `["body", "questions", 0]` and `questions[0].text`. */
function readPath(path: unknown): Path {
  if (Array.isArray(path)) return { steps: path.map(String), joined: 'list' }
  const text = typeof path === 'string' ? path : ''
  const steps = text.split(/[.[\]/#]+/).filter((step) => step !== '')
  return { steps, ...(steps.length > 1 ? { joined: text.includes('/') ? '/' : '.' } : {}) }
}
