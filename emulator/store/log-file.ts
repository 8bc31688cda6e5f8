import type { Files } from '../adapters/files.js'
import { DamagedFileError, FormatError } from './errors.js'
import { encodeLine, findLineData, splitLines } from './line.js'
import type { LogEntry } from './types.js'

/** Summaries up to the last snapshot: they outlive the journal, and an erase. */
export async function readLog(files: Files, path: string, formats: readonly number[]): Promise<LogEntry[]> {
  const bytes = await files.findAll(path)
  if (bytes === undefined) return []
  const [header, ...entries] = [...splitLines(bytes)].map((raw) => {
    const data = raw.complete ? findLineData(raw.bytes) : undefined
    if (data === undefined) throw new DamagedFileError(path, 'the line is not what was written', raw.line, raw.offset)
    return data
  })
  const { format, count } = (header ?? {}) as { format?: number; count?: number }
  if (format === undefined || !formats.includes(format)) {
    if (format === undefined) throw new DamagedFileError(path, 'the first line is missing')
    throw new FormatError(path, format, formats[0]!)
  }
  if (count !== entries.length) throw new DamagedFileError(path, `${entries.length} of ${count} entries are left`)
  return entries as LogEntry[]
}

/** Writes the whole log anew, oldest first. */
export async function writeLog(files: Files, path: string, format: number, entries: readonly LogEntry[]) {
  const header = { kind: 'log', format, count: entries.length }
  const lines = [header, ...entries].map((entry) => encodeLine(JSON.stringify(entry)))
  await files.writeAtomically(path, Buffer.concat(lines))
}
