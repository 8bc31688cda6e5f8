import { formatTime } from '../../../src/contract/times.js'
import type { InviteUsage } from '../../state/invite.js'
import { monthEnd, monthStart } from '../credits.js'

/** The invites of the calendar month (UTC) of `now`; a new month starts at zero. */
export function currentUsage(usage: InviteUsage, now: number): InviteUsage {
  const periodStart = monthStart(now)
  return periodStart > usage.periodStart ? { periodStart, used: 0 } : usage
}

/** The quota as it is shown; `limit` null: as many as one likes. */
export function quotaOnWire(usage: InviteUsage, limit: number | null, now: number) {
  const { used } = currentUsage(usage, now)
  const remaining = limit === null ? null : Math.max(0, limit - used)
  return { limit, used, remaining, period_end: formatTime(monthEnd(now)) }
}
