import { endOfTask } from '../../../contract/operations/content.js'
import type { SeenExchange } from '../evidence/evidence.js'
import type { Probe } from './probe.js'
import { routeOfProbe } from './probe-requests.js'

/** What may store items after it was answered, or erase them. */
export interface Started {
  operation: 'pushBulk' | 'uploadFeedback' | 'eraseFeedback'
  /** The identifiers of the items. */
  items: readonly string[]
  /** Of the task; undefined as long as no answer says it. */
  id?: string
  /** How often the service knew of no such task. */
  unknown?: number
}

/** A task may be there a little later than its id; one that was not so often is at another address. */
const MOST_UNKNOWN = 4

const FIRST_WAIT_MS = 250
const MOST_WAIT_MS = 2_000

/** Asks for what continues as a task. That it may is noted before it is sent: its answer may never come. */
export async function startTask(
  probe: Probe,
  { operation, items }: Pick<Started, 'operation' | 'items'>,
  ask: () => Promise<SeenExchange | undefined>,
): Promise<SeenExchange | undefined> {
  const task: Started = { operation, items }
  const { tasks } = probe.found
  tasks.add(task)
  const seen = await ask()
  const { task_id: id, inserted } = probe.payload(operation, seen)
  if (id !== undefined) task.id = String(id)
  // An answer of 5xx does not say that nothing goes on; counts say that all is done.
  else if (!seen || (seen.status >= 300 && seen.status < 500) || typeof inserted === 'number') tasks.delete(task)
  return seen
}

/**
 * Asks for a task at each address where tasks of its kind may be, as long as evidence leaves that open. The only one that has it is theirs.
 */
export async function findTaskRoute(probe: Probe, kind: 'getTask' | 'getUploadTask', id: string): Promise<void> {
  const addresses = probe.candidatesOf(routeOfProbe(kind)).flatMap((each) => /GET (\S+)$/.exec(each)?.[1] ?? [])
  const found: SeenExchange[] = []
  for (const address of addresses.filter((each) => each.split('{').length === 2)) {
    const seen = await probe.sendTrial({ method: 'GET', path: address.replace(/\{[^}]*\}/, encodeURIComponent(id)) })
    if (seen.status < 300) found.push(seen)
  }
  if (found.length === 1) probe.keep(found[0]!)
}

/** Waits until the tasks that were started have ended, at most so long: what they store after the erasing would stay. */
export async function awaitTasks(probe: Probe, mostMs: number): Promise<void> {
  const { tasks } = probe.found
  let waited = 0
  for (let pause = FIRST_WAIT_MS; ; pause = Math.min(2 * pause, MOST_WAIT_MS)) {
    for (const task of [...tasks]) if (await isOver(probe, task)) tasks.delete(task)
    const canTell = [...tasks].some((task) => isReadable(probe, task))
    if (!canTell || waited >= mostMs) return
    await probe.wait(pause)
    waited += pause
  }
}

/** What tasks of no known end may store after all has been erased, by name. */
export function lateItems(probe: Probe): string[] {
  return [...probe.found.tasks].map(
    ({ operation, items }) =>
      `what a task of ${operation} may store after all was erased (its end is not known): ${items.join(', ')}`,
  )
}

/** Whether a task can be asked for: its identifier is known, and where it is. */
export function isReadable(probe: Probe, task: Started): boolean {
  const { id, unknown = 0 } = task
  return id !== undefined && unknown < MOST_UNKNOWN && probe.knows(routeOfProbe(readerOf(probe, task)))
}

/** Uploads may have an address for their tasks of their own. */
function readerOf(probe: Probe, { operation }: Started): 'getTask' | 'getUploadTask' {
  return operation === 'uploadFeedback' && probe.knows(routeOfProbe('getUploadTask')) ? 'getUploadTask' : 'getTask'
}

async function isOver(probe: Probe, task: Started): Promise<boolean> {
  if (!isReadable(probe, task)) return false
  const reader = readerOf(probe, task)
  const seen = await probe.trial(reader, { params: { task_id: task.id! } })
  if (seen?.status === 404) task.unknown = (task.unknown ?? 0) + 1
  const { status, progress, completed_at } = probe.payload(reader, seen)
  if (typeof status !== 'string' || !endOfTask({ status, progress, completed_at }).isOver) return false
  // The end of a bulk push or an erase shows what no answer before it did; an upload may be of a form that was not understood.
  if (task.operation !== 'uploadFeedback') probe.keep(seen!)
  return true
}
