import { parsePlace, valueAt } from '../../../contract/facts/wire-path.js'
import { isOwnSideWord } from '../../../contract/sides.js'
import { countPlace, openPlace, rowsOf, SIDE } from './scales.js'
import type { MemberFinding, SlotFindings } from './structure.js'

/** Shares are rounded, so their sum may be off. */
const TOLERANCE = 0.011

/**
 * What was found without the sides of a service's own that answers speak against: all sides of a sentiment make the whole, so that their
 * counts are all items, or their shares 1 or 100. `unknown` alone could also mean what was not analysed.
 */
export function withoutFalseSides(findings: SlotFindings, answers: readonly unknown[]): SlotFindings {
  const records = new Set(findings.members.flatMap(({ path }) => (isOwnSide(path) ? [recordOf(path)!] : [])))
  const unproven = [...records].filter((record) => !makesWhole(record, findings, answers))
  const isFalse = ({ path }: MemberFinding) => isOwnSide(path) && unproven.includes(recordOf(path)!)
  return { ...findings, members: findings.members.filter((each) => !isFalse(each)) }
}

const recordOf = (path: string) => SIDE.exec(path)?.[1]
const isOwnSide = (path: string) => isOwnSideWord(SIDE.exec(path)?.[2] ?? '')

/** Whether the sides make the whole by one measure, in all answers that have it; so they do where no answer has any. */
function makesWhole(record: string, { members, at }: SlotFindings, answers: readonly unknown[]): boolean {
  const rows = rowsOf(record, members, at, answers)
  const countAt = countPlace(record, members)
  const seen = ['count', 'share'].flatMap((measure) => {
    const places = placesOf(record, measure, members, at)
    const sums = rows.flatMap((row) => {
      const figures = places.flatMap((place) => figureAt(row, place))
      const sum = figures.reduce((all, each) => all + each, 0)
      return figures.length === 0 ? [] : [{ sum, items: countAt === undefined ? undefined : figureAt(row, countAt)[0] }]
    })
    return sums.length === 0 ? [] : [sums.every(({ sum, items }) => sum === items || isOfShares(sum))]
  })
  return seen.length === 0 || seen.includes(true)
}

/** Where the sides have a measure; one that is open between both measures has either. */
function placesOf(record: string, measure: string, members: readonly MemberFinding[], at: string): string[] {
  const places = members.flatMap((each) => {
    const [, around, , is] = SIDE.exec(each.path) ?? []
    return around === record && is === measure ? (each.place ?? openPlace(each, at) ?? []) : []
  })
  return [...new Set(places)]
}

function figureAt(row: unknown, place: string): number[] {
  const value = valueAt(row, parsePlace(place)?.steps ?? [])
  return typeof value === 'number' ? [value] : []
}

function isOfShares(sum: number): boolean {
  return [1, 100].some((whole) => Math.abs(sum / whole - 1) <= TOLERANCE)
}
