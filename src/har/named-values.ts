import { attributesOf, elementsOf, headersOf, inputsOf } from './named-markup.js'
import { plainText, type Range } from './plain-text.js'
import { isChoice, isGrant, isGrantName, isSecretHeader, isSecretName, isSecretParameter } from './secret-names.js'

/** A secret that its name gives away, and where it is. */
export interface NamedValue {
  range: Range
  /** Out of its escapes. */
  value: string
  /** It may be looked for elsewhere; what only is next to a secret is removed where it is. */
  isSecret: boolean
  /** What replaces it where a text cannot. */
  instead?: string
}

const NAME = /(?<!\\)(\\{0,15})"([^"]{1,120}?)\1"[ \t\r\n]{0,40}:[ \t\r\n]{0,40}/g
const NAME_THEN_VALUE =
  /(?<!\\)(\\{0,15})"name\1"\s{0,40}:\s{0,40}\1"([^"\\]{1,120})\1"\s{0,40},\s{0,40}\1"value\1"\s{0,40}:\s{0,40}/gi
const VALUE_THEN_NAME =
  /(?<!\\)(?=(\\{0,15})")(\1"value\1"\s{0,40}:\s{0,40})\1"[^"]{1,4096}"\s{0,40},\s{0,40}\1"name\1"\s{0,40}:\s{0,40}\1"([^"\\]{1,120})\1"/gi
const ASKS_FOR_TOKEN = /\bgrant_?type\b/i
const STRING_START = /\\*"/y
const PLAIN_STRING = /\\{0,15}"([^"\\]{1,60})\\{0,15}"/y
const NUMBER = /-?\d[\d.eE+-]{5,}/y
const NAME_FOLLOWS = /[ \t\r\n]{0,40}:/y
const MOMENT = /^\d{4}-\d\d-\d\d([T ][\d:.]*(Z|[+-]\d\d:?\d\d)?)?$/
const PARAMETER = /(?<=^|[?&;#\s"'<>]|\\u0026)([^=&?#;\s"'<>\\]{1,120})=([^&#;\s"'<>\\]+)/gi
const FIELD = /form-data;/gi
const FIELD_NAME = /\bname="?([^"\r\n;]{1,120})/i
/** As long as the headers of a field may be. */
const FIELD_HEAD = 2_048
/** In a file of settings: `secret: …`. */
const SETTING = /(?<=^[ \t-]{0,40})([\w.-]{1,120}): {1,8}["']?([^\s"'{}[\],]{8,})["']?[ \t]*$/gm
const USER_INFO = /\bhttps?:(?:\\{0,15}\/){2}[^\s/:@"\\]{0,200}:([^\s/@"\\]{1,500})@/gi

/**
 * Finds what names give away: members of JSON at any depth (in streams and in strings too), pairs of name and value,
 * parameters, fields of forms, inputs, elements and attributes, headers, settings, passwords of addresses. A body of megabytes
 * without the mark that one of these must have is passed over at once: its pattern would take its time at each character.
 */
export function findNamedValues(text: string): NamedValue[] {
  return [
    ...membersOf(text),
    ...parametersOf(text),
    ...fieldsOf(text),
    ...inputsOf(text),
    ...elementsOf(text),
    ...attributesOf(text),
    ...headersOf(text),
    ...pairsOf(text),
    ...settingsOf(text),
    ...userInfoOf(text),
  ]
}

function* membersOf(text: string): Generator<NamedValue> {
  if (!text.includes('"')) return
  const asksForToken = ASKS_FOR_TOKEN.test(text)
  let done = 0
  for (const { 0: whole, 1: slashes = '', 2: raw = '', index } of text.matchAll(NAME)) {
    // What is below a secret was looked at with it.
    if (index < done) continue
    const [name, start] = [plainText(raw).text, index + whole.length]
    STRING_START.lastIndex = start
    if (isSecretName(name) && !isChosenAt(text, start, name)) done = yield* valuesAt(text, start, slashes.length)
    else if (isGrantName(name) && STRING_START.test(text)) {
      for (const each of valuesAt(text, start, slashes.length)) if (isGrant(each.value, asksForToken)) yield each
    }
  }
}

/** Whether the text that starts here is what is chosen of something of this name. */
function isChosenAt(text: string, start: number, name: string): boolean {
  PLAIN_STRING.lastIndex = start
  const value = PLAIN_STRING.exec(text)?.[1]
  return value !== undefined && isChoice(name, value)
}

/** The texts of the value that starts here, and where it ends; its quotes have this many backslashes before them. */
function* valuesAt(text: string, start: number, level: number): Generator<NamedValue, number> {
  let [at, depth, label] = [start, 0, '']
  do {
    const char = text[at]
    STRING_START.lastIndex = at
    NUMBER.lastIndex = at
    const opening = STRING_START.exec(text)
    const number = NUMBER.exec(text)
    if (opening) {
      const [from, to] = [at + opening[0].length, endOfString(text, at + opening[0].length, level)]
      at = to + level + 1
      NAME_FOLLOWS.lastIndex = at
      const value = plainText(text.slice(from, to)).text
      if (depth > 0 && NAME_FOLLOWS.test(text)) label = value
      else if (value !== '' && !MOMENT.test(value)) yield { range: [from, to], value, isSecret: isItself(label) }
      continue
    }
    if (number) {
      yield { range: [at, at + number[0].length], value: number[0], isSecret: false, instead: '0' }
      at += number[0].length
      continue
    }
    if (char === '{' || char === '[') depth += 1
    else if (char === '}' || char === ']') depth -= 1
    else if (depth === 0) return at
    at += 1
  } while (at < text.length && depth > 0)
  return at
}

/** Whether what has this name below a secret is one: an id or a kind may be beside it. */
function isItself(label: string): boolean {
  return (
    label === '' ||
    /^(value|key|token|text|plain|raw|current|previous|old|new|next)$/i.test(label) ||
    isSecretName(label)
  )
}

/** Where a string ends whose quotes have this many backslashes: the place of the first of these, or the end of the text. */
function endOfString(text: string, from: number, level: number): number {
  for (let at = text.indexOf('"', from); at >= 0; at = text.indexOf('"', at + 1)) {
    let run = 0
    while (at - run > from && text[at - run - 1] === '\\') run += 1
    if (run % (2 * (level + 1)) === level) return at - level
  }
  return text.length
}

function* parametersOf(text: string): Generator<NamedValue> {
  if (!text.includes('=')) return
  for (const { 0: whole, 1: name = '', 2: raw = '', index } of text.matchAll(PARAMETER)) {
    const value = plainText(raw.replaceAll('+', ' ')).text
    if (!isSecretParameter(plainText(name).text, value)) continue
    const to = index + whole.length
    yield { range: [to - raw.length, to], value, isSecret: true }
  }
}

function* fieldsOf(text: string): Generator<NamedValue> {
  let done = 0
  for (const { index } of text.matchAll(FIELD)) {
    if (index < done) continue
    const { 0: head, length } = text.slice(index, index + FIELD_HEAD).split(/\r?\n\r?\n/, 2)
    const name = FIELD_NAME.exec(head ?? '')?.[1]
    if (length < 2 || name === undefined) {
      done = index + FIELD_HEAD / 2
      continue
    }
    const from = text.indexOf('\n', text.indexOf('\n', index + head!.length) + 1) + 1
    const end = text.indexOf(`\n${boundaryOf(text, index)}`, from - 1)
    const to = end < 0 ? text.length : text[end - 1] === '\r' ? end - 1 : end
    done = to
    const value = text.slice(from, to)
    if (value !== '' && isSecretParameter(plainText(name).text, value))
      yield { range: [from, to], value, isSecret: true }
  }
}

/** The line that parts the fields of a form: a value may have other lines that start with two hyphens. */
function boundaryOf(text: string, index: number): string {
  const before = text.slice(Math.max(0, index - FIELD_HEAD), index).split(/\r?\n/)
  // The first line may have a byte order mark before it.
  const line = before.findLast((each) => /^\W{0,4}--/.test(each)) ?? '--'
  return line.slice(line.indexOf('--'))
}

/** A header of an exchange as JSON has it in another: `{"name": "Authorization", "value": "…"}`. */
function* pairsOf(text: string): Generator<NamedValue> {
  if (!text.includes('"')) return
  for (const { 0: whole, 1: slashes = '', 2: name = '', index } of text.matchAll(NAME_THEN_VALUE)) {
    if (isSecretHeader(name)) yield* valuesAt(text, index + whole.length, slashes.length)
  }
  for (const { 1: slashes = '', 2: start = '', 3: name = '', index } of text.matchAll(VALUE_THEN_NAME)) {
    if (isSecretHeader(name)) yield* valuesAt(text, index + start.length, slashes.length)
  }
}

function* settingsOf(text: string): Generator<NamedValue> {
  if (!text.includes(': ')) return
  for (const { 1: name = '', 2: value = '', index, 0: whole } of text.matchAll(SETTING)) {
    if (!isSecretName(name) || isChoice(name, value)) continue
    const from = index + whole.indexOf(value, name.length)
    yield { range: [from, from + value.length], value, isSecret: false }
  }
}

function* userInfoOf(text: string): Generator<NamedValue> {
  for (const { 0: whole, 1: raw = '', index } of text.matchAll(USER_INFO)) {
    const to = index + whole.length - 1
    yield { range: [to - raw.length, to], value: plainText(raw).text, isSecret: true }
  }
}
