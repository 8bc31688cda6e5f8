import type { Values } from '../../src/contract/assumptions/values.js'
import { commitDecision } from '../core/commit.js'
import type { Decision } from '../core/decision.js'
import type { Organization } from '../core/organization.js'
import type { JobContext } from '../core/service.js'
import { insertBulk, nothingAccepted, sortBulk } from '../operations/insert-bulk.js'
import { type QueuedBulk, summaryOf } from '../operations/push-bulk.js'
import { loadScope } from '../operations/push-checks.js'
import { timeOf } from '../rules/clock.js'
import { dropOldTasks } from '../rules/ledger.js'
import { put, remove } from '../state/change.js'
import { idSource } from '../state/ids.js'
import type { State, Task } from '../state/state.js'
import { DamagedFileError } from '../store/index.js'
import { runUpload } from './run-upload.js'

/** Carries out a queued task; a bulk push here, an upload batch by batch. */
export function runTask(organization: Organization, taskId: string, service: JobContext): Promise<void> {
  const isUpload = organization.store.state.tasks[taskId]?.kind === 'upload'
  return isUpload ? runUpload(organization, taskId, service) : runBulk(organization, taskId, service)
}

/** Rows and the state of the task are one record, so it is inserted once or not at all. */
function runBulk(organization: Organization, taskId: string, service: JobContext): Promise<void> {
  return organization.runExclusive(async () => {
    const { state, items } = organization.store
    const task = state.tasks[taskId]
    const queued = await findQueued(organization, taskId)
    const now = timeOf(state.clock, service.clock.now())
    const ids = idSource(state)
    const frame = { state, items, now, ids, values: organization.contract.values }
    const source = queued && state.sources[queued.sourceId]
    if (source) await loadScope(source, frame)
    const decision = task ? decide(task, queued, frame) : { answer: null }
    const done = [
      ...(decision.changes ?? []),
      remove('jobs', `task:${taskId}`),
      ...dropOldTasks(state, organization.caps.tasks),
    ]
    await commitDecision(
      organization,
      { ...decision, changes: done, blobs: { remove: [taskId] } },
      { operation: 'runTask', now, ids },
    )
    await organization.store.durable()
  })
}

/** What was to be pushed; undefined if it was lost or damaged, since trying again would not bring it back. */
async function findQueued({ store }: Organization, taskId: string): Promise<QueuedBulk | undefined> {
  try {
    const blob = await store.blob(taskId)
    const queued = blob && (JSON.parse(Buffer.from(blob).toString()) as QueuedBulk)
    return queued && Array.isArray(queued.questions) && store.state.sources[queued.sourceId] ? queued : undefined
  } catch (error) {
    if (error instanceof DamagedFileError || error instanceof SyntaxError) return undefined
    throw error
  }
}

type Frame = { state: State; now: number; ids: ReturnType<typeof idSource>; values: Values } & Pick<
  Organization['store'],
  'items'
>

function decide(task: Task, queued: QueuedBulk | undefined, frame: Frame): Decision<null> {
  return queued
    ? bulkDecision(task, queued, frame)
    : failed(task, frame.now, 'its content is missing or damaged; push it again')
}

function bulkDecision(task: Task, queued: QueuedBulk, frame: Frame): Decision<null> {
  const { now, state } = frame
  const source = state.sources[queued.sourceId]!
  const outcome = sortBulk(queued.questions, source, frame, queued.words)
  const { sourceReference } = queued
  const { result, stored } = insertBulk(outcome, { ...frame, source, environment: task.environment, sourceReference })
  if (nothingAccepted(outcome)) return failed(task, now, 'no field accepted anything', result)
  const completed: Task = { ...task, status: 'completed', progress: 100, completedAt: now, result }
  const { changes, items, events } = stored
  return {
    answer: null,
    summary: summaryOf(stored.inserted, source),
    changes: [put('tasks', task.id, completed), ...changes],
    items,
    events,
  }
}

function failed(task: Task, now: number, message: string, result: unknown = null): Decision<null> {
  const error = { code: 'PUSH_FAILED', message }
  const row: Task = { ...task, status: 'failed', progress: 100, completedAt: now, result, error }
  return { answer: null, summary: `${task.id} failed`, changes: [put('tasks', task.id, row)] }
}
