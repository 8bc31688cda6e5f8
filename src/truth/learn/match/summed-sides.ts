import { isObject } from '../../../base/is-object.js'
import { parsePlace, valueAt } from '../../../contract/facts/wire-path.js'
import { SENTIMENTS } from '../../../contract/records.js'
import { isDoubtfulSide, isOwnSideWord, MEASURES } from '../../../contract/sides.js'
import { plainName } from './lexicon.js'
import { countPlace, openPlace, rowsOf, SIDE } from './scales.js'
import type { MemberFinding, SlotFindings } from './structure.js'

/** Shares are rounded, so their sum may be off. */
const TOLERANCE = 0.011

/**
 * What was found without the sides of a service's own that answers speak against: all sides of a sentiment make the whole, so that their
 * counts are all items, or their shares 1 or 100. `unknown` alone could also mean what was not analysed: it needs an answer that shows
 * the whole, which `very_positive` does not.
 */
export function withoutFalseSides(findings: SlotFindings, answers: readonly unknown[]): SlotFindings {
  const records = new Set(findings.members.flatMap(({ path }) => (isOwnSide(path) ? [recordOf(path)!] : [])))
  const wholes = new Map([...records].map((record) => [record, wholeOf(record, findings, answers)]))
  const isFalse = ({ path }: MemberFinding) => {
    const whole = isOwnSide(path) ? wholes.get(recordOf(path)!) : 'made'
    return whole === 'missed' || (whole === 'untold' && isDoubtfulSide(SIDE.exec(path)![2]!))
  }
  return { ...findings, members: findings.members.filter((each) => !isFalse(each)) }
}

/**
 * What was found with the one side of ours that its name doesn't tell: the only other member beside the two that are known, as long as the
 * three make the whole in every answer. `critical` is negative beside `positive` and `neutral`.
 */
export function withLastSide(findings: SlotFindings, answers: readonly unknown[]): SlotFindings {
  const records = new Set(findings.members.flatMap(({ path }) => recordOf(path) ?? []))
  const found = [...records].flatMap((record) =>
    MEASURES.flatMap((measure) => lastSide({ record, measure }, findings, answers)),
  )
  const paths = new Set(found.map(({ path }) => path))
  return { ...findings, members: [...findings.members.filter(({ path }) => !paths.has(path)), ...found] }
}

interface Figures {
  record: string
  measure: (typeof MEASURES)[number]
}

function lastSide({ record, measure }: Figures, findings: SlotFindings, answers: readonly unknown[]): MemberFinding[] {
  const { members, at } = findings
  const pathOf = (side: string) => `${record}${side}.${measure}`
  const seen = SENTIMENTS.flatMap((side) => members.find((each) => each.path === pathOf(side) && each.place) ?? [])
  const last = SENTIMENTS.find((side) => !seen.some(({ path }) => path === pathOf(side)))
  const beside = last && placesBeside(seen.map(({ place }) => place!))
  if (!beside) return []
  const rows = rowsOf(record, members, at, answers)
  const isFigure = (row: unknown, name: string) => figureAt(row, beside.placeOf(name)).length > 0
  const others = new Set(rows.flatMap((row) => beside.namesIn(row).filter((name) => isFigure(row, name))))
  const [name, another] = others
  if (name === undefined || another !== undefined || isOwnSideWord(plainName(name))) return []
  const places = [...seen.map(({ place }) => place!), beside.placeOf(name)]
  if (wholeAt(places, rows, measure === 'count' ? countPlace(record, members) : undefined) !== 'made') return []
  const { form } = seen[0]!
  const place = beside.placeOf(name)
  return [{ path: pathOf(last), state: 'seen', place, by: 'values', score: 1, ...(form && { form }) }]
}

/** What is around two places that differ in one name: the other names there, and where such a figure stands under one of them. */
function placesBeside(places: readonly string[]) {
  const [one, other] = places.map((place) => place.split('.'))
  if (!one || !other || one.length !== other.length) return undefined
  const [differs, another] = one.flatMap((step, index) => (step === other[index] ? [] : [index]))
  if (differs === undefined || another !== undefined) return undefined
  const around = one.slice(0, differs).join('.')
  const namesIn = (row: unknown): string[] => {
    const object = around === '' ? row : valueAt(row, parsePlace(around)?.steps ?? [])
    return isObject(object)
      ? Object.keys(object).filter((name) => name !== one[differs] && name !== other[differs])
      : []
  }
  return { namesIn, placeOf: (name: string) => one.with(differs, name).join('.') }
}

const recordOf = (path: string) => SIDE.exec(path)?.[1]
const isOwnSide = (path: string) => isOwnSideWord(SIDE.exec(path)?.[2] ?? '')

/** What answers say of figures: that they make the whole, that they don't, or neither, for nothing says how many items there are. */
type Whole = 'made' | 'missed' | 'untold'

/** Whether the sides make the whole by one measure, in all answers that have it; so they do where no answer has any. */
function wholeOf(record: string, { members, at }: SlotFindings, answers: readonly unknown[]): Whole {
  const rows = rowsOf(record, members, at, answers)
  const countAt = countPlace(record, members)
  const seen = MEASURES.flatMap((measure) => wholeAt(placesOf(record, measure, members, at), rows, countAt) ?? [])
  if (seen.length === 0 || seen.includes('made')) return 'made'
  return seen.includes('missed') ? 'missed' : 'untold'
}

/** Whether what stands at these places makes the whole in all rows that have any of it; undefined where none has. */
function wholeAt(places: readonly string[], rows: readonly unknown[], countAt: string | undefined): Whole | undefined {
  const seen = rows.flatMap((row): Whole[] => {
    const figures = places.flatMap((place) => figureAt(row, place))
    if (figures.length === 0) return []
    const sum = figures.reduce((all, each) => all + each, 0)
    const [items] = countAt === undefined ? [] : figureAt(row, countAt)
    if (sum === items || isOfShares(sum)) return ['made']
    return [items === undefined && figures.every(Number.isInteger) ? 'untold' : 'missed']
  })
  if (seen.length === 0) return undefined
  return (['missed', 'untold'] as const).find((each) => seen.includes(each)) ?? 'made'
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
