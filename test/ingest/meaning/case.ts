import { expect, it } from 'vitest'
import { type PushOptions, planPush } from '../../../src/ingest/index.js'
import { createMemoryDisk, portsOf } from '../model/memory.js'

/** What a careful person would push of a file; `refused`: nothing, for this reason. */
export interface Meaning {
  text?: string
  id?: string
  date?: string
  rating?: string
  encoding?: string
  rows?: number
  /** Kinds of warnings there must be; without it: none. */
  warns?: string[]
  refused?: RegExp
}

/** A file, and what it means. */
export type Case = [what: string, content: string | Uint8Array, meaning: Meaning, options?: Partial<PushOptions>]

const OPINIONS = [
  'The parcel came two days late and nobody told me',
  'Lovely staff, but the queue at the till was long',
  'I could not find the size chart anywhere',
  'Refund took three weeks after many mails',
  'Great quality for the price, will buy again',
]
/** What a customer wrote, another text in each row. */
export const opinion = (row: number) => `${OPINIONS[row % 5]} (order ${row})`
/** A CSV of so many rows; `between`: lines right below the header. */
export const table = (
  header: readonly string[],
  count: number,
  cells: (row: number) => readonly unknown[],
  between = '',
) =>
  `${[header, ...Array.from({ length: count }, (_, row) => cells(row))]
    .map((line, index) => line.map(quoted).join(',') + (index === 0 && between ? `\n${between}` : ''))
    .join('\n')}\n`
const quoted = (cell: unknown) => (/[",\n]/.test(String(cell)) ? `"${String(cell).replaceAll('"', '""')}"` : cell)
/** The choices in turn. */
export const pick = (row: number, ...of: string[]) => of[row % of.length]!

/** What a push makes of a file, nothing sent. */
export async function meaningOf(content: string | Uint8Array, options: Partial<PushOptions> = {}): Promise<Meaning> {
  const path = options.path ?? 'a.csv'
  const plan = await planPush({ path, ...options }, portsOf(createMemoryDisk({ [path]: content })))
  const { texts, members } = plan.mapping
  const header = (name: string) => members.find(({ member }) => member === name)?.header
  const known = { id: header('external_id'), date: header('occurred_at'), rating: header('rating') }
  const { encoding } = plan.file
  const warns = plan.check.warnings.map(({ kind }) => kind)
  return { text: texts.map((each) => each.header).join(' + '), ...known, encoding, rows: plan.check.rows, warns }
}

/** A test for each case: what is chosen, and every warning. */
export function sweep(cases: readonly Case[]): void {
  it.each(cases)('%s', async (_, content, { refused, ...meaning }, options) => {
    if (refused) await expect(meaningOf(content, options)).rejects.toThrow(refused)
    else expect(await meaningOf(content, options)).toMatchObject({ warns: [], ...meaning })
  })
}
