import type { LoggedRequest } from '../../../../../emulator/index.js'
import type { OperationId } from '../../../../contract/operations/index.js'
import type { ObservedRequest } from '../../../../explore/observed.js'

/** What is written down of the requests of a run. */
export interface Watch {
  readonly requests: readonly ObservedRequest[]
  /** How many more there were, to other organisations. */
  elsewhere: number
  take(entry: LoggedRequest): void
  /** Which disturbance each fault of the emulator belongs to, by its id. */
  readonly places: Map<string, number>
  /** Called when a request was hit by a disturbance, before its response is sent. */
  onStruck?: (place: number) => void
  /** What comes later does not belong to the run. */
  stop(): void
}

const DEFAULT_ORGANIZATION = '1'

/** Starts to write down requests; their times count from now. */
export function startWatch(monotonic: () => number): Watch {
  const startedAt = monotonic()
  const requests: ObservedRequest[] = []
  let stopped = false
  const watch: Watch = {
    requests,
    elsewhere: 0,
    places: new Map(),
    stop: () => {
      stopped = true
    },
    take(entry) {
      if (stopped) return
      // Faults are of the default organisation.
      if (entry.orgId !== DEFAULT_ORGANIZATION) {
        watch.elsewhere += 1
        return
      }
      const answeredMs = monotonic() - startedAt
      const places = (entry.faults ?? []).flatMap((id) => watch.places.get(id) ?? [])
      const struck = [...new Set(places)]
      requests.push({
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
