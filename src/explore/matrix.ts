import { type OperationId, rowOf } from '../contract/operations/index.js'
import { DISTURBANCES } from './kinds.js'
import { DISTURBANCE_NAMES, type Disturbance, type DisturbanceName, inOrder, type Run } from './observed.js'

/** A place that can be disturbed: a request, or a webhook delivery. */
export type Point = Pick<Disturbance, 'organization' | 'operation' | 'nth' | 'index'>

/** More of one operation are as good as these: polls, pages. */
const MOST_OF_ONE = 12

/**
 * The places of the recorded run, of each operation in each organisation the first, then the last, then those between; those of
 * one operation are together.
 */
export function pointsOf({ requests, deliveries }: Pick<Run, 'requests' | 'deliveries'>): Point[] {
  const found = new Map<Point['operation'], Map<string, Point[]>>()
  const counts = new Map<string, number>()
  const add = (organization: string, operation: Point['operation'], index: number) => {
    const organizations = found.get(operation) ?? new Map<string, Point[]>()
    const points = organizations.get(organization) ?? []
    found.set(
      operation,
      organizations.set(organization, [...points, { organization, operation, nth: points.length, index }]),
    )
  }
  const place = (organization: string, what: string) => {
    const index = counts.get(`${what} ${organization}`) ?? 0
    counts.set(`${what} ${organization}`, index + 1)
    return index
  }
  for (const { organization, operation } of inOrder(requests))
    if (operation !== null) add(organization, operation, place(organization, 'request'))
  for (const { organization } of deliveries) add(organization, 'webhook', place(organization, 'delivery'))
  return [...found.values()].flatMap((organizations) => inTurn([...organizations.values()].map(mostTelling)))
}

function mostTelling(points: readonly Point[]): Point[] {
  return [...points.slice(0, 1), ...points.slice(1).reverse().slice(0, 1), ...points.slice(1, -1)].slice(0, MOST_OF_ONE)
}

/** The first of each list, then the second of each. */
function inTurn(lists: readonly Point[][]): Point[] {
  const longest = Math.max(...lists.map(({ length }) => length))
  return Array.from({ length: longest }, (_, place) => lists.flatMap((list) => list.slice(place, place + 1))).flat()
}

/**
 * What is tried, the most telling first: each operation once before any twice, then by the rank of the disturbance, writes
 * before reads.
 */
export function matrixOf(run: Pick<Run, 'requests' | 'deliveries'>): Disturbance[] {
  const points = pointsOf(run)
  const rounds = new Map<Point['operation'], number>()
  const cells = points.flatMap((point) => {
    const round = rounds.get(point.operation) ?? 0
    rounds.set(point.operation, round + 1)
    const isLast = !points.some((other) => isSameKind(other, point) && other.nth > point.nth)
    return kindsFor(point.operation, isLast).map((kind) => ({ ...point, kind, round }))
  })
  return cells
    .sort((a, b) => a.round - b.round || rankOf(a.kind) - rankOf(b.kind) || Number(isRead(a)) - Number(isRead(b)))
    .map(({ round: _, ...cell }) => cell)
}

/** Whether both are of one operation, in one organisation. */
function isSameKind(one: Point, other: Point): boolean {
  return one.organization === other.organization && one.operation === other.operation
}

function kindsFor(operation: OperationId | 'webhook', isLast: boolean): DisturbanceName[] {
  return DISTURBANCE_NAMES.filter((name) => {
    const { ofWebhooks = false, needsNext, suits } = DISTURBANCES[name]
    if (needsNext && isLast) return false
    if (operation === 'webhook') return ofWebhooks
    return !ofWebhooks && (suits?.(rowOf(operation)) ?? true)
  })
}

function rankOf(kind: DisturbanceName): number {
  return DISTURBANCE_NAMES.indexOf(kind)
}

function isRead({ operation }: Point): boolean {
  return operation !== 'webhook' && rowOf(operation).routes[0].method === 'GET'
}

/**
 * Pairs of cells at different places, in an order drawn from a seed: what no single one brings to light. Two at one place would
 * hide each other, and so would two of webhooks: the first fault that hits a delivery keeps the others from counting it.
 */
export function* pairsOf(cells: readonly Disturbance[], seed: number): Generator<[Disturbance, Disturbance]> {
  const next = drawFrom(seed)
  const seen = new Set<string>()
  const most = (cells.length * (cells.length - 1)) / 2
  while (seen.size < most) {
    const [a, b] = [next(cells.length), next(cells.length)].sort((x, y) => x - y) as [number, number]
    const pair = `${a} ${b}`
    if (a === b || seen.has(pair)) continue
    seen.add(pair)
    const [one, other] = [cells[a]!, cells[b]!]
    const isApart = !isSameKind(one, other) || (one.nth !== other.nth && one.operation !== 'webhook')
    if (isApart) yield [one, other]
  }
}

/** Whole numbers below a bound, the same for the same seed (mulberry32). */
function drawFrom(seed: number): (below: number) => number {
  let state = seed >>> 0
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

/**
 * What to try in place of disturbances that led to a failure, the smallest first: each alone, then the same done to an earlier
 * request of its operation.
 */
export function smallerThan(disturbances: readonly Disturbance[], points: readonly Point[]): Disturbance[][] {
  const alone = disturbances.length > 1 ? disturbances.map((each) => [each]) : []
  return [
    ...alone,
    ...disturbances.flatMap((each, place) => earlier(each, points).map((other) => disturbances.with(place, other))),
  ]
}

function earlier(late: Disturbance, points: readonly Point[]): Disturbance[] {
  return points
    .filter((point) => isSameKind(point, late) && point.nth < late.nth)
    .sort((a, b) => a.nth - b.nth)
    .map((point) => ({ ...point, kind: late.kind }))
}

/** A name for a set of disturbances: what was tried once need not be tried again. */
export function keyOf(disturbances: readonly Disturbance[]): string {
  return disturbances
    .map(({ kind, organization, operation, nth }) => `${kind}@${organization}/${operation}:${nth}`)
    .join('+')
}
