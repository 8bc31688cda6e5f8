import { SENTIMENTS } from '../../../contract/records.js'
import { placeBelow } from './common-place.js'
import { plainName } from './lexicon.js'
import type { MemberFinding, SlotFindings } from './structure.js'
import { valuesAt } from './values.js'

/** The sides of a sentiment, ours and those of a service's own. */
export const SIDE = /^(.*\bsentiment\.|)(\w+)\.(count|share)$/
const TOLERANCE = 0.011
/** A name that says the scale itself. */
const SAYS_SCALE = /(^|_)(counts?|numbers?|totals?|shares?|percent(age)?|pct|ratio|fraction|proportion|n|num)(_|$)/

type Scale = 'count' | 'share' | 'percent'

/**
 * The sides of a sentiment as answers show them: counts, shares of 1 or of 100. They are one decision, which their sums prove, and not one
 * for each side: 1, 0 and 0 may be any of them. What no sum proves stays open, unless the names say it, or a description, which tells
 * integers from numbers and says their bounds.
 */
export function settleScales(findings: SlotFindings, answers: readonly unknown[], isDescribed: boolean): SlotFindings {
  const records = new Set(findings.members.flatMap(({ path }) => SIDE.exec(path)?.[1] ?? []))
  const members = [...records].reduce<MemberFinding[]>(
    (all, record) => settleRecord(record, { ...findings, members: all }, answers, isDescribed),
    [...findings.members],
  )
  return { ...findings, members }
}

function settleRecord(
  record: string,
  { members, at }: { members: MemberFinding[]; at: string },
  answers: readonly unknown[],
  isDescribed: boolean,
): MemberFinding[] {
  const sides = members.flatMap((each) => {
    const place = each.place ?? openPlace(each, at)
    return SIDE.exec(each.path)?.[1] === record && place !== undefined ? [{ ...each, place }] : []
  })
  const places = [...new Set(sides.map(({ place }) => place))]
  const named = new Set(sides.map(({ path }) => SIDE.exec(path)![2]))
  // Counts beside shares tell themselves apart, and a selector in a list is read elsewhere.
  if (
    places.length < SENTIMENTS.length ||
    places.length !== named.size ||
    places.some((place) => SAYS_SCALE.test(plainName(place)) || place.includes('['))
  )
    return members
  const scale = scaleOf(rowsOf(record, members, at, answers), places, countPlace(record, members))
  if (scale === undefined && isDescribed) return members
  const others = members.flatMap((each) => (isSide(each, record) ? withoutRoom(each, at, scale) : [each]))
  return [...others, ...places.map((place) => sideFinding(place, sides, record, scale))]
}

/** Where the one candidate for a member is. What is open is told from the root of the answer, and what is placed from below `at`. */
export function openPlace({ path, candidates = [] }: MemberFinding, at: string): string | undefined {
  const [only, another] = candidates
  if (only === undefined || another !== undefined) return undefined
  return at === '' || path.includes('[]') ? only : placeBelow(only, at)
}

/** The other reading of the same side: nowhere, once the one is known to be a plain value where our object would be. */
function withoutRoom(member: MemberFinding, at: string, scale: Scale | undefined): MemberFinding[] {
  const { path, state, candidates = [] } = member
  const isOther = path.endsWith(scale === 'count' ? '.share' : '.count')
  if (scale === undefined || !isOther) return []
  if (state === 'missing') return [member]
  const place = path
    .split('[].')
    .at(-1)!
    .replace(/\.\w+$/, '')
  return [member.place, openPlace(member, at), ...candidates].includes(place)
    ? [{ path, state: 'missing', isAbsent: true, candidates: [] }]
    : []
}

function isSide({ path }: MemberFinding, record: string): boolean {
  return SIDE.exec(path)?.[1] === record
}

function sideFinding(
  place: string,
  sides: readonly MemberFinding[],
  record: string,
  scale: Scale | undefined,
): MemberFinding {
  const known = sides.find((each) => each.place === place)!
  const [, , side = '', measure = ''] = SIDE.exec(known.path)!
  if (scale === undefined) {
    const candidates = [`${place} as a count`, `${place} of 0 to 1`, `${place} of 0 to 100`]
    return { path: `${record}${side}.${measure}`, state: 'unclear', candidates }
  }
  const path = `${record}${side}.${scale === 'count' ? 'count' : 'share'}`
  return {
    path,
    state: 'seen',
    place,
    by: 'values',
    score: 1,
    ...(scale === 'percent' && { form: { type: 'percent' } }),
  }
}

/** Every record of this kind in the answers. */
export function rowsOf(
  record: string,
  members: readonly MemberFinding[],
  at: string,
  answers: readonly unknown[],
): unknown[] {
  const lists = record.split('[].').slice(0, -1)
  const steps = lists.map((_, index) => {
    const path = lists.slice(0, index + 1).join('[].')
    return members.find((each) => each.path === path && each.state === 'seen')?.place
  })
  const start = at === '' ? answers : answers.flatMap((answer) => valuesAt(answer, at))
  return steps.reduce<unknown[]>(
    (rows, step) => (step === undefined ? [] : rows.flatMap((row) => valuesAt(row, `${step}[]`))),
    [...start],
  )
}

/** Where a record says how many items it is about. */
export function countPlace(record: string, members: readonly MemberFinding[]): string | undefined {
  const outer = /^(.*\[\]\.)?/.exec(record)?.[0] ?? ''
  const counts = [`${outer}item_count`, `${outer}match_count`]
  return members.find(({ path, state }) => state === 'seen' && counts.includes(path))?.place
}

function scaleOf(rows: readonly unknown[], places: readonly string[], countAt: string | undefined): Scale | undefined {
  const seen = rows.flatMap((row) => {
    const values = places.flatMap((place) => valuesAt(row, place))
    const sum = values.reduce<number>((all, each) => all + (typeof each === 'number' ? each : Number.NaN), 0)
    const [items] = countAt === undefined ? [] : valuesAt(row, countAt)
    return values.length === places.length && sum > 0 ? [{ sum, items, isWhole: values.every(Number.isInteger) }] : []
  })
  if (seen.length === 0) return undefined
  const all = (sum: number, by: number) => seen.every((each) => Math.abs(each.sum - sum) <= by)
  const [isOne, isHundred, isWhole] = [all(1, TOLERANCE), all(100, 1.1), seen.every((each) => each.isWhole)]
  // That the sum is another one than the items is no count; that it is the same is no proof where both are 1 or 100.
  const isOther = seen.some(({ sum, items }) => typeof items === 'number' && items !== sum)
  if (isOne) return !isWhole || isOther ? 'share' : undefined
  if (isHundred) return !isWhole || isOther ? 'percent' : undefined
  return isWhole && !isOther ? 'count' : undefined
}
