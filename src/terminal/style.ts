import type { ChalkInstance } from 'chalk'

/** How text may look on one stream: its width, and paint that does nothing if there is no colour. */
export interface Style {
  /** Columns to fill: what the stream says, else COLUMNS, else 80; between 20 and 200. */
  readonly width: number
  /** Columns a table may take: `width` where someone looks, all it needs where a program reads. */
  readonly tableWidth: number
  bold(text: string): string
  dim(text: string): string
  red(text: string): string
  green(text: string): string
  yellow(text: string): string
  cyan(text: string): string
}

const MIN_WIDTH = 20
const MAX_WIDTH = 200
const DEFAULT_WIDTH = 80

/** The width to lay out for: that of the stream, else COLUMNS, else 80, within 20 and 200. */
export function layoutWidth(columns: number | undefined, env: Record<string, string | undefined>): number {
  const given = columns ?? Number(env.COLUMNS)
  return Number.isInteger(given) && given > 0 ? Math.min(Math.max(given, MIN_WIDTH), MAX_WIDTH) : DEFAULT_WIDTH
}

/** No colour at all. */
export function plainStyle(width: number, tableWidth = width): Style {
  const same = (text: string) => text
  return { width, tableWidth, bold: same, dim: same, red: same, green: same, yellow: same, cyan: same }
}

/** Colours by chalk, which is loaded only here and only when asked for. */
export async function colourStyle(width: number): Promise<Style> {
  const { Chalk } = await import('chalk')
  const chalk: ChalkInstance = new Chalk({ level: 1 })
  const { bold, dim, red, green, yellow, cyan } = chalk
  return { width, tableWidth: width, bold, dim, red, green, yellow, cyan }
}
