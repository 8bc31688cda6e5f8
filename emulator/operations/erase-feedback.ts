import { count } from '../../src/base/count.js'
import type { ErasedEntry } from '../../src/contract/facts/erased-entries.js'
import type { Context, Handler } from '../core/decision.js'
import { invalid } from '../core/refusal.js'
import { dropOldTasks } from '../rules/ledger.js'
import { type Change, put, remove } from '../state/change.js'
import type { Source, State, Task } from '../state/state.js'
import type { ItemMatch } from '../store/index.js'
import { requireSource } from './find-rows.js'

/** Erases items by external or customer id, both lists together; gone from every file when the answer is sent (ERS-1 to ERS-4). */
export const eraseFeedback: Handler<'eraseFeedback'> = async ({ body }, context) => {
  const { state, items, words, values, caps } = context
  const externalIds = idsOf(body.external_ids, body.external_id)
  const customerIds = idsOf(body.customer_ids, body.customer_id)
  if (externalIds.length + customerIds.length === 0) {
    throw invalid({
      external_ids: ['is required unless customer_ids is given'],
      customer_ids: ['is required unless external_ids is given'],
    })
  }
  if (values['erase-union'].rule === 'refused' && externalIds.length > 0 && customerIds.length > 0) {
    throw invalid({ customer_ids: ['must not be given together with external_ids'] })
  }
  const source = body.survey_id === undefined ? undefined : requireSource(state, body.survey_id, undefined, words)
  const matches = await items.match({ externalIds, customerIds, sourceId: source?.id })
  const found = {
    external: new Set(matches.map((each) => each.externalId)),
    customer: new Set(matches.map((each) => each.customerId)),
  }
  const foundIds = {
    externalIds: externalIds.filter((id) => found.external.has(id)),
    customerIds: customerIds.filter((id) => found.customer.has(id)),
  }
  const answer = {
    erased: matches.length,
    not_found: [
      ...externalIds.filter((id) => !found.external.has(id)).map((external_id) => ({ external_id })),
      ...customerIds.filter((id) => !found.customer.has(id)).map((customer_id) => ({ customer_id })),
    ],
    ...(values['erase-answer'].form !== 'totals' && { found: entriesOf(matches, foundIds) }),
  }
  const reachesInvites = values['invite-erasure'].rule === 'erased'
  const isTask = values['erase-task'].task_id !== 'none'
  const task = isTask ? taskOf(answer, context) : undefined
  return {
    answer: task ? ({ task_id: task.id } as unknown as typeof answer) : answer,
    summary: `erased ${count(matches.length, 'item')}`,
    changes: [
      ...changesOfErase(state, matches),
      ...(reachesInvites ? withoutRecipients(state, externalIds, source) : []),
      ...(task ? [put('tasks', task.id, task), ...dropOldTasks(state, caps.tasks)] : []),
    ],
    erase: matches,
    eraseQuery: { externalIds, customerIds, sourceId: source?.id },
  }
}

/** The task that an erase is where facts say so: it is done at once, and says so to whoever asks for it. */
function taskOf(result: unknown, { ids, now, requireKey }: Context): Task {
  const { id: keyId, environment } = requireKey()
  const done = { status: 'completed', progress: 100, createdAt: now, completedAt: now, error: null } as const
  return { id: `task_${ids.next('task')}`, kind: 'erase', keyId, environment, ...done, result }
}

/** Ids under either name, each once. */
function idsOf(list: readonly string[] = [], single: string | readonly string[] = []): string[] {
  return [...new Set([...list, ...(typeof single === 'string' ? [single] : single)])]
}

/** How many items each id that was found erased; what both kinds of ids select counts for the external one. */
function entriesOf(
  matches: readonly ItemMatch[],
  { externalIds, customerIds }: { externalIds: readonly string[]; customerIds: readonly string[] },
): ErasedEntry[] {
  const isExternal = ({ externalId }: ItemMatch) => externalId !== null && externalIds.includes(externalId)
  const [byExternal, others] = [matches.filter(isExternal), matches.filter((each) => !isExternal(each))]
  return [
    ...externalIds.map((id) => ({
      external_id: id,
      erased: byExternal.filter((each) => each.externalId === id).length,
    })),
    ...customerIds.map((id) => ({ customer_id: id, erased: others.filter((each) => each.customerId === id).length })),
  ]
}

/** Those whom invites went to under one of these ids are gone, too. */
function withoutRecipients(
  state: Readonly<State>,
  externalIds: readonly string[],
  source: Source | undefined,
): Change[] {
  return Object.values(state.recipients)
    .filter(({ externalId }) => externalId !== null && externalIds.includes(externalId))
    .filter(({ sourceId }) => source === undefined || source.id === sourceId)
    .map(({ id }) => remove('recipients', id))
}

/** What an erase changes in the state; also that of a snapshot some of whose items go. */
export function changesOfErase(state: Readonly<State>, gone: readonly ItemMatch[]): Change[] {
  const touched = [...new Set(gone.map((each) => each.sourceId))].filter((id) => state.sources[id])
  return touched.map((id) => put('sources', id, withoutItems(state.sources[id]!, gone)))
}

function withoutItems(source: Source, matches: readonly ItemMatch[]): Source {
  const gone = (fieldId: number) =>
    matches.filter((each) => each.sourceId === source.id && each.fieldId === fieldId).length
  return {
    ...source,
    fields: source.fields.map((field) => ({ ...field, itemCount: field.itemCount - gone(field.id) })),
  }
}
