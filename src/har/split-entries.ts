/** An entry of a HAR file, as it is there. */
export interface RawEntry {
  /** Its JSON; absent if it is larger than `ENTRY_BYTES`. */
  json?: Uint8Array
  /** Counted from 1. */
  entry: number
  /** Where it starts, counted from 1. */
  line: number
  /** The byte after its last one. */
  end: number
}

/** How the file ended: `whole` where every bracket is closed. */
export interface HarEnd {
  hasEntries: boolean
  whole: boolean
  /** Where the file ends, or the entry that is cut off starts. */
  line: number
  /** The byte after the bracket that opens the entries, or after the last whole entry. */
  lastEnd: number
}

/** No exchange of a service is near this size; browsers keep films in theirs. */
export const ENTRY_BYTES = 128 * 1024 * 1024
/** The names that matter are shorter. */
const NAME_BYTES = 16

const [QUOTE, BACKSLASH, LINE_BREAK] = [0x22, 0x5c, 0x0a]
const [OPEN_OBJECT, CLOSE_OBJECT, OPEN_LIST, CLOSE_LIST] = [0x7b, 0x7d, 0x5b, 0x5d]

/** In which containers of a HAR file a reader is: `{ "log": { "entries": [ { … } ] } }`. */
const [IN_LOG, IN_ENTRIES] = [2, 3]

/**
 * Cuts a HAR file into its entries without parsing it, so that neither its size nor a tail that was cut off keeps the entries before from
 * being read. Returns how the file ended.
 */
export async function* splitEntries(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): AsyncGenerator<RawEntry, HarEnd> {
  const scan = new Scan()
  for await (const chunk of chunks) yield* scan.take(chunk)
  return scan.end()
}

/** Where in the file its reader is, byte by byte, and what it has of the entry it is in. */
class Scan {
  private depth = 0
  private line = 1
  private offset = 0
  private inString = false
  private escaped = false
  private inLog = false
  private inEntries = false
  /** The last string outside the entries. */
  private name: number[] = []
  private open: { line: number; parts: Uint8Array[]; bytes: number } | undefined
  private entries = 0
  private hasEntries = false
  private lastEnd = 0

  end(): HarEnd {
    const { hasEntries, lastEnd } = this
    return { hasEntries, lastEnd, whole: this.depth === 0 && hasEntries, line: this.open?.line ?? this.line }
  }

  *take(chunk: Uint8Array): Generator<RawEntry> {
    let start = 0
    for (let i = 0; i < chunk.length; i += 1, this.offset += 1) {
      const byte = chunk[i]!
      if (byte === LINE_BREAK) this.line += 1
      if (this.inString) this.readString(byte)
      else if (byte === QUOTE) {
        this.inString = true
        if (this.depth <= IN_LOG) this.name = []
      } else if (byte === OPEN_OBJECT || byte === OPEN_LIST) {
        if (this.opens(byte)) start = i
      } else if ((byte === CLOSE_OBJECT || byte === CLOSE_LIST) && this.closes()) {
        this.keep(chunk.subarray(start, i + 1))
        yield this.finish()
      }
    }
    // A copy: a stream may use the memory of its chunks again.
    if (this.open) this.keep(Uint8Array.from(chunk.subarray(start)))
  }

  private readString(byte: number): void {
    if (this.escaped) this.escaped = false
    else if (byte === BACKSLASH) this.escaped = true
    else if (byte === QUOTE) this.inString = false
    if (this.inString && this.depth <= IN_LOG && this.name.length < NAME_BYTES) this.name.push(byte)
  }

  /** Whether an entry starts with this bracket. */
  private opens(byte: number): boolean {
    const isEntry = this.inEntries && this.depth === IN_ENTRIES && byte === OPEN_OBJECT
    const name = () => String.fromCharCode(...this.name)
    if (isEntry) this.open = { line: this.line, parts: [], bytes: 0 }
    else if (this.depth === 1 && byte === OPEN_OBJECT) this.inLog = name() === 'log'
    else if (this.depth === IN_LOG && this.inLog && byte === OPEN_LIST && name() === 'entries') {
      this.inEntries = true
      this.hasEntries = true
      this.lastEnd = this.offset + 1
    }
    this.depth += 1
    return isEntry
  }

  /** Whether an entry ends with this bracket. */
  private closes(): boolean {
    this.depth -= 1
    if (this.depth < IN_ENTRIES) this.inEntries = false
    return this.open !== undefined && this.depth === IN_ENTRIES
  }

  private keep(part: Uint8Array): void {
    const { open } = this
    if (!open) return
    open.bytes += part.length
    if (open.bytes <= ENTRY_BYTES) open.parts.push(part)
    else open.parts = []
  }

  private finish(): RawEntry {
    const { line, parts, bytes } = this.open!
    this.open = undefined
    this.entries += 1
    this.lastEnd = this.offset + 1
    const known = { entry: this.entries, line, end: this.lastEnd }
    return bytes > ENTRY_BYTES ? known : { ...known, json: Buffer.concat(parts) }
  }
}
