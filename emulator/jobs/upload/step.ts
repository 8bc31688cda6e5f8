import type { Values } from '../../../src/contract/assumed-values.js'
import type { StrictFile } from '../../../src/ingest/index.js'
import { commitDecision } from '../../core/commit.js'
import type { Decision } from '../../core/decision.js'
import type { Organization } from '../../core/organization.js'
import type { JobContext } from '../../core/service.js'
import { timeOf } from '../../rules/clock.js'
import { type IdSource, idSource } from '../../state/ids.js'
import type { Source, State, Task } from '../../state/state.js'
import type { Upload } from '../../state/upload.js'

/** What one step of an upload decides on; nothing else is decided meanwhile. */
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

/** An upload that is being worked on. */
export interface UploadRun {
  organization: Organization
  service: JobContext
  taskId: string
  file: StrictFile
}

/** The upload was reset away, or the emulator stops: what is left is somebody else's, or done after the next start. */
export class UploadLeftError extends Error {
  override readonly name = 'UploadLeftError'
}

/** Decides one step on the present state and waits until it is on disk. Throws UploadLeftError where there is no such upload any more. */
export async function takeStep(
  { organization, service, taskId }: Omit<UploadRun, 'file'>,
  instance: string,
  decide: (step: Step) => Decision<null> | Promise<Decision<null>>,
): Promise<void> {
  const store = await organization.runExclusive(async () => {
    const { store } = organization
    const { state, items } = store
    const upload = state.uploads[taskId]
    const task = state.tasks[taskId]
    const source = upload && state.sources[upload.sourceId]
    const isLeft = service.jobs.stopping.aborted || state.organization.instance !== instance
    if (isLeft || !upload || !task || !source) throw new UploadLeftError()
    const now = timeOf(state.clock, service.clock.now())
    const ids = idSource(state)
    await items.load(source.id)
    const decision = await decide({
      state,
      items,
      now,
      ids,
      task,
      upload,
      source,
      values: organization.overrides.values,
    })
    await commitDecision(organization, decision, { operation: 'runUpload', now, ids })
    return store
  })
  await store.durable()
}
