import type { StreamData, StreamEvent, StreamEventName } from '../../src/contract/control/stream.js'
import { formatTime } from '../../src/contract/times.js'
import type { ControlHandler } from '../core/control-handler.js'
import type { OrganizationActivity } from '../core/event-stream.js'
import type { Organization } from '../core/organization.js'
import { requestSummary } from '../core/request-log.js'
import type { Platform } from '../core/service.js'
import type { Delivery } from '../state/state.js'
import type { LogEntry } from '../store/index.js'
import { clockOnWire } from './clock.js'
import { deliveryOnWire } from './deliveries.js'
import { eventQueue } from './event-queue.js'

/** Proxies and browsers close what says nothing for long. */
const SIGN_OF_LIFE_MS = 15_000

/** What happens in an organisation as it happens, the clock first; it ends with the reader. */
const streamEvents: ControlHandler<'streamEvents'> = {
  stream(_input, service, organization) {
    const queue = eventQueue(written('reload', { why: 'the client read too slowly' }), organization.caps.streamEvents)
    queue.push(written('clock', clockOnWire(organization.store.state.clock, service)))
    const write = (activity: OrganizationActivity) => {
      for (const { event, data } of streamEventsOf(activity, organization, service)) queue.push(written(event, data))
    }
    const stopReading = organization.events.subscribe(write, queue.end)
    let stopSigns = () => {}
    const giveSign = () => {
      queue.push(': still here\n\n')
      stopSigns = service.clock.after(SIGN_OF_LIFE_MS, giveSign)
    }
    stopSigns = service.clock.after(SIGN_OF_LIFE_MS, giveSign)
    queue.onEnd(() => {
      stopReading()
      stopSigns()
    })
    return queue
  },
}

/** What just happened in an organisation, as the events of its stream. */
export function streamEventsOf(
  activity: OrganizationActivity,
  organization: Organization,
  service: Pick<Platform, 'clock'>,
): StreamEvent[] {
  if (activity.kind === 'request') return [{ event: 'request', data: requestSummary(activity.entry) }]
  const { entry, changes } = activity
  const deliveries = new Set<string>()
  let clock: StreamEvent[] = []
  for (const change of changes) {
    if (change.type === 'put' && change.table === 'deliveries') deliveries.add(change.id)
    if (change.type === 'set' && change.single === 'clock') {
      clock = [{ event: 'clock', data: clockOnWire(organization.store.state.clock, service) }]
    }
  }
  // A change-set without changes replaced the state as a whole.
  const reload: StreamEvent[] = changes.length === 0 ? [{ event: 'reload', data: { why: entry.summary } }] : []
  const rows = [...deliveries].map((id) => organization.store.state.deliveries[id]).filter((row) => row !== undefined)
  return [
    { event: 'change', data: changeOnWire(entry) },
    ...clock,
    ...rows.map((row) => deliveryEvent(row, organization)),
    ...reload,
  ]
}

function deliveryEvent(row: Delivery, organization: Organization): StreamEvent {
  const { headers, body, body_base64, ...summary } = deliveryOnWire(row, organization)
  return { event: 'delivery', data: summary }
}

function changeOnWire({ seq, at, operation, summary }: LogEntry): StreamData<'change'> {
  return { seq, at: formatTime(at), operation, kind: operation, summary }
}

function written<Name extends StreamEventName>(event: Name, data: StreamData<Name>): string {
  return `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`
}

export const HANDLERS = { streamEvents }
