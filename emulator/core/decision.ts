import type { Values } from '../../src/contract/assumptions/values.js'
import type { Caps } from '../../src/contract/caps.js'
import type { Emitted } from '../../src/contract/events.js'
import type { Contract } from '../../src/contract/facts/contract.js'
import type { Envelope, WireWords } from '../../src/contract/operation.js'
import type { BodyOf, OperationId, PathParams, QueryOf, ResultOf } from '../../src/contract/operations/index.js'
import type { ServiceDescription } from '../../src/contract/service-description.js'
import type { CorpusSummary, Days, ThemeQuery } from '../analysis/index.js'
import type { Change } from '../state/change.js'
import type { IdSource } from '../state/ids.js'
import type { ApiKey, Monitor, State } from '../state/state.js'
import type { ItemMatchQuery, ItemReader, StoredItem } from '../store/index.js'

/** A received file; its name among the uploads of the organisation, and the one it was sent under. */
export interface UploadedFile {
  name: string
  fileName: string
}

/** What a handler may look at. It cannot write. */
export interface Context {
  readonly state: Readonly<State>
  /** The organisation's clock, epoch milliseconds. */
  readonly now: number
  /** The key of the caller; throws where the caller has none, which is where a person reads. */
  requireKey(): ApiKey
  readonly words: WireWords
  readonly mount: string
  readonly ids: IdSource
  /** The contract in force. */
  readonly contract: Contract
  /** Its values of assumed behaviour. */
  readonly values: Values
  /** How much is kept of what grows with use. */
  readonly caps: Caps
  /** How success payloads are sent now. */
  readonly envelope: Envelope
  /** How the service describes itself. */
  readonly description: ServiceDescription
  readonly items: ItemReader
  /** Stored bytes by name, such as the body of a queued task. */
  blob(name: string): Promise<Uint8Array | undefined>
  /** The analysis of a source (or of some days of it) up to an item; what it found so far is kept, so only new items cost. */
  analyse(sourceId: number, days?: Days): Promise<CorpusSummary>
  /** How many of the items analysed (of some days) each monitor matches that watches the source. */
  countMatches(sourceId: number, days?: Days): Promise<{ monitor: Monitor; count: number }[]>
  /** The items of a theme of that analysis, ascending. */
  itemsOfTheme(sourceId: number, query: ThemeQuery): Promise<number[]>
  /** Base URL of the API host, for the description. */
  readonly baseUrl: string
  /** The file that came with the request, where the operation takes one. */
  readonly upload: UploadedFile | undefined
  /** Where survey links start: the dashboard host. */
  readonly linkBase: string
  /** Whether mails are passed on to an SMTP server. */
  readonly relaysMail: boolean
  /** Whether the request carries an `Idempotency-Key`. */
  readonly idempotent: boolean
  /** The service is busy (by an injected fault): synchronous pushes fall back to tasks (BLK-19). */
  readonly busy: boolean
  /** How much later the task of this request starts (by an injected fault), in milliseconds. */
  readonly taskDelayMs: number
  /** Points the caller to a likely mistake (`X-Emulator-Hint`). */
  hint(text: string): void
}

/** What a handler decided: the answer, and the facts to be stored with it, all or nothing. */
export interface Decision<Answer> {
  answer: Answer
  /** What an erase says in its end, where the answer is for the task that it was. */
  erased?: unknown
  /** The usual status of the operation where absent. */
  status?: number
  /** One line for the log. */
  summary?: string
  changes?: Change[]
  items?: StoredItem[]
  /** Items to be erased everywhere before the answer goes out. */
  erase?: { sourceId: number; id: number }[]
  /** What the erase was asked for: it reaches into snapshots and history, too. */
  eraseQuery?: ItemMatchQuery
  blobs?: { put?: Record<string, Uint8Array>; remove?: string[] }
  secrets?: { set?: Record<string, string>; remove?: string[] }
  events?: Emitted[]
}

export interface Input<Id extends OperationId> {
  params: PathParams
  query: QueryOf<Id>
  body: BodyOf<Id>
}

export type Handler<Id extends OperationId> = (
  input: Input<Id>,
  context: Context,
) => Decision<ResultOf<Id>> | Promise<Decision<ResultOf<Id>>>
