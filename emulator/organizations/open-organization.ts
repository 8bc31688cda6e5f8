import type { Caps } from '../../src/contract/caps.js'
import type { Contract } from '../../src/contract/facts/contract.js'
import type { Analyst } from '../adapters/analyst.js'
import type { Files } from '../adapters/files.js'
import { analysisCache } from '../core/analysis-cache.js'
import { createEventStream } from '../core/event-stream.js'
import { createMutex, emptyCounters, type Organization } from '../core/organization.js'
import { requestLog } from '../core/request-log.js'
import { changesOfErase } from '../operations/erase-feedback.js'
import { apply } from '../state/apply.js'
import type { Change } from '../state/change.js'
import { emptyState } from '../state/initial.js'
import type { State } from '../state/state.js'
import { type ItemMatch, openOrganizationStore, openUploads } from '../store/index.js'

/** Version of State and Change in the files. */
export const FORMAT = 1

/** What all organisations have in common. */
export interface Shared {
  contract: Contract
  caps: Caps
  /** What sources of many items are analysed by. */
  analyst: Analyst
}

/** Opens the folder of an organisation, new or with what an earlier process left, and repairs what a crash left half done. */
export async function openOrganization(
  id: number,
  folder: string,
  files: Files,
  { contract, caps, analyst }: Shared,
): Promise<Organization> {
  const live = createEventStream(caps.streamReaders)
  const open = () =>
    openOrganizationStore<State, Change>({
      folder: `${folder}/${id}`,
      files,
      initial: emptyState,
      apply,
      format: FORMAT,
      withoutItems,
      historyLength: caps.changes,
      onCommit: (entry, changes) => live.publish({ kind: 'change', entry, changes }),
    })
  const alone = createMutex()
  let closed = false
  const long = createMutex()
  const store = await open()
  const kept = Object.values(store.state.uploads).map(({ file }) => file)
  const feedbackTypeOf = (source: number) => organization.store.state.sources[source]?.feedbackType
  const organization: Mutable<Organization> = {
    id,
    store,
    uploads: await openUploads(`${folder}/${id}/uploads`, files, kept),
    analysis: analysisCache(analyst, contract.values, feedbackTypeOf),
    requests: requestLog(caps),
    events: live,
    counters: emptyCounters(),
    randomStreams: new Map(),
    contract,
    caps,
    running: new Map(),
    // A folder that is closed is opened by no one here: it may be gone, or another emulator's.
    runExclusive: (work) =>
      alone(async () => {
        if (!closed) await reopenIfFailed(organization, open)
        return work()
      }),
    runLong: (work) =>
      long(async () => organization.reopenAfterFailure().then(() => organization.store.holdFiles(work))),
    reopenAfterFailure: async () =>
      organization.store.failed ? organization.runExclusive(async () => undefined) : undefined,
    close: async () => {
      await organization.analysis.close()
      // What reads every item finds its files to the end; then no more of it starts.
      await long(() =>
        alone(() => {
          closed = true
          return organization.store.close()
        }),
      )
    },
  }
  return organization
}

/** A snapshot's state once items of it are erased. */
function withoutItems(state: State, gone: readonly ItemMatch[]): State {
  const next = structuredClone(state)
  for (const change of changesOfErase(state, gone)) apply(next, change)
  return next
}

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] }

/** After a failed write memory may be ahead of the disk: what the disk holds is read again, and is all there is. */
async function reopenIfFailed(
  organization: Mutable<Organization>,
  open: () => Promise<Organization['store']>,
): Promise<void> {
  if (!organization.store.failed) return
  const broken = organization.store
  // Its files are let go first; what it could not write it has said already.
  await broken.close().catch(() => undefined)
  organization.store = await open()
  organization.analysis.clear()
}
