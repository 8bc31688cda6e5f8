import { itemIdOf } from '../conduct/own.js'
import type { Probe } from './probe.js'
import { routeOfProbe } from './probe-requests.js'
import { awaitTasks, isReadable, lateItems, type Started } from './tasks.js'

const BODY = 'body:eraseFeedback'
/** How long tasks may take after the rest has failed. */
const LAST_TASKS_MS = 8_000
/** The numbers of the items that bulk pushes store; of two more a plain push does. */
export const BULK_ITEMS = [3, 4, 5, 6]
const PLAIN_ITEMS = [1, 2, ...BULK_ITEMS]

/**
 * Where an erase takes entries of a kind and a value, and nothing tells the words for the kinds: ours are tried, each on one item of
 * the probe. They are the service's where that item went, and no other.
 */
export async function eraseByKind(probe: Probe): Promise<void> {
  const { openKinds: form } = probe.learned()
  if (!form || !probe.found.takesItems || !probe.knows(routeOfProbe('eraseFeedback'))) return
  const known = probe.factOf(BODY) ?? {}
  const fact = { ...known, ...form, names: { ...(known.names as object | undefined), ...form.names } }
  const asked = [{ external_ids: [itemIdOf(probe, 1)] }, { customer_ids: [`inpk-probe-customer-${probe.now}-2`] }]
  const seen = []
  for (const body of asked) {
    const erased = await probe.trial('eraseFeedback', { body, facts: { [BODY]: fact } })
    if (!erased || erased.status >= 300 || probe.payload('eraseFeedback', erased).erased !== 1) return
    seen.push(erased)
  }
  for (const each of seen) probe.keep(each)
}

/** The items of plain pushes, as it is said that they stay. */
export function itemsOfProbe(probe: Probe): string {
  return `the items ${itemIdOf(probe, 1)} and following`
}

/** Erases what was pushed after the rest has failed or was to stop: tasks are given less time to end. */
export async function eraseInHaste(probe: Probe): Promise<void> {
  await awaitTasks(probe, LAST_TASKS_MS).catch(() => undefined)
  await eraseItems(probe)
}

/** Erases what was pushed, and names what stays if that can't be, or what a task may store yet. */
export async function eraseItems(probe: Probe): Promise<void> {
  for (const late of lateItems(probe)) probe.leave(late)
  const ids = [...PLAIN_ITEMS.map((number) => itemIdOf(probe, number)), ...probe.found.items]
  const named = `the items ${ids.join(', ')}`
  if (probe.found.isPushed) {
    probe.gone(itemsOfProbe(probe))
    probe.leave(named)
  }
  const needs = [routeOfProbe('eraseFeedback'), 'body:eraseFeedback external_ids']
  const known = probe.contract().codecOf('eraseFeedback', 'body', 'recommended')
  const isSingle = known?.single.includes('external_ids') === true
  const groups = isSingle ? ids.map((id) => [id]) : [ids]
  for (const external_ids of groups) {
    const erased = await probe.ask('eraseFeedback', { body: { external_ids } }, needs)
    if (!erased || erased.status >= 300) return
    const { task_id: id } = probe.payload('eraseFeedback', erased)
    if (id !== undefined) probe.found.tasks.add({ operation: 'eraseFeedback', items: external_ids, id: String(id) })
  }
  await awaitTasks(probe, LAST_TASKS_MS)
  const isOpen = (task: Started) => task.operation === 'eraseFeedback' && isReadable(probe, task)
  if ([...probe.found.tasks].some(isOpen)) return
  // Items that were stored without their identifiers are still there.
  if (probe.knows('body:pushContent.question.content[].external_id')) probe.gone(named)
}
