import { LIMITS } from '../../src/contract/limits.js'

const WINDOW_MS = LIMITS.rateWindowSeconds * 1_000

/** A fixed window: it starts with the first request in it (RAT-5). */
export interface Window {
  startedAt: number
  count: number
}

/** One layer a request counts in, with its clock's time; layers are in the order key, organisation, address. */
export interface Layer {
  name: string
  limit: number
  now: number
  window: Window | undefined
}

export interface LimitReport {
  limit: number
  remaining: number
  /** Unix seconds, rounded up, so that a request at that second is let through (RAT-8). */
  resetAtSeconds: number
}

/** Which layer the headers report: the one with the fewest left, or the first. */
export type Reported = 'fewest-left' | 'key'

export type Verdict =
  | { allowed: true; report: LimitReport; windows: Window[] }
  | { allowed: false; report: LimitReport; retryAfterSeconds: number }

/** The verdict on one more request: a refused one counts in no layer and extends no window (RAT-6). */
export function countRequest(layers: readonly Layer[], reported: Reported = 'fewest-left'): Verdict {
  const open = layers.map(currentWindow)
  const exhausted = layers.filter((layer, index) => open[index]!.count >= layer.limit)
  if (exhausted.length > 0) return refuse(exhausted)
  const windows = open.map((window) => ({ ...window, count: window.count + 1 }))
  const reports = layers.map((layer, index) => reportOf(layer, windows[index]!))
  return { allowed: true, report: chosen(reports, reported), windows }
}

/** What the headers of a request say that counts in none of these layers. */
export function reportUncounted(layers: readonly Layer[], reported: Reported): LimitReport {
  const reports = layers.map((layer) => reportOf(layer, currentWindow(layer)))
  return chosen(reports, reported)
}

function chosen(reports: readonly LimitReport[], reported: Reported): LimitReport {
  if (reported === 'key') return reports[0]!
  return reports.reduce((least, report) => (report.remaining < least.remaining ? report : least))
}

/** What the headers say while limits are switched off: nothing is ever used up. */
export function unlimitedReport(limit: number, now: number): LimitReport {
  return { limit, remaining: limit, resetAtSeconds: Math.ceil((now + WINDOW_MS) / 1_000) }
}

function refuse(exhausted: Layer[]): Verdict {
  const last = exhausted.reduce((a, b) => (msLeft(b) > msLeft(a) ? b : a))
  const seconds = Math.ceil(msLeft(last) / 1_000)
  return { allowed: false, report: reportOf(last, currentWindow(last)), retryAfterSeconds: Math.max(1, seconds) }
}

/** Whether nothing that comes at `now` counts in the window any more. */
function isWindowOver({ startedAt }: Window, now: number): boolean {
  return now >= startedAt + WINDOW_MS || now < startedAt
}

function currentWindow({ window, now }: Layer): Window {
  return window && !isWindowOver(window, now) ? window : { startedAt: now, count: 0 }
}

function msLeft(layer: Layer): number {
  return currentWindow(layer).startedAt + WINDOW_MS - layer.now
}

function reportOf(layer: Layer, window: Window): LimitReport {
  return {
    limit: layer.limit,
    remaining: Math.max(0, layer.limit - window.count),
    resetAtSeconds: Math.ceil((window.startedAt + WINDOW_MS) / 1_000),
  }
}
