import { isObject } from '../../../base/is-object.js'
import type { SeenExchange } from '../evidence/evidence.js'
import { textsIn } from '../match/values.js'
import { isRefused, isTaken, type Observed, unclear } from './conduct.js'

/** A listing that was asked for, and how many entries a page was to have. */
export interface SizedPage {
  size: number | undefined
  seen: SeenExchange
}

/** What pages of several sizes tell, where the answers repeat the size: what is usual, and what becomes of one that is too large. */
export function clampOf(pages: readonly SizedPage[]): Observed | undefined {
  const taken = pages.filter(({ seen }) => isTaken(seen))
  const sized = taken.flatMap(({ size, seen }) =>
    size === undefined ? [] : [{ size, numbers: numbersIn(seen.responseBody) }],
  )
  const place = placeOfSize(sized)
  const repeated = place === undefined ? [] : sized.map(({ size, numbers }) => ({ size, is: numbers.get(place)! }))
  const plain = taken.filter(({ size }) => size === undefined)
  const usual = new Set(
    plain.map(({ seen }) => (place === undefined ? undefined : numbersIn(seen.responseBody).get(place))),
  )
  const [standard] = usual.size === 1 ? usual : []
  const cut = new Set(repeated.filter(({ size, is }) => is < size).map(({ is }) => is))
  const [most] = cut.size === 1 ? cut : []
  const refused = pages.filter(({ size, seen }) => {
    return size !== undefined && isRefused(seen) && sized.length > 0 && sized.every((each) => each.size < size)
  })
  if (refused.length > 0 && cut.size > 0) return unclear('pages that are too large are cut, and refused')
  const values = {
    ...(standard === undefined ? {} : { default: standard }),
    ...(most === undefined ? {} : { most, above: 'clamped' }),
    ...(refused.length > 0 ? { ...mostSaid(refused, sized), above: 'refused' } : {}),
  }
  return Object.keys(values).length === 0 ? undefined : { values }
}

/** The greatest size that refusals of greater ones name: the one number in their words between those that were taken and those refused. */
function mostSaid(refused: readonly SizedPage[], taken: readonly { size: number }[]): { most?: number } {
  const greatest = Math.max(...taken.map(({ size }) => size))
  const named = refused.flatMap(({ size, seen }) => {
    const texts = textsIn(seen.responseBody)
    // `less than 101` allows 100, and few write it so.
    if (texts.some((text) => /\b(less|smaller|lower) than (?!or\b)|\b(below|under)\b/i.test(text))) return []
    const numbers = texts.flatMap((text) => text.match(/(?<![\w.-])\d+(?![\w.-]*\w)/g) ?? []).map(Number)
    return numbers.filter((each) => each >= greatest && each < size!)
  })
  const [most, another] = [...new Set(named)]
  return most === undefined || another !== undefined ? {} : { most }
}

/** Smaller sizes are the number of a page, or of pages, by chance. */
const LEAST_SIZE = 10

/**
 * Where answers repeat the size: at least two different ones stand there, and none is larger than it was asked for, or than what larger
 * ones are cut to.
 */
function placeOfSize(sized: readonly { size: number; numbers: ReadonlyMap<string, number> }[]): string | undefined {
  const places = new Set(sized.flatMap(({ numbers }) => [...numbers.keys()]))
  const repeats = [...places].filter((place) => {
    const own = sized.map(({ size, numbers }) => ({ size, is: numbers.get(place) }))
    const same = new Set(own.filter(({ size, is }) => size === is).map(({ size }) => size))
    const others = new Set(own.filter(({ size, is }) => size !== is).map(({ is }) => is))
    const largest = Math.max(...same)
    const isRepeated = same.size > 1 && largest >= LEAST_SIZE && others.size < 2
    const isMost = [...others].every((is) => is !== undefined && is >= largest)
    return isRepeated && isMost && own.every(({ size, is }) => is !== undefined && is <= size)
  })
  return repeats.length === 1 ? repeats[0] : undefined
}

/** The whole numbers of an answer outside its lists, by where they stand. */
function numbersIn(value: unknown, path = ''): Map<string, number> {
  if (typeof value === 'number') return new Map([[path, value]])
  if (!isObject(value)) return new Map()
  return new Map(Object.entries(value).flatMap(([name, each]) => [...numbersIn(each, `${path}/${name}`)]))
}
