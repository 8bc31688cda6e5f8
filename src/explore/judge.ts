import { count } from '../base/count.js'
import { rowOf } from '../contract/operations/index.js'
import type { Baseline } from './baseline.js'
import { isSurvivable } from './disturbances.js'
import { differenceOf, differingLines, type EndState, withoutDrawn } from './end-state.js'
import { type Disturbance, inOrder, isRepeat, type ObservedRequest, type Run } from './observed.js'

/** What may not happen, the gravest first. */
export const BREACH_NAMES = [
  'stored-twice',
  'lost',
  'other-end',
  'done-too-early',
  'secret-in-url',
  'key-missing',
  'too-soon',
  'hung',
  'gave-up',
] as const
export type BreachName = (typeof BREACH_NAMES)[number]

/** Something that went wrong in a run, and the requests that show it. */
export interface Breach {
  name: BreachName
  /** What is wrong now, as a sentence without a period. */
  text: string
  /** Places in the requests of the run, in the order in which they arrived. */
  requests: readonly number[]
}

/**
 * What is wrong with a run, the gravest first; empty if a client that follows the interface could have done this. What is wrong
 * with the undisturbed run, too, is not the fault of a disturbance.
 */
export function judge(run: Run, baseline: Baseline, disturbances: readonly Disturbance[]): Breach[] {
  const requests = inOrder(run.requests)
  const conduct = [...secretBreaches(requests), ...keyBreaches(requests, disturbances), ...windowBreaches(requests)]
  const usual = disturbances.length > 0 ? judge(baseline.recorded, baseline, []).map(({ name }) => name) : []
  return [
    ...endBreaches(run, baseline),
    ...conduct.filter(({ name }) => !usual.includes(name)),
    ...exitBreaches(run, disturbances),
  ]
}

function endBreaches(run: Run, baseline: Baseline): Breach[] {
  const comparable = (state: EndState) => (baseline.isDrawn ? withoutDrawn(state) : state)
  const { more, missing } = differenceOf(comparable(run.settled), baseline.settled)
  const breaches: Breach[] = []
  const twice = more.filter(([line]) => baseline.settled.has(line))
  if (twice.length > 0)
    breaches.push({ name: 'stored-twice', text: `${listed(twice)} stored more than once`, requests: [] })
  if (run.exitCode !== 0) return breaches
  const found = (name: BreachName, text: string) => void breaches.push({ name, text, requests: [] })
  if (missing.length > 0) found('lost', `it exited with 0, but ${listed(missing)} missing`)
  else if (baseline.endsSettled && twice.length === 0) {
    const early = differenceOf(comparable(run.atEnd), baseline.settled).missing
    if (early.length > 0) found('done-too-early', `when it exited with 0, ${listed(early)} not stored yet`)
  }
  if (run.stateOutput !== baseline.stateOutput) {
    const [usual, now] = differingLines(baseline.stateOutput, run.stateOutput)
    const what = '--state-command prints something different from an undisturbed run'
    found('other-end', `it exited with 0, but ${what}: ${usual} became ${now}`)
  }
  return breaches
}

/** The first line, and how many more there are, with the verb. */
function listed(lines: readonly [string, number][]): string {
  const [first, ...others] = lines.map(([line]) => line)
  if (others.length === 0) return `${first} is`
  return `${first} and ${count(others.length, 'more record')} are`
}

function secretBreaches(requests: readonly ObservedRequest[]): Breach[] {
  // The emulator removes secrets from what it logs, and leaves this mark.
  const places = placesOf(requests, ({ path }) => /inpk_\w*?_?\(removed\)/.test(path))
  if (places.length === 0) return []
  return [
    { name: 'secret-in-url', text: 'an API key was sent in a URL, which proxies and servers log', requests: places },
  ]
}

/** Lost in part or as a whole: whether it was carried out can't be known. */
const UNCERTAIN = new Set<Disturbance['kind']>([
  'response-lost',
  'truncated',
  'connection-reset',
  'request-lost',
  'restarted',
])

/** A request in doubt must be repeated with its key, or hold nothing that could be stored twice. */
function keyBreaches(requests: readonly ObservedRequest[], disturbances: readonly Disturbance[]): Breach[] {
  return requests.flatMap((doubted, place) => {
    const inDoubt = doubted.struck.some((each) => UNCERTAIN.has(disturbances[each]!.kind))
    if (!inDoubt || doubted.operation === null) return []
    if (rowOf(doubted.operation).idempotencyKey !== 'shown' || hasEveryExternalId(doubted.body)) return []
    const repeat = requests.findIndex((each, later) => later > place && isRepeat(each, doubted))
    if (repeat < 0) return []
    const { idempotencyKey } = requests[repeat]!
    if (idempotencyKey !== undefined && idempotencyKey === doubted.idempotencyKey) return []
    const how = idempotencyKey === undefined ? 'without an Idempotency-Key' : 'with another Idempotency-Key'
    const text = `a push that may have been carried out was repeated ${how}`
    return [{ name: 'key-missing', text, requests: [place, repeat] } satisfies Breach]
  })
}

/** Items with an `external_id` are never stored twice (interface "Structured content item"). */
function hasEveryExternalId(body: string | null): boolean {
  if (body === null) return false
  const texts = body.match(/"text"\s*:/g)?.length ?? 0
  const ids = body.match(/"external_id"\s*:/g)?.length ?? 0
  return texts > 0 && ids >= texts
}

/** Requests that were on their way when the first refusal was sent. */
const ON_THEIR_WAY_MS = 300
/** Timers of clients may be this much early. */
const EARLY_MS = 60

/** Whatever is sent before `Retry-After` has passed would be refused again. */
function windowBreaches(requests: readonly ObservedRequest[]): Breach[] {
  const refused = requests.findIndex(({ retryAfter }) => retryAfter !== undefined)
  // A refusal that was lost itself could not be obeyed.
  if (refused < 0 || requests.some(({ struck }) => struck.length > 1)) return []
  const first = requests[refused]!
  const opensAt = first.answeredMs
  const endsAt = opensAt + first.retryAfter! * 1_000 - EARLY_MS
  const soon = placesOf(requests, (each) => {
    const isLater = each.arrivedMs > opensAt && each.arrivedMs < endsAt && each.keyId === first.keyId
    return isLater && (isRepeat(each, first) || each.arrivedMs > opensAt + ON_THEIR_WAY_MS)
  })
  if (soon.length === 0) return []
  const after = ((requests[soon[0]!]!.arrivedMs - opensAt) / 1_000).toFixed(1)
  const text = `it sent ${count(soon.length, 'request')} within the window, the first after ${after} s, though Retry-After said ${first.retryAfter}`
  return [{ name: 'too-soon', text, requests: [refused, ...soon] }]
}

function placesOf(requests: readonly ObservedRequest[], is: (each: ObservedRequest) => boolean): number[] {
  return requests.flatMap((each, place) => (is(each) ? [place] : []))
}

/** Two disturbances may be more than a client has patience for; a single one that it can survive is not. */
function exitBreaches({ exitCode }: Run, disturbances: readonly Disturbance[]): Breach[] {
  if (exitCode === null) return [{ name: 'hung', text: 'it did not exit, and was stopped', requests: [] }]
  if (exitCode === 0 || disturbances.length !== 1 || !isSurvivable(disturbances[0]!)) return []
  const text = `it exited with ${exitCode}, though a client that follows the interface would have succeeded`
  return [{ name: 'gave-up', text, requests: [] }]
}
