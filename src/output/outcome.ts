import { blanksAt } from '../client/blanks.js'
import { type Gap, gapsIn, requireAnyOf, type There, whatIsThere } from '../client/gaps.js'
import type { Style } from '../terminal/style.js'

export type Row = Readonly<Record<string, unknown>>

/** Turns the data of a result into lines for a person; the data come with control characters made visible. */
export type View<T> = (data: T, style: Style) => string[]

/** Draws the data of a result, `width` columns wide; the data come as for a view. Undefined if there is nothing to draw. */
export type Picture<T> = (data: T, width: number) => Promise<string | undefined>

/** What a command hands back: one object. */
export interface Result<T = unknown> {
  /** What JSON prints: the payload of the service, in the words of its route. */
  data: unknown
  /** What the view sees; `data` where absent. */
  shown?: T
  view?: View<T>
  /** What to do next: said on stderr after the view, unless `--quiet`. Not where a program reads the data. */
  hints?(data: T): string[]
  /** The same drawn, for a terminal that shows colour. */
  picture?: Picture<T>
  /** The same as JUnit XML, where it is made of checks. */
  junit?(): string
  /** 0 where absent, or 128 + signal where one came. */
  exitCode?: number | undefined
  /** What the answer of the service lacks. */
  gaps?: readonly Gap[]
  /** Those of them that the view asked for, once it has been made; `gaps` where absent. */
  missed?: ReadonlyMap<string, Gap>
}

export interface Column {
  /** Member of the row. */
  key: string
  title: string
  /** A row makes no sense without it: one that lacks it is refused; other cells stay empty. */
  required?: true
  /** Of a required one: a row that has null here makes sense, for null says something. */
  nullable?: true
  /** Right-aligned. */
  numeric?: true
  /** A count: a person sees thousands separators; a pipe doesn't. */
  quantity?: true
  /** What the table and CSV show of the value; the value itself where absent. */
  show?(value: unknown, row: Row): string
  /** The column that gives way first on a narrow terminal. */
  flexible?: true
  /** A cell that doesn't fit is folded over lines, never cut. */
  whole?: true
}

/** What a command hands back: rows, fetched as they are printed. */
export interface ListResult {
  rows: AsyncIterable<Row>
  columns: readonly Column[]
  /** Said on stderr when there is no row. */
  whenEmpty?: string
  /** What to do next: said on stderr below a table. */
  hint?: string
  /** The command has taken `--limit` into account itself: what follows the rows there are has no end. */
  limited?: true
  /** Its rows have no end: JSON is one object a line, and `--jq` is applied to each. */
  endless?: true
  /** Rows of no known shape: JSON where no format is asked for; CSV takes its columns from the first rows. */
  asJson?: true
  exitCode?: number | undefined
}

/** What a command hands back: a file, as it is made. Formats and filters do not touch it. */
export interface StreamResult {
  chunks: AsyncIterable<string | Uint8Array> | readonly (string | Uint8Array)[]
  exitCode?: number | undefined
}

export type CommandOutcome = Result | ListResult | StreamResult

/** A result with its view; keeps their types together. */
export function result<T>(data: T, view?: View<T>, exitCode?: number): Result {
  return { data, ...(view ? { view: view as View<unknown> } : {}), ...(exitCode === undefined ? {} : { exitCode }) }
}

/** A result whose view sees something else than what JSON prints; keeps their types together. */
export function presented<T>(facts: {
  data: unknown
  shown: T
  view?: View<T>
  hints?: Result<T>['hints']
  picture?: Picture<T>
  exitCode?: number | undefined
}): Result {
  return facts as Result
}

/** A result after which a person is told what to do next; gets what the view sees. */
export function withHint<T>(outcome: Result, hint: (data: T) => string | undefined): Result {
  const hints = (data: unknown) => [hint(data as T) ?? []].flat()
  return { ...outcome, hints }
}

/**
 * An answer of the service: JSON prints it in the words of its route, the view sees what is there of it in classic words.
 * `main`: paths of what it is asked for, of which one must be readable; `said`: paths of members that may be null in general, and
 * of which this answer must say whether they are, or a dash for them would pass for that.
 * @throws {UnexpectedResponseError} if none of them can be read
 */
export function answered<T extends object>(
  { worded, payload }: { worded: unknown; payload: T },
  view: View<There<T>>,
  main: readonly string[] = [],
  said: readonly string[] = [],
): Result & { shown: There<T>; missed: Map<string, Gap> } {
  requireAnyOf(payload, main)
  const blanks = blanksAt(payload, said)
  const missed = new Map(blanks.map((gap) => [gap.path, gap]))
  const shown = whatIsThere(payload, (gap) => missed.set(gap.path, gap))
  return { data: worded, shown, view: view as View<unknown>, gaps: [...gapsIn(payload), ...blanks], missed }
}

/** Whether an outcome is a file in the making. */
export function isStream(outcome: CommandOutcome): outcome is StreamResult {
  return 'chunks' in outcome
}

/** Whether an outcome is a list. */
export function isList(outcome: CommandOutcome): outcome is ListResult {
  return 'rows' in outcome
}
