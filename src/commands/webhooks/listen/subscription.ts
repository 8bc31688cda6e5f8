import type { Factory } from '../../../cli/factory.js'
import type { ControlClient } from '../../../client/control.js'
import { ServiceError } from '../../../client/errors.js'
import type { EventName } from '../../../contract/events.js'

/** The emulator drops a listener that was not heard of for so long, killed or crashed. */
const LEASE_SECONDS = 10
const RENEW_EVERY_MS = 3_000
const FAREWELL_MS = 2_000

export interface SubscriptionOptions {
  url: string
  events: readonly EventName[]
  /** Certificate (PEM) the emulator has to trust. */
  ca: string | undefined
  /** Called with each secret, the first one and those after a subscription had to be made again. */
  onSecret(secret: string): void
}

export interface OwnSubscription {
  id(): string
  /** Unsubscribes. */
  close(): Promise<void>
}

/** Subscribes this listener, and keeps the subscription alive until it is closed. */
export async function subscribe(
  factory: Factory,
  control: ControlClient,
  options: SubscriptionOptions,
): Promise<OwnSubscription> {
  let id = await create(control, options, factory.signal)
  const ended = new AbortController()
  const keeping = keepAlive(
    factory,
    control,
    ended.signal,
    () => id,
    async () => {
      id = await create(control, options, factory.signal)
    },
  )
  return {
    id: () => id,
    async close() {
      ended.abort()
      await keeping
      const deletion = control.deleteSubscription({ params: { id }, signal: AbortSignal.timeout(FAREWELL_MS) })
      await deletion.catch((error: unknown) => {
        if (error instanceof ServiceError && error.status === 404) return
        return factory.screen.note(
          `Could not unsubscribe; the emulator drops the subscription after ${LEASE_SECONDS} s.`,
        )
      })
    },
  }
}

async function create(
  control: ControlClient,
  { url, events, ca, onSecret }: SubscriptionOptions,
  signal: AbortSignal,
): Promise<string> {
  const { id, secret } = await control.createSubscription({
    signal,
    body: { url, events: [...events], local: true, lease_seconds: LEASE_SECONDS, ...(ca === undefined ? {} : { ca }) },
  })
  onSecret(secret)
  return id
}

async function keepAlive(
  { environment, screen }: Factory,
  control: ControlClient,
  ended: AbortSignal,
  id: () => string,
  again: () => Promise<void>,
): Promise<void> {
  let trouble = ''
  const tellOnce = async (text: string) => {
    if (text !== trouble && text !== '') await screen.note(text)
    trouble = text
  }
  while (await slept(environment.sleep(RENEW_EVERY_MS, ended))) {
    try {
      const { state } = await control.updateSubscription({
        params: { id: id() },
        body: { lease_seconds: LEASE_SECONDS },
        signal: ended,
      })
      await tellOnce(state === 'active' ? '' : stateText(state, id()))
    } catch (error) {
      if (ended.aborted) return
      if (error instanceof ServiceError && error.status === 404) {
        await again().then(
          () => tellOnce(`The subscription was gone; subscribed again, as ${id()}.`),
          () => undefined,
        )
      } else await tellOnce('The emulator does not answer; waiting for it.')
    }
  }
}

function stateText(state: string, id: string): string {
  const why = state === 'deactivated' ? 'was deactivated after too many failures' : `is ${state}`
  return `Subscription ${id} ${why}; \`inpk emulator subscriptions resume ${id}\` makes it active.`
}

async function slept(sleep: Promise<void>): Promise<boolean> {
  return sleep.then(
    () => true,
    () => false,
  )
}
