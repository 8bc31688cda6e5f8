import { type CsvError, Parser } from 'csv-parse'
import { LARGEST_RECORD } from './csv-position.js'

/** `end`: byte after the record in what was fed since the parser began. Returning false stops the parser there. */
export type OnRecord = (cells: string[], end: number) => boolean

export interface CsvParser {
  /** False once the parser stopped: by `OnRecord`, or on a record it can not read. */
  feed(bytes: Buffer): Promise<boolean>
  end(): Promise<boolean>
}

const STOP = new Error('stopped')

/** csv-parse as arrays of strings, nothing cast, every kind of line end; quotes within a cell are ordinary characters. */
export function createCsvParser(delimiter: string, onRecord: OnRecord): CsvParser {
  const parser = new Parser({
    delimiter,
    quote: '"',
    relax_quotes: true,
    relax_column_count: true,
    record_delimiter: ['\r\n', '\n', '\r'],
    max_record_size: LARGEST_RECORD,
  })
  let failure: Error | undefined
  let feeding = false
  // Records are taken where the parser hands them over, without the buffers and turns of its stream: a third of its time.
  const endStream = parser.push.bind(parser, null)
  parser.push = (cells: string[] | null) => {
    if (cells === null) return endStream()
    if (failure || onRecord(cells, parser.info.bytes)) return true
    failure = STOP
    // While a chunk is fed this ends the parser at once; at the end of the file nothing would catch it.
    if (feeding) throw STOP
    return true
  }
  parser.on('error', (error: CsvError) => {
    failure ??= error
  })
  parser.resume()
  const settled = (error: unknown): boolean => {
    const reason = failure ?? error
    if (!reason) return true
    if (reason === STOP || (reason as { code?: string }).code?.startsWith('CSV_')) return false
    throw reason
  }
  return {
    async feed(bytes) {
      feeding = true
      const error = await new Promise<unknown>((resolve) => {
        try {
          parser.write(bytes, resolve)
        } catch (stopped) {
          resolve(stopped)
        }
      })
      feeding = false
      return settled(error)
    },
    end: async () => settled(await new Promise<unknown>((resolve) => parser.end(resolve))),
  }
}
