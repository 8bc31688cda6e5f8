/** Events of a scenario by their number, in the order they reach the receiver. A number that is repeated is a redelivery. */
export type Order = readonly number[]

/** At most this many attempts of a delivery (DLV-14). */
export const MOST_ATTEMPTS = 3

/** A receiver with a scenario to play to it. */
export interface Subject {
  /** Names of the events, in the order they happened. */
  readonly events: readonly string[]
  /** Puts the receiver into its first state. */
  reset(): Promise<void>
  /** Sends an event, `attempt` counting from 1. Returns the status; null if the connection ended without an answer. */
  deliver(event: number, attempt: number): Promise<number | null>
  /** The receiver's state as text, the same for the same state. */
  readState(): Promise<string>
}

/** A delivery as it went. */
export interface Step {
  event: number
  /** From 1. */
  attempt: number
  status: number | null
  /** Sent again because the receiver refused the attempt before; otherwise that one was handled, and only its answer was lost. */
  refusedBefore: boolean
}

export interface Played {
  steps: readonly Step[]
  state: string
  /** Events that the receiver never accepted, though it got every attempt. */
  lost: readonly number[]
}

/** The receiver could not be reached in the middle of an order. */
export class PlayStopped extends Error {
  override name = 'PlayStopped'
  constructor(
    readonly steps: readonly Step[],
    /** The delivery that did not reach it. */
    readonly event: number,
    override readonly cause: unknown,
  ) {
    super('the receiver stopped answering', { cause })
  }
}

/**
 * Plays one order from a fresh state. What the receiver refuses comes again as the service would send it: where the order has it again, else
 * after all the others, until three attempts were made.
 */
export async function play(subject: Subject, order: Order): Promise<Played> {
  await subject.reset()
  const steps: Step[] = []
  const accepted = new Set<number>()
  const waiting = [...order]
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const step = await deliver(subject, steps, next)
    steps.push(step)
    if (isAccepted(step)) accepted.add(next)
    else if (!waiting.includes(next) && step.attempt < MOST_ATTEMPTS) waiting.push(next)
  }
  const lost = [...new Set(order)].filter((event) => !accepted.has(event))
  return { steps, lost, state: await subject.readState() }
}

/** Whether a delivery counts as delivered (DLV-8). */
export function isAccepted({ status }: Pick<Step, 'status'>): boolean {
  return status !== null && status >= 200 && status < 300
}

async function deliver(subject: Subject, steps: readonly Step[], event: number): Promise<Step> {
  const before = steps.filter((step) => step.event === event)
  const attempt = before.length + 1
  const last = before.at(-1)
  try {
    const status = await subject.deliver(event, attempt)
    return { event, attempt, status, refusedBefore: last !== undefined && !isAccepted(last) }
  } catch (error) {
    throw new PlayStopped(steps, event, error)
  }
}

/** The events of an order, each once, as they happened. */
export function undisturbed(order: Order): Order {
  return [...new Set(order)].sort((a, b) => a - b)
}
