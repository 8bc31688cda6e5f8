import type { Style } from '../terminal/style.js'
import { displayWidth, pad, truncate, wrapWhole } from '../terminal/width.js'
import { labelOf, ON_OFF } from './labels.js'
import { moment, onOff, orDash, quantity } from './show.js'

/** Lines of name and value, the names in one column; long values are wrapped beside them, words whole. */
export function detailLines(pairs: readonly (readonly [name: string, value: string])[], style: Style): string[] {
  const nameWidth = Math.min(Math.max(0, ...pairs.map(([name]) => displayWidth(name))), Math.floor(style.width / 2))
  const valueWidth = Math.max(4, style.width - nameWidth - 2)
  return pairs.flatMap(([name, value]) => {
    const [first = '', ...more] = value.split('\n').flatMap((line) => wrapWhole(line, valueWidth))
    const label = style.dim(pad(truncate(name, nameWidth), nameWidth))
    return [`${label}  ${first}`.trimEnd(), ...more.map((line) => ' '.repeat(nameWidth + 2) + line)]
  })
}

/** Any JSON value as lines of name and value: the view of a result that has none of its own. */
export function plainView(data: unknown, style: Style): string[] {
  if (data === null || typeof data !== 'object') return data === undefined ? [] : [String(data)]
  return detailLines(flatten(data), style)
}

function flatten(value: object, path: readonly string[] = []): [string, string][] {
  return Object.entries(value).flatMap(([key, entry]): [string, string][] => {
    const here = [...path, key]
    if (entry === null || typeof entry !== 'object') return [[labelOf(here), shown(key, entry)]]
    return Array.isArray(entry) && entry.every((each) => typeof each !== 'object')
      ? [[labelOf(here), orDash(entry.join(', '))]]
      : flatten(entry, here)
  })
}

const IS_TIME = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/

/** Numbers that count nothing, and are typed again. */
const IS_NAME = /(^|_)(id|seed|port|status|row)$/

function shown(key: string, value: unknown): string {
  if (typeof value === 'number') return IS_NAME.test(key) ? String(value) : quantity(value)
  if (typeof value === 'boolean') return ON_OFF.has(key) ? onOff(value) : value ? 'yes' : 'no'
  return IS_TIME.test(String(value)) ? moment(value) : orDash(value)
}
