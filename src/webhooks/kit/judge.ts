import { count } from '../../base/count.js'
import { LIMITS } from '../../contract/limits.js'
import type { Judgement, KitAnswer } from './kit-case.js'

const LIMIT_SECONDS = LIMITS.webhookTimeoutMs / 1_000
/** Nearer to the limit than this a busy day is over it. */
const SLOW_MS = 10_000

/** Every request is a delivery that counts as delivered only with a 2xx within 30 s (DLV-8 to DLV-10). */
export function judgeAccepted(answers: readonly KitAnswer[]): Judgement {
  const failed = answers.findIndex((answer) => !isAccepted(answer))
  if (failed >= 0) return { verdict: 'fail', reason: `${nameOf(answers, failed)} ${whyNotAccepted(answers[failed]!)}.` }
  return { verdict: 'pass', reason: `Answered ${statuses(answers)}.` }
}

/** No request verifies: none may be answered with a 2xx (SIG-4). */
export function judgeRefused(answers: readonly KitAnswer[]): Judgement {
  const taken = answers.findIndex((answer) => isSuccess(answer))
  if (taken >= 0) {
    return { verdict: 'fail', reason: `${nameOf(answers, taken)} was accepted with ${answers[taken]!.status}.` }
  }
  const unclear = answers.findIndex((answer) => !isRefusal(answer))
  if (unclear < 0) return { verdict: 'pass', reason: `Rejected with ${statuses(answers)}.` }
  const { status, error } = answers[unclear]!
  if (status === undefined) return { verdict: 'fail', reason: `${nameOf(answers, unclear)} got no response: ${error}.` }
  return { verdict: 'warn', reason: `${nameOf(answers, unclear)} got ${status}: neither accepted nor rejected.` }
}

/** The interface shows one form only; a receiver that reads another one too is lenient, not wrong. */
export function shouldRefuse(answers: readonly KitAnswer[]): Judgement {
  const judgement = judgeRefused(answers)
  return judgement.verdict === 'fail' && answers.every(({ status }) => status !== undefined)
    ? { verdict: 'warn', reason: `${judgement.reason} The service never sends that form.` }
    : judgement
}

/** The slowest of the answers that had to be accepted (DLV-9). */
export function judgeTimes(answers: readonly KitAnswer[]): Judgement {
  const silent = answers.filter(({ status }) => status === undefined).length
  if (silent > 0)
    return {
      verdict: 'fail',
      reason: `${silent} of ${count(answers.length, 'delivery', 'deliveries')} got no response.`,
    }
  const ms = Math.max(0, ...answers.map((answer) => answer.ms))
  const reason = `The slowest response took ${seconds(ms)}.`
  if (ms > LIMITS.webhookTimeoutMs) return { verdict: 'fail', reason }
  return { verdict: ms > SLOW_MS ? 'warn' : 'pass', reason }
}

/** No answer that had to accept a delivery may be a 3xx (DLV-10). */
export function judgeRedirects(answers: readonly KitAnswer[]): Judgement {
  if (answers.every(({ status }) => status === undefined))
    return { verdict: 'skip', reason: 'No delivery was answered.' }
  const redirect = answers.find(({ status }) => status !== undefined && status >= 300 && status < 400)
  return redirect
    ? { verdict: 'fail', reason: `A delivery was answered with ${redirect.status}; the service does not follow it.` }
    : { verdict: 'pass', reason: 'No delivery was redirected.' }
}

/** Whether a delivery counts as delivered. */
function isAccepted(answer: KitAnswer): boolean {
  return isSuccess(answer) && answer.ms <= LIMITS.webhookTimeoutMs
}

function isSuccess({ status }: KitAnswer): boolean {
  return status !== undefined && status >= 200 && status < 300
}

function isRefusal({ status }: KitAnswer): boolean {
  return status !== undefined && status >= 400 && status < 500
}

function whyNotAccepted({ status, error, ms }: KitAnswer): string {
  if (status === undefined) return `got no response: ${error}`
  if (ms > LIMITS.webhookTimeoutMs) return `was answered after ${seconds(ms)}; the limit is ${LIMIT_SECONDS} s`
  if (status >= 300 && status < 400) return `was answered with ${status}; redirects are not followed`
  if (status === 413) return 'was rejected with 413: the body limit is too low'
  return `was answered with ${status}`
}

function nameOf(answers: readonly KitAnswer[], index: number): string {
  return answers.length === 1 ? 'The request' : `Request ${index + 1} of ${answers.length}`
}

function statuses(answers: readonly KitAnswer[]): string {
  return [...new Set(answers.map(({ status }) => status))].join(', ')
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`
}
