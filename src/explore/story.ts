import { count } from '../base/count.js'
import { CAUSES, causeOf } from './cause.js'
import { allowanceOf } from './disturbances.js'
import { placeOf } from './finding.js'
import type { Breach } from './judge.js'
import { DISTURBANCES } from './kinds.js'
import { type Disturbance, inOrder, isRepeat, type ObservedRequest, type Run } from './observed.js'

const MOST_STEPS = 5

/**
 * What happened in a run, a line each: the request, what was done to it, what the client did next, what is wrong now, and the
 * probable cause.
 */
export function tellStory(breaches: readonly Breach[], run: Run, disturbances: readonly Disturbance[]): string[] {
  const requests = inOrder(run.requests)
  return [
    ...disturbances.flatMap((each, place) => whatWasDone(each, place, requests)),
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
  const sender = disturbance.operation === 'webhook' ? 'service' : 'client'
  return [`The ${sender} sent ${placeOf(disturbance)}${hit ? ` (${shown(hit)})` : ''}.`, `Then ${done}.`]
}

/** The requests after the first that was hit; those that are alike are one line. */
function whatCameNext(requests: readonly ObservedRequest[]): string[] {
  const first = requests.findIndex(({ struck }) => struck.length > 0)
  if (first < 0) return []
  const hit = requests[first]!
  const later = requests.slice(first + 1).filter(({ arrivedMs }) => arrivedMs > hit.arrivedMs)
  if (later.length === 0) return ['It sent nothing else.']
  const lines = later.slice(0, MOST_STEPS).map((each) => {
    const after = ((each.arrivedMs - hit.answeredMs) / 1_000).toFixed(1)
    const what = isRepeat(each, hit) ? `the same request again${keyWords(each, hit)}` : shown(each)
    return `${after} s later it sent ${what}, and got ${each.status}.`
  })
  const more = later.length - lines.length
  return more > 0 ? [...lines, `${count(more, 'more request')} followed.`] : lines
}

function keyWords({ idempotencyKey }: ObservedRequest, before: ObservedRequest): string {
  if (idempotencyKey === undefined) return before.method === 'GET' ? '' : ', without an Idempotency-Key'
  return idempotencyKey === before.idempotencyKey ? ', with the same Idempotency-Key' : ', with another Idempotency-Key'
}

function shown({ method, path }: ObservedRequest): string {
  return `${method} ${path.length > 80 ? `${path.slice(0, 79)}…` : path}`
}
