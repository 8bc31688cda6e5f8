import { readWholeXml } from './xml.js'
import type { Package } from './zip.js'

/** Tells whether cells of a style (the `s` of a cell) show dates. */
export type IsDateStyle = (style: number) => boolean

const BUILT_IN_DATES: readonly (readonly [number, number])[] = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
]

/** Reads which cell styles of a workbook have a date format. */
export async function readDateStyles(parts: Package, path: string | undefined): Promise<IsDateStyle> {
  if (path === undefined || !parts.has(path)) return () => false
  const custom = new Map<number, string>()
  const formats: number[] = []
  let inCells = false
  await readWholeXml(await parts.open(path), {
    open(name, attributes) {
      if (name === 'numFmt') custom.set(Number(attributes.numFmtId), attributes.formatCode ?? '')
      else if (name === 'cellXfs') inCells = true
      else if (name === 'xf' && inCells) formats.push(Number(attributes.numFmtId ?? 0))
    },
    close(name) {
      if (name === 'cellXfs') inCells = false
    },
  })
  const dates = formats.map((id) => isDateFormat(id, custom.get(id)))
  return (style) => dates[style] === true
}

/** A number format that shows a date or a time: built in by its id, else by the letters outside quotes and colours. */
export function isDateFormat(id: number, code: string | undefined): boolean {
  if (code === undefined) return BUILT_IN_DATES.some(([first, last]) => id >= first && id <= last)
  const plain = code.replace(/"[^"]*"|\\.|_.|\*./g, '').replace(/\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '')
  return !/general/i.test(plain) && /[ymdhs]/i.test(plain)
}
