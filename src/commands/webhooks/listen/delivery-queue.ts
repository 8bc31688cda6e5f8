import { CAPS } from '../../../contract/caps.js'
import type { SeenDelivery } from '../../../ui/listen-display.js'

/** Deliveries on their way from the receiver to whoever shows them. */
export interface DeliveryQueue {
  /** Resolves at once, or, where too many wait to be shown, when there is room again. */
  put(seen: SeenDelivery): Promise<void>
  /** One after the other, until the signal aborts or as many came as were asked for. */
  take(signal: AbortSignal): AsyncGenerator<SeenDelivery>
  isFull(): boolean
  hasForged(): boolean
}

/** A queue that ends after `limit` deliveries. */
export function deliveryQueue(limit = Number.POSITIVE_INFINITY): DeliveryQueue {
  const waiting: SeenDelivery[] = []
  let taken = 0
  let forged = false
  let wake = () => {}
  const held: (() => void)[] = []
  return {
    async put(seen) {
      waiting.push(seen)
      wake()
      if (waiting.length > CAPS.unprintedDeliveries.most) await new Promise<void>((resolve) => held.push(resolve))
    },
    async *take(signal) {
      const stop = () => wake()
      signal.addEventListener('abort', stop)
      try {
        while (taken < limit) {
          const next = waiting.shift()
          if (next) {
            held.shift()?.()
            taken += 1
            forged ||= !next.verified
            yield next
          } else if (signal.aborted) return
          else await new Promise<void>((resolve) => (wake = resolve))
        }
      } finally {
        signal.removeEventListener('abort', stop)
        for (const go of held) go()
      }
    },
    isFull: () => taken >= limit,
    hasForged: () => forged,
  }
}
