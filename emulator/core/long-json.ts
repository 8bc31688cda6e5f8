import { LIMITS } from '../../src/contract/limits.js'
import { pause } from '../adapters/pause.js'
import { endOfString, requireJsonBody } from './json.js'

const [QUOTE, COLON, COMMA] = Buffer.from('":,')
const [OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = Buffer.from('[]{}')
const SPACES: ReadonlySet<number | undefined> = new Set(Buffer.from(' \t\r\n'))
/** Shorter bodies are parsed in one go, in a few milliseconds. */
const LONG_BYTES = 1024 * 1024
/** What is parsed or looked at between two pauses. */
const PIECE_BYTES = 256 * 1024
const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** A member of a document: where its name starts, its colon, its end, and commas that take a list apart into pieces. */
interface Member {
  from: number
  colon: number
  to: number
  cuts: number[]
}

/**
 * The JSON value of a body, as `requireJsonBody` has it. Other requests are served while a long object is parsed: its lists are, in
 * pieces. Parsing 300 MB in one go would hold them up for seconds.
 */
export async function requireLongJsonBody(body: Buffer): Promise<unknown> {
  const members = body.length > LONG_BYTES ? await findMembers(body) : undefined
  if (!members) return requireJsonBody(body)
  try {
    const entries: [string, unknown][] = []
    for (const member of members) entries.push(await parseMember(body, member))
    return Object.fromEntries(entries)
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof TypeError)) throw error
    // The whole of it says best what is wrong, and where.
    return requireJsonBody(body)
  }
}

/** The members of the object that a body is; undefined if it is not one, or is nested too deeply. */
async function findMembers(body: Buffer): Promise<Member[] | undefined> {
  const start = skipSpaces(body, 0)
  if (body[start] !== OPEN_OBJECT) return undefined
  const members: Member[] = []
  let member: Member = { from: start + 1, colon: -1, to: -1, cuts: [] }
  let depth = 0
  let pausedAt = 0
  for (let at = start; at < body.length; at += 1) {
    const byte = body[at]
    if (byte === QUOTE) at = endOfString(body, at)
    else if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) depth += 1
    else if (byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) depth -= 1
    else if (depth === 1 && byte === COLON && member.colon === -1) member.colon = at
    else if (depth === 1 && byte === COMMA) {
      members.push({ ...member, to: at })
      member = { from: at + 1, colon: -1, to: -1, cuts: [] }
    } else if (depth === 2 && byte === COMMA && at - (member.cuts.at(-1) ?? member.colon) > PIECE_BYTES)
      member.cuts.push(at)
    if (depth > LIMITS.jsonDepth) return undefined
    if (depth === 0) {
      members.push({ ...member, to: at })
      return skipSpaces(body, at + 1) === body.length ? members : undefined
    }
    if (at - pausedAt > PIECE_BYTES) {
      pausedAt = at
      await pause()
    }
  }
  return undefined
}

async function parseMember(body: Buffer, { from, colon, to, cuts }: Member): Promise<[string, unknown]> {
  const name = parse(body, from, colon)
  if (typeof name !== 'string') throw new SyntaxError('a member without a name')
  const first = skipSpaces(body, colon + 1)
  if (body[first] !== OPEN_ARRAY || cuts.length === 0) return [name, parse(body, first, to)]
  const last = body.lastIndexOf(CLOSE_ARRAY!, to - 1)
  if (skipSpaces(body, last + 1) !== to) throw new SyntaxError('a list without an end')
  const list: unknown[] = []
  for (const [index, end] of [...cuts, last].entries()) {
    const begin = index === 0 ? first + 1 : cuts[index - 1]! + 1
    const piece = parse(body, begin, end, ['[', ']']) as unknown[]
    if (piece.length === 0) throw new SyntaxError('a comma without a value')
    for (const value of piece) list.push(value)
    await pause()
  }
  return [name, list]
}

/** Throws SyntaxError, or TypeError for bytes that are not UTF-8. */
function parse(body: Buffer, from: number, to: number, [before, after] = ['', '']): unknown {
  return JSON.parse(before + UTF8.decode(body.subarray(from, to)) + after)
}

function skipSpaces(body: Buffer, from: number): number {
  let at = from
  while (SPACES.has(body[at])) at += 1
  return at
}
