import { DamagedFileError } from '../errors.js'
import { encodeLines, findLineJson } from '../line.js'
import type { StoredItem } from '../types.js'

/** Items as lines of their segment, newlines included. */
export function encodeRows(items: readonly StoredItem[]): Buffer {
  return encodeLines(items.map(encodeItem))
}

/** What JSON can't have as it is in a text: quotes, backslashes, control characters, halves of characters. */
const ESCAPED = /[^\x20\x21\x23-\x5b\x5d-\ud7ff\ue000-\uffff]/

/** JSON of an item, as JSON.stringify makes it at twice the cost: all its values are texts, numbers and nulls. */
function encodeItem(item: StoredItem): string {
  let json = ''
  for (const member in item) {
    const value = item[member as keyof StoredItem]
    if (value === undefined) continue
    json += json === '' ? '{"' : ',"'
    json += `${member}":${typeof value === 'string' ? encodeText(value) : value}`
  }
  return `${json}}`
}

function encodeText(text: string): string {
  return ESCAPED.test(text) ? JSON.stringify(text) : `"${text}"`
}

/** The item of a line, newline included. Throws DamagedFileError. */
export function decodeRow(file: string, offset: number, bytes: Uint8Array, line?: number): StoredItem {
  return JSON.parse(requireRowJson(file, offset, bytes, line).toString()) as StoredItem
}

/** The same as the bytes of its JSON text. */
export function requireRowJson(file: string, offset: number, bytes: Uint8Array, line?: number): Buffer {
  const json = bytes.at(-1) === 10 ? findLineJson(bytes.subarray(0, -1)) : undefined
  if (json === undefined) throw new DamagedFileError(file, 'the item does not match its checksum', line, offset)
  return json
}

/** 32-bit FNV-1a over UTF-16 units, mixed again; 0 stands for no id and for nothing else. */
export function hashId(id: string | null): number {
  if (id === null) return 0
  let hash = 0x811c9dc5
  for (let index = 0; index < id.length; index += 1) hash = Math.imul(hash ^ id.charCodeAt(index), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash ^= hash >>> 13
  return hash >>> 0 || 1
}
