import { type PlainText, plainText, type Range } from './plain-text.js'

/** Base64 of less may occur anywhere by chance. */
const SHORTEST_BASE64 = 8
/** Spellings are found by so many of their first characters. */
const INDEXED = 4
/** A service may give a new token with each answer: the older half is forgotten beyond so many. */
const MOST = 10_000

/** Values to be found wherever their bytes are in a text: as they are, escaped as JSON or an address does, or in base64. */
export class KnownValues {
  private readonly values = new Set<string>()
  private readonly byStart = new Map<string, Set<string>>()
  /** By the low bytes of the first two characters: most places of a text are passed over by this alone. */
  private readonly mayStart = new Uint8Array(65_536)

  constructor(values: Iterable<string> = []) {
    for (const value of values) this.add(value)
  }

  /** Whether it was not known. */
  add(value: string): boolean {
    if (this.values.has(value)) return false
    if (this.values.size >= MOST) this.forgetHalf()
    this.values.add(value)
    for (const spelling of spellingsOf(value)) {
      if (spelling.length < INDEXED) continue
      const start = spelling.slice(0, INDEXED)
      const known = this.byStart.get(start)
      if (known) known.add(spelling)
      else this.byStart.set(start, new Set([spelling]))
      this.mayStart[pairAt(spelling, 0)] = 1
    }
    return true
  }

  /** In one pass, however many values there are. */
  *findIn({ text, rangeOf }: PlainText): Generator<Range> {
    if (this.values.size === 0) return
    const { mayStart } = this
    for (let at = 0; at + INDEXED <= text.length; at += 1) {
      if (mayStart[pairAt(text, at)] === 0) continue
      const starting = this.byStart.get(text.slice(at, at + INDEXED))
      if (!starting) continue
      const found = [...starting].filter((spelling) => text.startsWith(spelling, at)).map(({ length }) => length)
      if (found.length > 0) yield rangeOf(at, at + Math.max(...found))
    }
  }

  private forgetHalf(): void {
    const recent = [...this.values].slice(-MOST / 2)
    this.values.clear()
    this.byStart.clear()
    this.mayStart.fill(0)
    for (const value of recent) this.add(value)
  }
}

function pairAt(text: string, at: number): number {
  return ((text.charCodeAt(at) & 255) << 8) | (text.charCodeAt(at + 1) & 255)
}

function spellingsOf(whole: string): string[] {
  // A backslash at its end might as well be the escape of what follows.
  const value = whole.replace(/\\+$/, '')
  const bytes = Buffer.from(value)
  const texts = [value, bytes.toString('latin1'), inAddress(value)]
  const forms = texts.map((text) => text.replaceAll(/%20| /g, '+'))
  return [...[...texts, ...forms].map((text) => plainText(text).text), ...base64Of(bytes)]
}

function inAddress(value: string): string {
  return value.isWellFormed() ? encodeURIComponent(value) : value
}

/** What base64 of a text that holds these bytes holds, for each place in three bytes that they may start at. */
function base64Of(bytes: Buffer): string[] {
  return [0, 1, 2].flatMap((offset) => {
    const encoded = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64')
    // The first and last characters also hold bits of their neighbours.
    const own = encoded.slice(Math.ceil((offset * 8) / 6), Math.floor(((offset + bytes.length) * 8) / 6))
    return own.length < SHORTEST_BASE64 ? [] : [own, own.replaceAll('+', '-').replaceAll('/', '_')]
  })
}

/** Keys and secrets of a sign-in with this service; the first group may be shown. */
const OWN = /(inpk_(?:live|test)_[A-Za-z0-9]{10}_|inpk_(?:at|rt|ac|cs)_)[A-Za-z0-9+/_-]{20,}=*/g
/** Base64 of this prefix at each of the three offsets. */
const OWN_IN_BASE64 = /(?:aW5wa1|lucGtf|pbnBrX)[A-Za-z0-9+/_-]{40,}={0,2}/g

/** Finds keys and tokens of this service by their start, in any spelling. */
export function findOwnKeys({ text, rangeOf }: PlainText): Range[] {
  return [
    ...[...text.matchAll(OWN)].map(({ 0: { length }, 1: shown = '', index }) =>
      rangeOf(index + shown.length, index + length),
    ),
    ...[...text.matchAll(OWN_IN_BASE64)].map(({ 0: { length }, index }) => rangeOf(index, index + length)),
  ]
}
