import { parseJson } from '../../base/parse-json.js'

/** A JSON value that forgets nothing a parser usually forgets: the order of members, duplicates, how numbers are written. */
export type JsonNode =
  | { kind: 'object'; members: JsonMember[] }
  | { kind: 'array'; items: JsonNode[] }
  | { kind: 'string'; value: string }
  | { kind: 'number'; raw: string }
  | { kind: 'word'; raw: string }

export interface JsonMember {
  key: string
  value: JsonNode
}

/** No delivery nests deeper; the parser below calls itself. */
const MAX_DEPTH = 128
const TOKEN = /[\t\n\r ]*(?:([[\]{},:])|("[^"\\]*(?:\\.[^"\\]*)*")|([^\t\n\r [\]{},:"]+))/y

/** The value of a JSON text, or nothing if it is not one or nests deeper than 128 levels. */
export function findJson(text: string): JsonNode | undefined {
  if (parseJson(text) === undefined) return undefined
  const tokens = tokensOf(text)
  return readValue(tokens, tokens.next(), 0)
}

interface Tokens {
  next(): string
}

function tokensOf(text: string): Tokens {
  let at = 0
  return {
    next() {
      TOKEN.lastIndex = at
      const match = TOKEN.exec(text)!
      at = TOKEN.lastIndex
      return match[1] ?? match[2] ?? match[3]!
    },
  }
}

function readValue(tokens: Tokens, token: string, depth: number): JsonNode | undefined {
  if (depth > MAX_DEPTH) return undefined
  if (token === '{') return readObject(tokens, depth + 1)
  if (token === '[') return readArray(tokens, depth + 1)
  if (token.startsWith('"')) return { kind: 'string', value: JSON.parse(token) as string }
  return /^[-\d]/.test(token) ? { kind: 'number', raw: token } : { kind: 'word', raw: token }
}

function readObject(tokens: Tokens, depth: number): JsonNode | undefined {
  const members: JsonMember[] = []
  for (let token = tokens.next(); token !== '}'; token = tokens.next()) {
    if (token === ',') continue
    tokens.next()
    const value = readValue(tokens, tokens.next(), depth)
    if (!value) return undefined
    members.push({ key: JSON.parse(token) as string, value })
  }
  return { kind: 'object', members }
}

function readArray(tokens: Tokens, depth: number): JsonNode | undefined {
  const items: JsonNode[] = []
  for (let token = tokens.next(); token !== ']'; token = tokens.next()) {
    if (token === ',') continue
    const item = readValue(tokens, token, depth)
    if (!item) return undefined
    items.push(item)
  }
  return { kind: 'array', items }
}
