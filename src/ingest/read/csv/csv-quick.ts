import { mayBeMisread } from '../../check/mojibake.js'
import type { TextBytes } from '../decode/text-bytes.js'
import type { RawRow } from '../table.js'
import { LARGEST_RECORD, nextRow, type Position } from './csv-position.js'
import { scanRecords } from './csv-scan.js'

/** Takes all records of `bytes` whose quotes are in order; the rest is in `position.kept`. `odd`: a parser must look at it. */
export function scanRows(
  text: TextBytes,
  delimiter: string,
  position: Position,
  { bytes, ended }: { bytes: Buffer; ended: boolean },
): { rows: RawRow[]; odd: boolean } {
  const decoded = bytes.toString()
  const rows: RawRow[] = []
  position.surelyRead = !mayBeMisread(decoded)
  const place = { scanned: 0, at: position.keptAt }
  const endAt = (end: number) => {
    place.at += Buffer.byteLength(decoded.slice(place.scanned, end))
    place.scanned = end
    return place.at
  }
  const settings = { delimiter: delimiter.charCodeAt(0), longest: LARGEST_RECORD, ended }
  const { end, odd } = scanRecords(decoded, settings, (cells, recordEnd) => {
    rows.push(nextRow(cells, position, text, () => endAt(recordEnd)))
  })
  const rest = end === decoded.length ? 0 : Buffer.byteLength(decoded.slice(end))
  position.kept = bytes.subarray(bytes.length - rest)
  position.keptAt += bytes.length - rest
  return { rows, odd }
}
