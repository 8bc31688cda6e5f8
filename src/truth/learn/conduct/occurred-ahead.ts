import type { Probe } from '../probe/probe.js'
import { type Observed, unclear } from './conduct.js'
import { type Field, newItem, pushItems } from './own.js'

/** A time far ahead is refused with what is the latest, or how far it may be: a bit less is taken then, and a bit more is not. */
export async function pushAhead(probe: Probe, field: Field): Promise<Observed> {
  const pushAt = (at: number) => pushItems(probe, field, [newItem(probe, { occurred_at: new Date(at).toISOString() })])
  const clockOf = ({ seen }: Awaited<ReturnType<typeof pushAt>>) => Date.parse(seen?.responseHeaders.date ?? '')
  const plain = await pushAt(probe.now - DAY_MS)
  if (plain.inserted !== 1) return unclear('a time that has passed is not taken')
  const sent = probe.now + 3_650 * DAY_MS
  const far = await pushAt(sent)
  const now = clockOf(far)
  const most = far.isRefused ? aheadOf(far.seen!.responseBody, { now, sent }) : undefined
  if (Number.isNaN(now) || most === undefined) return unclear('how far ahead a time may be is not shown')
  const margin = Math.min(5_000, most / 4)
  const within = await pushAt(now + most - margin)
  // A service may make a probe wait for the next window, a minute at most: its clock has gone on by then.
  const beyond = await pushAt(clockOf(within) + most + 2 * 60_000)
  const isSo = within.inserted === 1 && beyond.isRefused
  return isSo ? { values: { most } } : unclear('how far ahead a time may be is not as the refusal says')
}

const DAY_MS = 24 * 60 * 60_000
const UNITS: Readonly<Record<string, number>> = {
  second: 1_000,
  minute: 60_000,
  hour: 60 * 60_000,
  day: DAY_MS,
}
const TIME = /\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)/g
const LENGTH = /\b(\d{1,5}|an?|one) ?(second|minute|hour|day)s?\b/gi

/**
 * How far ahead a refusal says that a time may be, in whole seconds: by the latest time it names, seen from the clock of the service at
 * `now`, or by a length of time. Undefined unless it names exactly one beside the time that was sent.
 */
function aheadOf(refusal: unknown, { now, sent }: { now: number; sent: number }): number | undefined {
  const text = JSON.stringify(refusal)
  const times = [...new Set(text.match(TIME) ?? [])].map((each) => Date.parse(each)).filter((at) => at !== sent)
  const lengths = [...text.matchAll(LENGTH)].map(([, count = '', unit = '']) => {
    return (/^\d/.test(count) ? Number(count) : 1) * UNITS[unit.toLowerCase()]!
  })
  const found = new Set([...times.map((at) => Math.floor((at - now) / 1_000) * 1_000), ...lengths])
  const [only, another] = found
  return another === undefined && only !== undefined && only > 0 ? only : undefined
}
