import { parseDuration } from '../../src/base/durations.js'
import type { ControlBodyOf, ControlResultOf } from '../../src/contract/control/index.js'
import { formatTime, parseTime } from '../../src/contract/times.js'
import type { ControlHandler } from '../core/control-handler.js'
import type { Organization } from '../core/organization.js'
import { invalid } from '../core/refusal.js'
import type { Platform, Service } from '../core/service.js'
import { LAST_MOMENT, requireClock } from '../organizations/require-clock.js'
import { timeOf } from '../rules/clock.js'
import { set } from '../state/change.js'
import type { Clock } from '../state/state.js'

const getClock: ControlHandler<'getClock'> = {
  act: (_input, service, organization) => clockOnWire(organization.store.state.clock, service),
}

/** Freezes, sets forward, or lets run; a clock never goes backward. */
const setClock: ControlHandler<'setClock'> = {
  decide({ body }, { state, service }) {
    const clock = requireClock(body, state.clock, service.clock.now())
    return {
      answer: clockOnWire(clock, service),
      summary: `set clock to ${clock.mode}`,
      changes: [set('clock', clock)],
    }
  },
}

/** Moves the clock forward; what falls due runs in order before the answer. */
const advanceClock: ControlHandler<'advanceClock'> = {
  async act({ body }, service, organization) {
    const target = requireTarget(body, nowOf(organization, service))
    const fired = await service.jobs.advance(organization, target)
    return {
      now: formatTime(nowOf(organization, service)),
      fired: fired.map(({ at, kind, id }) => ({ at: formatTime(at), kind, id })),
    }
  },
}

function requireTarget(body: ControlBodyOf<'advanceClock'>, now: number): number {
  if ('by' in body) {
    const ms = parseDuration(body.by)
    if (body.by.startsWith('-')) throw invalid({ by: ['must not be negative: the clock only moves forward'] })
    if (ms === undefined) throw invalid({ by: ['must be a duration, such as 90s, 6m, 24h or 2d'] })
    if (now + ms > LAST_MOMENT) throw invalid({ by: [`must not pass ${formatTime(LAST_MOMENT)}`] })
    return now + ms
  }
  const to = parseTime(body.to)
  if (to === undefined) throw invalid({ to: ['must be an ISO-8601 time with an offset or Z, or a plain date'] })
  if (to > LAST_MOMENT) throw invalid({ to: [`must not be after ${formatTime(LAST_MOMENT)}`] })
  if (to < now) throw invalid({ to: [`must not be before the clock's own time, ${formatTime(now)}`] })
  return to
}

function nowOf(organization: Organization, service: Service): number {
  return timeOf(organization.store.state.clock, service.clock.now())
}

/** The clock as the control API shows it. */
export function clockOnWire(clock: Clock, service: Pick<Platform, 'clock'>): ControlResultOf<'getClock'> {
  return { mode: clock.mode, now: formatTime(timeOf(clock, service.clock.now())) }
}

export const HANDLERS = { getClock, setClock, advanceClock }
