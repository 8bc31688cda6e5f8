import { count } from '../base/count.js'
import { CAUSES, causeOf } from './cause.js'
import { allowanceOf } from './disturbances.js'
import { placeOf } from './finding.js'
import type { Breach } from './judge.js'
import { DISTURBANCES } from './kinds.js'
import {
  type Disturbance,
  inOrder,
  isRepeat,
  type ObservedDelivery,
  type ObservedRequest,
  type Run,
} from './observed.js'

const MOST_STEPS = 5

/**
 * What happened in a run, a line each: the request, what was done to it, what the client did next, what is wrong now, and the
 * probable cause.
 */
export function tellStory(breaches: readonly Breach[], run: Run, disturbances: readonly Disturbance[]): string[] {
  const requests = inOrder(run.requests)
  return [
    ...disturbances.flatMap((each, place) =>
      each.operation === 'webhook'
        ? whatWasDelivered(
            each,
            run.deliveries.filter(({ organization }) => organization === each.organization)[each.nth],
          )
        : whatWasDone(each, place, requests),
    ),
    ...whatCameNext(requests),
    run.exitCode === null ? 'The command did not exit.' : `The command exited with ${run.exitCode}.`,
    ...breaches.map(({ text }) => `Wrong: ${text}.`),
    `Probable cause: ${CAUSES[causeOf(breaches[0]!, run, disturbances)]}.`,
  ]
}

/** The sentences of the interface that allow what was done. */
export function rulesOf(disturbances: readonly Disturbance[]): string[] {
  return disturbances.map((disturbance) => {
    const { section, sentence } = allowanceOf(disturbance)
    return section === undefined ? sentence : `Interface, ${section}: ${sentence}`
  })
}

function whatWasDone(disturbance: Disturbance, place: number, requests: readonly ObservedRequest[]): string[] {
  const { done } = DISTURBANCES[disturbance.kind]
  const hit = requests.find(({ struck }) => struck.includes(place))
  return [`The client sent ${placeOf(disturbance)}${hit ? ` (${shown(hit)})` : ''}.`, `Then ${done}.`]
}

function whatWasDelivered(disturbance: Disturbance, delivery: ObservedDelivery | undefined): string[] {
  const { done } = DISTURBANCES[disturbance.kind]
  const answers = delivery?.statuses.map((status) => status ?? 'not at all') ?? []
  return [
    `The service sent ${placeOf(disturbance)}${delivery ? ` (${delivery.event})` : ''}.`,
    `Then ${done}.`,
    ...(answers.length === 0 ? [] : [`The receiver answered ${answers.join(', then ')}.`]),
  ]
}

/** The requests of the same organisation after the first that was hit; those that are alike are one line. */
function whatCameNext(requests: readonly ObservedRequest[]): string[] {
  const first = requests.findIndex(({ struck }) => struck.length > 0)
  if (first < 0) return []
  const hit = requests[first]!
  const later = requests
    .slice(first + 1)
    .filter((each) => each.organization === hit.organization && each.arrivedMs > hit.arrivedMs)
  if (later.length === 0) return ['It sent nothing else.']
  const steps = alikeInARow(
    later.map((each) => {
      const after = ((each.arrivedMs - hit.answeredMs) / 1_000).toFixed(1)
      const what = isRepeat(each, hit) ? `the same request again${keyWords(each, hit)}` : shown(each)
      return { after, what: `it sent ${what}, and got ${each.status}` }
    }),
  )
  const lines = steps.slice(0, MOST_STEPS).map(([{ after, what }, ...alike]) => {
    return `${after} s later ${what}${againWords(alike)}.`
  })
  const more = steps.slice(MOST_STEPS).flat().length
  return more > 0 ? [...lines, `${count(more, 'more request')} followed.`] : lines
}

/** A request that was sent later: when, and what became of it. */
interface Step {
  after: string
  what: string
}

function alikeInARow(steps: readonly Step[]): [Step, ...Step[]][] {
  const rows: [Step, ...Step[]][] = []
  for (const step of steps) {
    const row = rows.at(-1)
    if (row?.[0].what === step.what) row.push(step)
    else rows.push([step])
  }
  return rows
}

function againWords(alike: readonly Step[]): string {
  const last = alike.at(-1)
  if (last === undefined) return ''
  return alike.length === 1 ? `; again at ${last.after} s` : `; ${alike.length} more times until ${last.after} s`
}

function keyWords({ idempotencyKey }: ObservedRequest, before: ObservedRequest): string {
  if (idempotencyKey === undefined) return before.method === 'GET' ? '' : ', without an Idempotency-Key'
  return idempotencyKey === before.idempotencyKey ? ', with the same Idempotency-Key' : ', with another Idempotency-Key'
}

function shown({ method, path }: ObservedRequest): string {
  return `${method} ${path.length > 80 ? `${path.slice(0, 79)}…` : path}`
}
