import type { TextPlace } from './yaml.js'

/** Why a text is not JSON, in words that follow `not valid JSON: `. */
export interface JsonFault extends TextPlace {
  message: string
  /** The text ends before its JSON does, as in a file that was cut off. */
  isCutOff: boolean
}

const BLANKS = /[\t\n\r ]*/y
const PUNCTUATION = '[]{},:'
const SCALAR = /^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?)$/
const ESCAPE = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y
/** The start of an escape, of a number and of a word, which more text would complete. */
const STARTED_ESCAPE = /^\\(?:u[\da-fA-F]{0,3})?$/
const STARTED_NUMBER = /^-?(?:(?:0|[1-9]\d*)(?:\.\d*|(?:\.\d+)?[eE][-+]?)?)?$/

/** What may come next: a value, the same or the end of an empty list, a name, … */
type Expected = 'value' | 'firstItem' | 'name' | 'firstName' | 'colon' | 'more' | 'nothing'

const LONGEST_SHOWN = 20

/**
 * Where a text stops being JSON, and why; the same for every version of Node, whose own messages differ and often have no place.
 * undefined if it is JSON.
 */
export function findJsonFault(text: string): JsonFault | undefined {
  const open: ('[' | '{')[] = []
  let expected: Expected = 'value'
  let at = 0
  for (;;) {
    at = skip(BLANKS, text, at)
    if (at >= text.length) return expected === 'nothing' ? undefined : cutOff(text, inside(open))
    const start = at
    const token = readToken(text, at)
    if ('fault' in token) return token.fault
    at = token.end
    const next: Expected | undefined = step(expected, text.slice(start, Math.min(at, start + LONGEST_SHOWN)), open)
    if (next === undefined) return faultAt(text, start, `unexpected ${shown(text.slice(start, at))}`)
    expected = next
  }
}

/** What follows a token where `expected` may stand; undefined where it may not stand there. Keeps what is open. */
function step(expected: Expected, token: string, open: ('[' | '{')[]): Expected | undefined {
  const [first] = token
  const after = (): Expected => (open.length === 0 ? 'nothing' : 'more')
  if (first === ']' || first === '}') {
    const isList = first === ']'
    const fits = expected === 'more' || expected === (isList ? 'firstItem' : 'firstName')
    if (!fits || open.pop() !== (isList ? '[' : '{')) return undefined
    return after()
  }
  if (first === ':') return expected === 'colon' ? 'value' : undefined
  if (first === ',') {
    if (expected !== 'more') return undefined
    return open.at(-1) === '{' ? 'name' : 'value'
  }
  if (expected === 'name' || expected === 'firstName') return first === '"' ? 'colon' : undefined
  if (expected !== 'value' && expected !== 'firstItem') return undefined
  if (first !== '[' && first !== '{') return after()
  open.push(first)
  return first === '[' ? 'firstItem' : 'firstName'
}

type Token = { end: number } | { fault: JsonFault }

function readToken(text: string, start: number): Token {
  const first = text[start]!
  if (PUNCTUATION.includes(first)) return { end: start + 1 }
  if (first === '"') return readString(text, start)
  let end = start
  while (end < text.length && !/[\s[\]{},:"]/.test(text[end]!)) end += 1
  const word = text.slice(start, end)
  if (SCALAR.test(word)) return { end }
  const isStarted =
    STARTED_NUMBER.test(word) || ['true', 'false', 'null'].some((name) => name.startsWith(word) && word !== '')
  if (end === text.length && isStarted) return { fault: cutOff(text, 'a value') }
  return { fault: faultAt(text, start, `unexpected ${shown(word)}`) }
}

function readString(text: string, start: number): Token {
  for (let at = start + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === 0x22) return { end: at + 1 }
    if (code < 0x20) return { fault: faultAt(text, at, 'a line break or control character inside a string') }
    if (code === 0x5c) {
      const end = skip(ESCAPE, text, at)
      if (end === at && STARTED_ESCAPE.test(text.slice(at))) break
      if (end === at) return { fault: faultAt(text, at, `unknown escape ${shown(text.slice(at, at + 2))}`) }
      at = end - 1
    }
  }
  return { fault: cutOff(text, 'a string') }
}

/** The index after what a sticky expression matches at `at`; `at` itself if it matches nothing. */
function skip(expression: RegExp, text: string, at: number): number {
  expression.lastIndex = at
  return expression.test(text) ? expression.lastIndex : at
}

function inside(open: readonly string[]): string {
  if (open.length === 0) return 'nothing'
  return open.at(-1) === '[' ? 'a list' : 'an object'
}

const cutOff = (text: string, where: string): JsonFault => ({
  ...faultAt(text, text.length, where === 'nothing' ? 'there is nothing in it' : `it ends inside ${where}`),
  isCutOff: true,
})

function faultAt(text: string, offset: number, message: string): JsonFault {
  const before = text.slice(0, offset)
  const lineStart = before.lastIndexOf('\n') + 1
  return { message, line: before.split('\n').length, column: offset - lineStart + 1, isCutOff: false }
}

const shown = (text: string) => (text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text)
