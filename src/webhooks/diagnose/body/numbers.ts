import { writeDouble, writeFraction } from '../../json/numbers.js'
import type { BodyCause } from '../cause.js'
import type { Evidence } from '../evidence.js'

const KEEP = 'Compute the HMAC over the raw body: 1, 1.0 and 1e0 are the same number to a parser, but different bytes.'
/** A string, or a number outside of one. */
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g
/** This many numbers are tried one by one. */
const MAX_SINGLE = 24
/** Numbers of larger bodies are not tried one by one. */
const MAX_SINGLE_BYTES = 256 * 1024
/** This many integers that round to the same double are tried. */
const MAX_ROUNDED = 2_048

/** Numbers in the body are written in another way and all else is as it was, in the order it is tried. */
export const NUMBERS = [
  {
    id: 'body-numbers-shortened',
    family: 'body',
    sentence:
      'Numbers in the body were rewritten in a shorter form: 1.0 became 1, 4.50 became 4.5, or 1e3 became 1000.',
    fix: KEEP,
    rawBody: ['express', 'fastify', 'nextjs', 'hono', 'koa'],
    bodies: longerNumbers,
  },
  {
    id: 'body-numbers-lengthened',
    family: 'body',
    sentence: 'Numbers in the body were rewritten: 1 became 1.0, or 1000 became 1e3.',
    fix: KEEP,
    rawBody: true,
    bodies: (evidence) => withNumbers(evidence, writeDouble),
  },
  {
    id: 'body-numbers-rounded',
    family: 'body',
    sentence: 'A number in the body is too large for a double and was rounded.',
    fix: `${KEEP} JavaScript keeps only 53 bits of an integer.`,
    rawBody: ['express', 'fastify', 'nextjs', 'hono', 'koa'],
    bodies: unroundedNumbers,
  },
  {
    id: 'body-numbers-quoted',
    family: 'body',
    sentence: 'Numbers in the body became strings.',
    fix: KEEP,
    rawBody: true,
    *bodies({ json, text }) {
      if (json && text !== undefined) yield text.replace(/:(\s*)"(-?\d+(?:\.\d+)?)"/g, ':$1$2')
    },
  },
] as const satisfies readonly BodyCause[]

type Rewrite = (raw: string, index: number) => string

function* withNumbers({ json, text }: Evidence, rewrite: Rewrite): Generator<string> {
  if (!json || text === undefined) return
  let index = 0
  yield text.replace(TOKEN, (token) => (token.startsWith('"') ? token : rewrite(token, index++)))
}

function* longerNumbers(evidence: Evidence): Generator<string> {
  const { json, text = '' } = evidence
  if (!json) return
  yield* withNumbers(evidence, writeFraction)
  if (text.length > MAX_SINGLE_BYTES) return
  const count = (text.match(TOKEN) ?? []).filter((token) => !token.startsWith('"')).length
  for (let single = 0; single < Math.min(count, MAX_SINGLE); single++) {
    for (const write of LONGER) yield* withNumbers(evidence, (raw, index) => (index === single ? write(raw) : raw))
  }
}

const LONGER: readonly ((raw: string) => string)[] = [
  writeFraction,
  (raw) => (/^-?\d+$/.test(raw) ? `${raw}.00` : raw),
  (raw) => (/^-?\d+\.\d+$/.test(raw) ? `${raw}0` : raw),
  (raw) => raw.replace(/^(-?\d+?)(0+)$/, (_, head, zeros) => `${head}e${zeros.length}`),
  (raw) => raw.replace(/^(-?\d+?)(0+)$/, (_, head, zeros) => `${head}E${zeros.length}`),
  (raw) => raw.replace(/^(-?\d+?)(0+)$/, (_, head, zeros) => `${head}e+${zeros.length}`),
  (raw) => raw.replace(/^(-?\d)(\d*?)(0*)$/, (_, head, tail, zeros) => scientific(head, tail, zeros)),
]

function scientific(head: string, tail: string, zeros: string): string {
  return `${head}.${tail || '0'}E${tail.length + zeros.length}`
}

function* unroundedNumbers(evidence: Evidence): Generator<string> {
  const { json, text } = evidence
  const large = json && text ? (text.match(TOKEN) ?? []).filter(isBeyondDouble) : []
  if (large.length !== 1 || evidence.body.length > MAX_SINGLE_BYTES) return
  const value = BigInt(large[0]!)
  for (let offset = 1n; offset <= MAX_ROUNDED / 2; offset++) {
    const both = [value + offset, value - offset].filter((each) => Number(each) === Number(value))
    if (both.length === 0) return
    for (const each of both) yield* withNumbers(evidence, (raw) => (raw === large[0] ? String(each) : raw))
  }
}

function isBeyondDouble(token: string): boolean {
  return /^-?\d{16,20}$/.test(token) && !Number.isSafeInteger(Number(token))
}
