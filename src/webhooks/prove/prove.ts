import { comparable, type Difference, differences } from './compare.js'
import { chooseOrders } from './orders.js'
import { namePattern, type Pattern } from './pattern.js'
import { type Order, type Played, play, type Step, type Subject } from './play.js'
import { shrink } from './shrink.js'
import { createTrial, type Failing, type Trial } from './trial.js'

export interface ProveOptions {
  /** How many orders to play at most. */
  orders: number
  /** How long to play them; what shrinks a counterexample may take as long again. */
  budgetMs: number
  seed: number
  /** Milliseconds that never go backward. */
  monotonic(): number
  signal?: AbortSignal
  onProgress?(progress: { played: number; planned: number; shrinking: boolean }): void
}

/** The fewest deliveries that show what is wrong. */
export interface Counterexample {
  pattern: Pattern
  steps: readonly Step[]
  differences: readonly Difference[]
  /** In comparable form: undisturbed, and after these deliveries. */
  expected: string
  found: string
  /** Whether no part of these deliveries shows it. */
  isFewest: boolean
  /** Which of the orders showed it first, from 1. */
  foundIn: number
}

export interface ProveReport {
  /** Orders played before the first that failed, or all of them. */
  played: number
  planned: number
  /** Whether the planned orders are every order that the interface allows. */
  isEvery: boolean
  /** Requests to the receiver, and those it refused. */
  deliveries: number
  refused: number
  counterexample?: Counterexample
}

/** Nothing can be said about a receiver: it is refused, with what to do, by who asked. */
export class Unprovable extends Error {
  override name = 'Unprovable'
  constructor(
    readonly why: 'unsteady' | 'refused',
    message: string,
    readonly found: readonly Difference[] = [],
  ) {
    super(message)
  }
}

const UNDISTURBED_RUNS = 3

/**
 * Plays a scenario in the orders the interface allows, and compares the end state of each with the one undisturbed. The first that differs
 * is shrunk and named.
 *
 * @throws Unprovable if undisturbed runs already differ or are refused, PlayStopped if the receiver can't be reached any more
 */
export async function proveReceiver(subject: Subject, options: ProveOptions): Promise<ProveReport> {
  const { signal, monotonic, budgetMs, onProgress } = options
  const natural = subject.events.map((_, index) => index)
  const { count: planned, isEvery, orders } = chooseOrders(natural.length, options.orders, options.seed)
  let played = 0
  const report = (shrinking: boolean) => onProgress?.({ played, planned, shrinking })
  report(false)
  await requireSteady(subject, natural, signal)
  const untilMs = monotonic() + budgetMs
  const trial = createTrial(subject, () => signal?.throwIfAborted())
  const facts = () => ({ planned, isEvery, deliveries: trial.counts.deliveries, refused: trial.counts.refused })
  for (const order of orders) {
    if (monotonic() >= untilMs) break
    const failing = await trial.failing(order)
    played += 1
    report(failing !== undefined)
    if (!failing) continue
    const { deliveries, refused } = facts()
    const until = monotonic() + budgetMs
    const counterexample = await explain(trial, failing, {
      natural,
      foundIn: played,
      hasTime: () => monotonic() < until,
    })
    return { ...facts(), deliveries, refused, played, counterexample }
  }
  return { ...facts(), played }
}

/** Three undisturbed runs have to end alike, and with nothing refused. */
async function requireSteady(subject: Subject, natural: Order, signal: AbortSignal | undefined): Promise<void> {
  const runs: Played[] = []
  for (let run = 0; run < UNDISTURBED_RUNS; run += 1) {
    signal?.throwIfAborted()
    const played = await play(subject, natural)
    requireAccepted(subject, played)
    runs.push(played)
    requireSame(runs[0]!, played)
  }
}

function requireAccepted(subject: Subject, { lost, steps }: Played): void {
  const [event] = lost
  if (event === undefined) return
  const answers = steps.filter((step) => step.event === event).map(({ status }) => status ?? 'no response')
  throw new Unprovable('refused', `the receiver refuses ${subject.events[event]} (${[...new Set(answers)].join(', ')})`)
}

function requireSame(one: Pick<Played, 'state'>, other: Pick<Played, 'state'>): void {
  const [expected, found] = [comparable(one.state), comparable(other.state)]
  if (expected === found) return
  throw new Unprovable(
    'unsteady',
    'the state differs between undisturbed runs, so no order can be judged by it',
    differences(expected, found),
  )
}

async function explain(
  trial: Trial,
  failing: Failing,
  { natural, foundIn, hasTime }: { natural: Order; foundIn: number; hasTime(): boolean },
): Promise<Counterexample> {
  // What does not fail twice, or fails because the undisturbed state has changed since, is not the order's doing.
  requireSame({ state: failing.found }, { state: await trial.stateAfter(failing.order) })
  requireSame({ state: failing.expected }, { state: await trial.stateAfter(natural) })
  const { failing: least, isFewest } = await shrink(trial, failing, hasTime)
  const { played, expected, found } = least
  return {
    pattern: await namePattern(trial, least),
    steps: played.steps,
    differences: differences(expected, found),
    expected,
    found,
    isFewest,
    foundIn,
  }
}
