import { type CsvError, Parser } from 'csv-parse'

/** Longest row, in bytes: one over it is an open quote, not a row (threats B5). */
const LARGEST_RECORD = 1024 * 1024

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
  let failure: Error | undefined
  const parser = new Parser({
    delimiter,
    quote: '"',
    relax_quotes: true,
    relax_column_count: true,
    record_delimiter: ['\r\n', '\n', '\r'],
    max_record_size: LARGEST_RECORD,
    // Nothing is pushed into the stream: rows leave here, without its buffers and their turns.
    on_record: (cells: string[], info: { bytes: number }) => {
      if (!onRecord(cells, info.bytes)) throw STOP
      return null
    },
  })
  parser.on('error', (error: CsvError) => {
    failure ??= error
  })
  parser.resume()
  const settle = (act: (done: (error?: Error | null) => void) => void) =>
    new Promise<boolean>((resolve, reject) => {
      act((error) => {
        if (!error && !failure) return resolve(true)
        const { code } = (error ?? failure) as { code?: string }
        if (error === STOP || failure === STOP || code?.startsWith('CSV_')) resolve(false)
        else reject(error ?? failure)
      })
    })
  return {
    feed: (bytes) => settle((done) => parser.write(bytes, done)),
    end: () => settle((done) => parser.end(done)),
  }
}
