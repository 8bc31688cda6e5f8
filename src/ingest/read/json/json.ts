import { isObject } from '../../../base/is-object.js'
import { findJsonFault, type JsonFault } from '../../../base/json-fault.js'
import { InputFileError } from '../../errors.js'
import type { TextBytes } from '../decode/text-bytes.js'
import type { RawRow, Table } from '../table.js'
import { collectColumns, jsonRow } from './json-item.js'
import { findRepeatedMembers } from './repeated-members.js'

/** A JSON array is read whole, so it is bounded; NDJSON is not. */
const LARGEST_BYTES = 128 * 1024 * 1024
const ROWS_PER_GROUP = 1_000
/** A member whose value is a list of objects. */
const LIST = /"(?:[^"\\]|\\.)*"\s*:\s*\[\s*\{/
/** A line that a further one must follow. */
const GOES_ON = /[[{,:]\s*$/

/** A JSON array of strings or item objects; rows count from 1. */
export async function readJson(text: TextBytes): Promise<Table> {
  const { values, repeated } = await readArray(text)
  const columns = [...collectColumns(values)]
  return { columns, typed: true, rows: groupRows(values, repeated, columns) }
}

async function readArray(text: TextBytes): Promise<{ values: unknown[]; repeated: ReadonlyMap<number, string> }> {
  const parts: Buffer[] = []
  let size = 0
  for await (const chunk of text.chunks) {
    size += chunk.length
    if (size > LARGEST_BYTES)
      throw new InputFileError('a JSON array may have at most 128 MB', 'save it as NDJSON, one item per line')
    parts.push(Buffer.from(chunk))
  }
  if (text.badBytes.length > 0) throw new InputFileError(text.badBytes[0]!.message)
  const json = Buffer.concat(parts).toString()
  const value = parseDocument(json)
  if (!Array.isArray(value)) throw notAList(value)
  return { values: value, repeated: findRepeatedMembers(json, 2) }
}

function notAList(document: unknown): InputFileError {
  const [list, ...others] = likeliestFirst(findLists(document))
  if (!list) return new InputFileError('the JSON file is not a list of items', 'expected [item, item, …]')
  const named = [list, ...others].map(({ path, length }) => `"${path}" (${length})`).join(', ')
  const lists = others.length > 0 ? `the lists ${named}` : `the list ${named}`
  const hint = `push the list itself: \`jq ${filterFor(list.path)} FILE | inpk push - --format json\``
  return new InputFileError(`the JSON file is one object that holds ${lists}, not a list of items`, hint)
}

/** Lists with texts first, and of those the outermost; the rest in the order of the file. */
function likeliestFirst(lists: ReturnType<typeof findLists>): ReturnType<typeof findLists> {
  const depth = ({ path, hasText }: (typeof lists)[number]) => (hasText ? path.split('.').length : Number.MAX_VALUE)
  return lists.toSorted((a, b) => depth(a) - depth(b))
}

/** The path as a filter of jq, in quotes where the shell or jq would read its names as something else. */
function filterFor(path: string): string {
  if (/^[a-z_]\w*(\.[a-z_]\w*)*$/i.test(path)) return `.${path}`
  return `'${path
    .split('.')
    .map((name, at) => `${at === 0 ? '.' : ''}["${name}"]`)
    .join('')}'`
}

function parseDocument(text: string): unknown {
  if (text.trim() === '') throw new InputFileError('the file is empty')
  try {
    return JSON.parse(text)
  } catch (error) {
    const fault = findJsonFault(text)
    if (!fault) throw new InputFileError(`not valid JSON: ${(error as Error).message}`)
    throw notJson(fault)
  }
}

/** Refuses a file for a fault of its JSON. */
function notJson({ message, line, column, isCutOff }: JsonFault): InputFileError {
  const hint = isCutOff ? 'the file looks cut off: export or download it again' : undefined
  return new InputFileError(`not valid JSON: ${message} (line ${line}, column ${column})`, hint)
}

async function* groupRows(
  values: unknown[],
  repeated: ReadonlyMap<number, string>,
  columns: readonly string[],
): AsyncGenerator<RawRow[]> {
  for (let from = 0; from < values.length; from += ROWS_PER_GROUP) {
    yield values
      .slice(from, from + ROWS_PER_GROUP)
      .map((value, index) => jsonRow(from + index + 1, value, columns, repeated.get(from + index)))
  }
}

/**
 * Whether a text that starts with an object is one JSON document, as an API returns it, and not an item a line: its first line is
 * no whole item, or it is all there is and holds a list of objects and no text. `head` may end anywhere.
 */
export function isOneDocument(head: string): boolean {
  const [first = '', ...others] = head.split('\n').filter((line) => line.trim() !== '')
  const item = parseObject(first)
  if (item !== undefined) return others.length === 0 && !('text' in item) && findLists(item).length > 0
  if (GOES_ON.test(first)) return true
  return others.length > 0 ? parseObject(others[0]!) === undefined : LIST.test(first)
}

/** The lists of objects within a document, by the path of members that leads to each: `data.reviews`. */
export function findLists(document: unknown): { path: string; length: number; hasText: boolean }[] {
  if (!isObject(document)) return []
  return Object.entries(document).flatMap(([name, value]) => {
    if (Array.isArray(value)) {
      const hasText = value.some((each) => isObject(each) && typeof each.text === 'string')
      return value.some(isObject) ? [{ path: name, length: value.length, hasText }] : []
    }
    return findLists(value).map(({ path, ...list }) => ({ path: `${name}.${path}`, ...list }))
  })
}

function parseObject(line: string): object | undefined {
  try {
    return JSON.parse(line) as object
  } catch {
    return undefined
  }
}
