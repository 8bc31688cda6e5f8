import type { Style } from '../terminal/style.js'
import { displayWidth, pad, truncate, wrapWhole } from '../terminal/width.js'

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

/** Any JSON value as lines of path and value: the view of a result that has none of its own. */
export function plainView(data: unknown, style: Style): string[] {
  if (data === null || typeof data !== 'object') return data === undefined ? [] : [String(data)]
  return detailLines(flatten(data), style)
}

function flatten(value: object, path = ''): [string, string][] {
  return Object.entries(value).flatMap(([key, entry]): [string, string][] => {
    const name = path === '' ? key : `${path}.${key}`
    if (entry === null || entry === undefined) return [[name, '-']]
    if (typeof entry !== 'object') return [[name, String(entry)]]
    return Array.isArray(entry) && entry.every((each) => typeof each !== 'object')
      ? [[name, entry.join(', ')]]
      : flatten(entry, name)
  })
}
