import type { Organization } from '../core/organization.js'
import type { Backend } from '../core/service.js'

/** Waits for what is due in organisations that are not open. */
export interface Alarms {
  /** Opens those where something is due, and sets a timer for each of the others that has something to do. */
  set(): Promise<void>
  stop(): void
}

/** Alarms that open an organisation once its first job is due, and hand it to `wake`. */
export function createAlarms(
  { organizations, clock, onFault }: Pick<Backend, 'organizations' | 'clock' | 'onFault'>,
  wake: (organization: Organization) => void,
): Alarms {
  const timers = new Map<number, () => void>()
  let isStopped = false
  const set = async (id: number, dueAt: number): Promise<void> => {
    timers.get(id)?.()
    timers.delete(id)
    if (isStopped) return
    const waitMs = dueAt - clock.now()
    // Where the wait is longer than timers can be, one ends too early. Whoever opens it meanwhile may not wake it.
    if (waitMs > 0)
      return void timers.set(
        id,
        clock.after(waitMs, () => void set(id, dueAt).catch(onFault)),
      )
    const organization = await organizations.find(id)
    if (organization) wake(organization)
  }
  return {
    async set() {
      for (const { id, dueAt } of organizations.closedWithWork()) await set(id, dueAt)
    },
    stop() {
      isStopped = true
      for (const cancel of timers.values()) cancel()
    },
  }
}
