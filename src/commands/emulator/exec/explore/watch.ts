import type { LoggedRequest, OrganizationEvent } from '../../../../../emulator/index.js'
import type { OperationId } from '../../../../contract/operations/index.js'
import type { ObservedDelivery, ObservedRequest } from '../../../../explore/observed.js'

/** What is written down of the requests and deliveries of a run; an organisation that is deleted at the end takes its own along. */
export interface Watch {
  readonly requests: readonly ObservedRequest[]
  /** By organisation and id, as they were last. */
  readonly deliveries: ReadonlyMap<string, ObservedDelivery>
  take(entry: LoggedRequest): void
  hear(event: OrganizationEvent): void
  /** Which disturbance each fault of the emulator belongs to, by its organisation and id. */
  readonly places: Map<string, number>
  /** Called when a request was hit by a disturbance, before its response is sent. */
  onStruck?: (place: number) => void
  /** What comes later does not belong to the run. */
  stop(): void
}

/** Under what a watch keeps a fault of an organisation. */
export function faultKey(orgId: string, id: string): string {
  return `${orgId}/${id}`
}

/** Starts to write down requests; their times count from now. */
export function startWatch(monotonic: () => number): Watch {
  const startedAt = monotonic()
  const requests: ObservedRequest[] = []
  const deliveries = new Map<string, ObservedDelivery>()
  let stopped = false
  const watch: Watch = {
    requests,
    deliveries,
    places: new Map(),
    stop: () => {
      stopped = true
    },
    hear({ orgId, ...heard }) {
      if (stopped || heard.event !== 'delivery') return
      const { id, event, attempts } = heard.data
      const statuses = attempts.map(({ status }) => status)
      deliveries.set(`${orgId}/${id}`, { organization: orgId, event, statuses })
    },
    take(entry) {
      if (stopped) return
      const answeredMs = monotonic() - startedAt
      const places = (entry.faults ?? []).flatMap((id) => watch.places.get(faultKey(entry.orgId, id)) ?? [])
      const struck = [...new Set(places)]
      requests.push({
        organization: entry.orgId,
        operation: entry.operation as OperationId | null,
        method: entry.method,
        path: entry.path,
        status: entry.status,
        arrivedMs: answeredMs - entry.ms,
        answeredMs,
        keyId: entry.keyId,
        idempotencyKey: entry.requestHeaders['idempotency-key'],
        retryAfter: seconds(entry.responseHeaders['Retry-After']),
        body: entry.requestBody,
        answer: entry.responseBody,
        struck,
      })
      for (const place of struck) watch.onStruck?.(place)
    },
  }
  return watch
}

function seconds(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Number(text)
}
