import type { Values } from '../../../src/contract/assumptions/values.js'
import type { StrictFile } from '../../../src/ingest/index.js'
import { commitDecision, writeDurably } from '../../core/commit.js'
import type { Decision } from '../../core/decision.js'
import type { Organization } from '../../core/organization.js'
import type { JobContext } from '../../core/service.js'
import { loadScope } from '../../operations/push-checks.js'
import { timeOf } from '../../rules/clock.js'
import { type IdSource, idSource } from '../../state/ids.js'
import type { Source, State, Task } from '../../state/state.js'
import type { Upload } from '../../state/upload.js'

/** What one step of an upload decides on; no other decision comes in between. */
export interface Step {
  state: State
  items: Organization['store']['items']
  now: number
  ids: IdSource
  task: Task
  upload: Upload
  source: Source
  values: Values
}

/** An upload in progress. */
export interface UploadRun {
  organization: Organization
  service: JobContext
  taskId: string
  file: StrictFile
}

/** The upload is gone after a reset, or the emulator stops and the next start resumes it. */
export class UploadLeftError extends Error {
  override readonly name = 'UploadLeftError'
}

/**
 * Decides one step on the present state and waits until it is on disk. Throws UploadLeftError if there is no such upload any
 * more.
 */
export async function takeStep(
  { organization, service, taskId }: Omit<UploadRun, 'file'>,
  instance: string,
  decide: (step: Step) => Decision<null> | Promise<Decision<null>>,
): Promise<void> {
  await writeDurably(organization, async () => {
    const { state, items } = organization.store
    const upload = state.uploads[taskId]
    const task = state.tasks[taskId]
    const source = upload && state.sources[upload.sourceId]
    const isLeft = service.jobs.stopping.aborted || state.organization.instance !== instance
    if (isLeft || !upload || !task || !source) throw new UploadLeftError()
    const now = timeOf(state.clock, service.clock.now())
    const ids = idSource(state)
    const { values } = organization.contract
    await loadScope(source, { items, values, state })
    const decision = await decide({ state, items, now, ids, task, upload, source, values })
    await commitDecision(organization, decision, { operation: 'runUpload', now, ids })
  })
}
