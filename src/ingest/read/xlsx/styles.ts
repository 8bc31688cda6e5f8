import { readWholeXml } from './xml.js'
import type { Package } from './zip.js'

/** A number that is shown with leading zeros: its places, and what is between them. */
export interface PaddedDigits {
  /** From the left: undefined for a place, else the literal text there. */
  shape: readonly (string | undefined)[]
  places: number
}

/** What cells of a style (the `s` of a cell) show of a number: a date, or padded digits; undefined for the number itself. */
export type NumberStyleOf = (style: number) => 'date' | PaddedDigits | undefined

const BUILT_IN_DATES: readonly (readonly [number, number])[] = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
]

/** Reads what the cell styles of a workbook show of a number. */
export async function readNumberStyles(parts: Package, path: string | undefined): Promise<NumberStyleOf> {
  if (path === undefined || !parts.has(path)) return () => undefined
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
  const shown = formats.map((id) => (isDateFormat(id, custom.get(id)) ? 'date' : findPaddedDigits(custom.get(id))))
  return (style) => shown[style]
}

/** A number format that shows a date or a time: built in by its id, else by the letters outside quotes and colours. */
export function isDateFormat(id: number, code: string | undefined): boolean {
  if (code === undefined) return BUILT_IN_DATES.some(([first, last]) => id >= first && id <= last)
  const plain = code.replace(/"[^"]*"|\\.|_.|\*./g, '').replace(/\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '')
  return !/general/i.test(plain) && /[ymdhs]/i.test(plain)
}

/** The shape of a number format of places with leading zeros, such as `00000` or `000-00`; undefined for any other format. */
export function findPaddedDigits(code = ''): PaddedDigits | undefined {
  const [positive = ''] = code.split(';')
  const units = positive.replace(/\[[^\]]*\]/g, '').match(/"[^"]*"|\\.|[\s\S]/g) ?? []
  if (units.some((unit) => unit.length === 1 && !/[0 -]/.test(unit))) return undefined
  const shape = units.map((unit) => (unit === '0' ? undefined : unit.replace(/^["\\]|"$/g, '')))
  const places = shape.filter((unit) => unit === undefined).length
  return places > 1 ? { shape, places } : undefined
}

/** A whole number as it is shown, for an id of `00042` is not 42; undefined for any other. */
export function paddedDigits(value: number, { shape, places }: PaddedDigits): string | undefined {
  if (!Number.isSafeInteger(value) || value < 0) return undefined
  const digits = String(value).padStart(places, '0')
  let shown = ''
  let at = 0
  for (const literal of shape) {
    if (literal !== undefined) {
      shown += literal
      continue
    }
    // The first place takes all digits there are too many of.
    const to = at === 0 ? digits.length - places + 1 : at + 1
    shown += digits.slice(at, to)
    at = to
  }
  return shown
}
