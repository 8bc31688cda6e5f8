/** The delivery state machine of the interface in as few words as possible: what one subscription and its deliveries must show. */
export interface ModelDelivery {
  at: number
  kind: 'event' | 'test'
  state: 'pending' | 'delivered' | 'exhausted' | 'cancelled'
  /** When each attempt was made. */
  attempts: number[]
}

export interface Model {
  now: number
  subscription: { state: 'active' | 'paused' | 'deactivated'; failures: number }
  deliveries: ModelDelivery[]
}

const DUE_AFTER_MS = [0, 60_000, 360_000]

/** What is due by `until` is attempted in order; `answers` says whether the receiver takes an attempt. */
export function runModel(model: Model, until: number, answers: () => boolean): void {
  const { subscription, deliveries } = model
  const dueAt = ({ state, at, attempts }: ModelDelivery) =>
    state === 'pending' ? at + DUE_AFTER_MS[attempts.length]! : Number.POSITIVE_INFINITY
  for (;;) {
    const next = deliveries.reduce((a, b) => (dueAt(b) < dueAt(a) ? b : a), deliveries[0]!)
    if (!next || dueAt(next) > until) break
    model.now = Math.max(model.now, dueAt(next))
    next.attempts.push(model.now)
    const ok = answers()
    const last = next.kind === 'test' || next.attempts.length === DUE_AFTER_MS.length
    next.state = ok ? 'delivered' : last ? 'exhausted' : 'pending'
    if (next.kind === 'test') continue
    subscription.failures = ok ? 0 : subscription.failures + 1
    if (subscription.state !== 'active' || subscription.failures < 10) continue
    subscription.state = 'deactivated'
    cancelPending(model)
  }
  model.now = until
}

/** Pausing and deactivation cancel what is due. */
export function cancelPending({ deliveries }: Model): void {
  for (const each of deliveries) if (each.state === 'pending') each.state = 'cancelled'
}
