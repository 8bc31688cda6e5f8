import { isChoice, isSecretName, isSecretParameter } from './secret-names.js'

/** What a name gives away, and where it is; `isSecret`: it may be looked for elsewhere. */
export interface Found {
  range: readonly [from: number, to: number]
  value: string
  isSecret: boolean
}

const INPUT = /<input\b[^<>]{0,500}>/gi
const INPUT_NAME = /\bname=["']?([^"'\s>]{1,120})/i
const INPUT_VALUE = /\bvalue=("[^"]*"|'[^']*'|[^"'\s>]+)/di
const ELEMENT = /<(?:[\w.-]{1,60}:)?([\w.-]{1,120})(?:\s[^<>]{0,500})?(?<!\/)>/g
const END_TAG = /<\/(?:[\w.-]{1,60}:)?([\w.-]{1,120})\s*>/g
const ATTRIBUTE = /(?<=[\s:])([\w.-]{1,120})\s{0,8}=\s{0,8}(\\{0,15}["'])([^"'<>\\]{1,4096})\2/g
/** The texts of an element, between the tags of others. */
const TEXT = /[^<>\s](?:[^<>]*[^<>\s])?/g
const CDATA = '![CDATA['
/** As long as what an element holds is looked at. */
const ELEMENT_LENGTH = 65_536
/** A header as it stands in a log, in a command or in another message, up to the end of its line or quote. */
const HEADER =
  /(?:(?<![\w-])|(?<=\\[nrt]))((?:proxy-)?authorization|(?:set-)?cookie2?)[ \t]*:[ \t]*(?=[^\s"'\\{[])([^\r\n"'\\]{1,4096})/gi
const SCHEME = /\b(?:Bearer|Basic)[ \t]+([A-Za-z0-9._~+/-]{16,}=*)/g
const MADE_BY_CHANCE = /\d|[a-z][A-Z]{2}|=$/

/** Finds `<input name="secret" value="…">`. */
export function* inputsOf(text: string): Generator<Found> {
  for (const { 0: tag, index } of text.matchAll(INPUT)) {
    const name = INPUT_NAME.exec(tag)?.[1]
    const [from, to] = INPUT_VALUE.exec(tag)?.indices?.[1] ?? [0, 0]
    const value = tag.slice(from, to).replace(/^["']|["']$/g, '')
    if (name === undefined || value === '' || !isSecretParameter(name, value)) continue
    const start = index + tag.indexOf(value, from)
    yield { range: [start, start + value.length], value, isSecret: true }
  }
}

/** Finds `<ns:password>…</ns:password>`, with all texts below it. */
export function* elementsOf(text: string): Generator<Found> {
  let ends: Map<string, number[]> | undefined
  let done = 0
  for (const { 0: tag, 1: name = '', index } of text.matchAll(ELEMENT)) {
    // What is below a secret was looked at with it.
    if (index < done || !isSecretName(name)) continue
    const from = index + tag.length
    ends ??= endTagsOf(text)
    const end = nextOf(ends.get(name) ?? [], from)
    const to = end <= from + ELEMENT_LENGTH ? end : Math.max(from, text.indexOf('<', from))
    done = to
    yield* textsBetween(text, { from, to, name })
  }
}

function* textsBetween(text: string, { from, to, name }: { from: number; to: number; name: string }): Generator<Found> {
  const inner = text.slice(from, to)
  for (const { 0: found, index: at } of inner.matchAll(TEXT)) {
    const isMarked = found.startsWith(CDATA)
    if (inner[at - 1] === '<' && !isMarked) continue
    const value = isMarked ? found.slice(CDATA.length).replace(/\]\]$/, '') : found
    if (isChoice(name, value)) continue
    const start = from + at + (isMarked ? CDATA.length : 0)
    yield { range: [start, start + value.length], value, isSecret: true }
  }
}

/** Where the end tags of each name start, the first of them last. */
function endTagsOf(text: string): Map<string, number[]> {
  const ends = new Map<string, number[]>()
  for (const { 1: name = '', index } of [...text.matchAll(END_TAG)].reverse()) {
    const places = ends.get(name)
    if (places) places.push(index)
    else ends.set(name, [index])
  }
  return ends
}

/** The first of these places, which stand in reverse, that is not before this one; those that are, are taken away. */
function nextOf(places: number[], from: number): number {
  while (places.length > 0 && places.at(-1)! < from) places.pop()
  return places.at(-1) ?? Number.POSITIVE_INFINITY
}

/** Finds `password="…"` in a tag or a file of settings. */
export function* attributesOf(text: string): Generator<Found> {
  if (!text.includes('=')) return
  for (const { 0: whole, 1: name = '', 2: quote = '', 3: value = '', index } of text.matchAll(ATTRIBUTE)) {
    if (!isSecretName(name) || isChoice(name, value)) continue
    const to = index + whole.length - quote.length
    yield { range: [to - value.length, to], value, isSecret: true }
  }
}

/** Finds headers that authenticate, and what follows the scheme of one, wherever they stand in a text. */
export function* headersOf(text: string): Generator<Found> {
  const headers = text.includes(':') ? text.matchAll(HEADER) : []
  for (const { 0: whole, 2: value = '', index } of headers) {
    const to = index + whole.length
    yield { range: [to - value.length, to], value, isSecret: false }
  }
  for (const { 0: whole, 1: value = '', index } of text.matchAll(SCHEME)) {
    const to = index + whole.length
    if (MADE_BY_CHANCE.test(value)) yield { range: [to - value.length, to], value, isSecret: true }
  }
}
