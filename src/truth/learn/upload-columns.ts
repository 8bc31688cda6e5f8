import { isObject, type JsonObject } from '../../base/is-object.js'
import { parseTime } from '../../contract/times.js'
import { isPacked } from '../../har/packed.js'
import type { Member, Shape } from './evidence/shape.js'
import { shapeOfValue } from './evidence/traffic.js'
import type { Leaf } from './match/match.js'

/** A file of text that was sent: its headers, and the cells of each row. */
interface Table {
  headers: readonly string[]
  rows: readonly (readonly string[])[]
}

/** Rows that are enough to see what a column holds. */
const ROWS = 100

/** The table that was sent in a form; without headers if it is no file of text. */
export function tableIn(form: JsonObject): Table {
  const file = Object.values(form).find((each): each is Uint8Array => each instanceof Uint8Array)
  // A workbook is packed, and not read here.
  if (!file || isPacked(file)) return { headers: [], rows: [] }
  const table = tables.get(file) ?? readTable(file)
  tables.set(file, table)
  return table
}

/** The tables of files that were read before: each is asked for several times. */
const tables = new WeakMap<Uint8Array, Table>()

function readTable(file: Uint8Array): Table {
  const [line = '', ...lines] = new TextDecoder()
    .decode(file)
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
  const headers = line === '' ? [] : cellsOf(line)
  const rows = lines.slice(0, ROWS).map(cellsOf)
  return { headers, rows: rows.filter((row) => row.length === headers.length) }
}

const cellsOf = (line: string) => line.split(/[,;\t]/).map((each) => each.trim().replace(/^"(.*)"$/, '$1'))

/** The member of a mapping that says the columns of fields, if exactly one does, and these columns: all others are columns of one member. */
export function fieldsIn(
  mapping: JsonObject,
  isMember: (name: string) => boolean,
): { name: string; columns: unknown[] } | undefined {
  const inner = Object.entries(mapping).flatMap(([name, value]) => {
    const table = tableOf(value)
    return table === undefined ? [] : [{ name, table }]
  })
  const [only, another] = inner
  const isPlain = Object.values(mapping).every((value) => tableOf(value) || typeof value === 'string')
  if (!only || another || !isPlain) return undefined
  const { name, table } = only
  // `{text: "Comment"}` inside has members of items, and no fields.
  const areFields = table.length > 0 && table.every(([key]) => /\d/.test(key) && !isMember(key))
  return areFields || name === 'fields' ? { name, columns: table.map(([, header]) => header) } : undefined
}

/** Columns by fields: an object, or a list of pairs, in which the side with a digit in each value is the id of a field. */
function tableOf(value: unknown): [key: string, column: unknown][] | undefined {
  if (isObject(value)) return Object.entries(value)
  if (!Array.isArray(value) || value.length === 0 || !value.every(isObject)) return undefined
  const [one, other, third] = Object.keys(value[0] as JsonObject)
  const isPair = (entry: JsonObject) => Object.keys(entry).length === 2 && entry[one!] !== undefined
  if (!other || third || !value.every((entry) => isPair(entry) && entry[other] !== undefined)) return undefined
  const [first, second] = [areIds(value, one!), areIds(value, other)]
  const [key, column] = first ? [one!, other] : [other, one!]
  return first === second ? undefined : value.map((entry) => [String(entry[key]), entry[column]])
}

const areIds = (entries: readonly JsonObject[], name: string) =>
  entries.every((entry) => /\d/.test(String(entry[name])))

/** Whether a described mapping is one of columns, with one table of columns by fields among them. */
export function isOfFields({ shape }: Member): boolean {
  if (shape.kind !== 'object') return false
  const members = Object.entries(shape.members)
  const tables = members.filter(([name, each]) => isTable(each.shape) || name === 'fields')
  const others = members.filter((each) => !tables.includes(each))
  return tables.length === 1 && others.every(([, each]) => each.shape.kind === 'scalar')
}

/** Whether a member is one of columns by fields: an object by their ids, or a list of pairs. */
function isTable(shape: Shape): boolean {
  if (shape.kind !== 'list' || shape.entry.kind !== 'object') return shape.kind === 'map'
  const pair = Object.values(shape.entry.members)
  return pair.length === 2 && pair.every((each) => each.shape.kind === 'scalar')
}

/** A mapping with what each of its columns held in the files that were sent; members that a description does not list are added. */
export function withColumns(described: Member, part: string, sent: readonly JsonObject[]): Member {
  const columns = new Map<string, string[]>()
  const tables = new Map<string, Member>()
  for (const form of sent) {
    const mapping = form[part]
    if (!isObject(mapping)) continue
    const { headers, rows } = tableIn(form)
    for (const [name, header] of Object.entries(mapping)) {
      if (typeof header === 'object') tables.set(name, withSeen(tables.get(name), header))
      const at = headers.indexOf(String(header))
      if (typeof header !== 'string' || at < 0) continue
      columns.set(name, [...(columns.get(name) ?? []), ...rows.map((row) => row[at]!)])
    }
  }
  const form = described.shape.kind === 'object' ? described.shape : { kind: 'object' as const, members: {} }
  const members: Record<string, Member> = { ...form.members }
  for (const [name, seen] of columns) members[name] = { ...(members[name] ?? OPTIONAL), shape: column(seen) }
  for (const [name, table] of tables) members[name] ??= table
  return { ...described, shape: { ...form, members } }
}

function withSeen(known: Member | undefined, table: unknown): Member {
  const keys = known?.shape.kind === 'map' ? (known.shape.keys ?? []) : []
  const shape: Shape = isObject(table)
    ? { kind: 'map', entry: column([]), keys: [...keys, ...Object.keys(table)] }
    : shapeOfValue(table).shape
  return { ...OPTIONAL, shape }
}

const OPTIONAL = { required: false, nullable: false }

const column = (values: readonly string[]): Shape => ({
  kind: 'scalar',
  types: ['string'],
  seen: [...new Set(values)].filter((each) => each !== '').slice(0, ROWS),
})

/**
 * What the cells of a column say of it: all moments are when an item occurred, the only time of an item that a file may give. Undefined where
 * they say nothing.
 */
export function byCells(path: string, { shape }: Leaf): number | undefined {
  if (!path.startsWith('mapping.') || shape.kind !== 'scalar' || shape.seen.length === 0) return undefined
  const areMoments = shape.seen.every(isMoment)
  if (path === 'mapping.occurred_at') return areMoments ? 0.97 : 0.05
  return areMoments ? 0.05 : undefined
}

const isMoment = (text: unknown) => /^\d{4}-\d\d-\d\d/.test(String(text)) && parseTime(String(text)) !== undefined
