import { isObject, type JsonObject } from '../../base/is-object.js'
import { perObject } from '../../base/per-object.js'
import type { Operation } from '../../contract/operation.js'
import { rowOf } from '../../contract/operations/index.js'
import { isPacked } from '../../har/packed.js'
import type { SeenExchange, WireOperation } from './evidence/evidence.js'
import type { Member, Shape } from './evidence/shape.js'
import { plainName } from './match/lexicon.js'
import type { FoundRoute } from './routes.js'

/**
 * An upload that has its file as base64 in a body of JSON, as if it were a form: the text is a part of bytes, by its place in the body. What
 * is learned of forms then holds for it.
 */
export function withFileInJson(found: FoundRoute): FoundRoute {
  const row: Operation = rowOf(found.operation)
  if (row.media === undefined) return found
  return { ...found, wire: unpacked(found.wire) }
}

// One for each: what is known of an operation is found again by it.
const unpacked = perObject(unpack)

function unpack(wire: WireOperation): WireOperation {
  const { body, exchanges } = wire
  const taken = exchanges.filter(({ status }) => status < 300)
  if (body?.shape.kind !== 'object' || taken.some(({ isForm }) => isForm)) return wire
  const texts = textsIn(body.shape.members)
  if (texts.some(({ member: { shape } }) => isBytes(shape, 'binary'))) return wire
  const [file, another] = texts.filter((each) => isFile(each, taken))
  if (!file || another) return wire
  const names = texts.filter(({ path }) => NAME.test(plainName(path.at(-1)!)) || isNameBeside(path, file.path))
  const name = names.length === 1 ? names[0]!.path : undefined
  const left = [file.path, ...(name ? [name] : [])].reduce((shape, path) => without(shape, path), body.shape as Shape)
  const members = { ...(left as { members: object }).members, [file.path.join('.')]: { ...file.member, shape: FILE } }
  return {
    ...wire,
    body: { ...body, shape: { ...body.shape, members } },
    file: { as: 'base64', ...(name && { name: name.join('.') }) },
    exchanges: exchanges.map((each) => asForm(each, file.path, name)),
  }
}

const FILE: Member['shape'] = { kind: 'scalar', types: ['string'], format: 'binary', seen: [] }
const NAME = /^((file|document|upload)_?)?file_?name$|^(document|upload)_name$/
/** `name` in the object that has the file. */
const isNameBeside = (path: readonly string[], file: readonly string[]) =>
  path.length === 2 && file.length === 2 && path[0] === file[0] && plainName(path[1]!) === 'name'

const TEXT_OF_BYTES = /(^|_)(base_?64|b64)($|_)/

interface Text {
  path: readonly string[]
  member: Member
}

/** The texts of a body, and of the objects in it. */
function textsIn(members: Readonly<Record<string, Member>>, above: readonly string[] = []): Text[] {
  return Object.entries(members).flatMap(([name, member]): Text[] => {
    const path = [...above, name]
    if (member.shape.kind === 'object') return above.length === 0 ? textsIn(member.shape.members, path) : []
    return member.shape.kind === 'scalar' && member.shape.types.includes('string') ? [{ path, member }] : []
  })
}

const isBytes = (shape: Shape, format: string) => shape.kind === 'scalar' && shape.format === format

/** Whether a text is said to be base64, or was a file in it each time that it was taken. */
function isFile({ path, member }: Text, exchanges: readonly SeenExchange[]): boolean {
  const sent = exchanges.flatMap(({ requestBody }) => valueIn(requestBody, path) ?? [])
  if (sent.length > 0) return sent.every((each) => fileOf(each) !== undefined)
  const { about = '', shape } = member
  return isBytes(shape, 'byte') || TEXT_OF_BYTES.test(plainName(path.at(-1)!)) || /\bbase-?64\b/i.test(about)
}

const BASE64 = /^[A-Za-z0-9+/\s]{8,}={0,2}\s*$/

/** The file that a text is in base64: a workbook, or a table of text. */
function fileOf(value: unknown): Uint8Array | undefined {
  if (typeof value !== 'string' || !BASE64.test(value)) return undefined
  const bytes = new Uint8Array(Buffer.from(value, 'base64'))
  return isPacked(bytes) || isTable(bytes) ? bytes : undefined
}

function isTable(bytes: Uint8Array): boolean {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return /[\r\n]/.test(text) && /^\P{Cc}+$/u.test(text.replace(/[\r\n\t\uFEFF]/g, ' '))
  } catch {
    return false
  }
}

function asForm(seen: SeenExchange, path: readonly string[], name: readonly string[] | undefined): SeenExchange {
  const { requestBody } = seen
  const bytes = fileOf(valueIn(requestBody, path))
  if (!isObject(requestBody) || !bytes) return seen
  const others = [path, ...(name ? [name] : [])].reduce((body, each) => withoutValue(body, each), requestBody)
  return { ...seen, requestBody: { ...others, [path.join('.')]: bytes }, isForm: true }
}

function valueIn(body: unknown, path: readonly string[]): unknown {
  return path.reduce((at: unknown, name) => (isObject(at) ? at[name] : undefined), body)
}

function withoutValue(body: JsonObject, [name = '', ...rest]: readonly string[]): JsonObject {
  const { [name]: own, ...others } = body
  return rest.length === 0 || !isObject(own) ? others : { ...others, [name]: withoutValue(own, rest) }
}

function without(shape: Shape, [name = '', ...rest]: readonly string[]): Shape {
  if (shape.kind !== 'object') return shape
  const { [name]: own, ...others } = shape.members
  const inner = own && rest.length > 0 ? { [name]: { ...own, shape: without(own.shape, rest) } } : {}
  return { ...shape, members: { ...others, ...inner } }
}
