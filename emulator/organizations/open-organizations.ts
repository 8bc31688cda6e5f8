import { putCapped } from '../../src/base/capped-map.js'
import type { Caps } from '../../src/contract/caps.js'
import type { Contract } from '../../src/contract/facts/contract.js'
import type { Analyst } from '../adapters/analyst.js'
import type { Files } from '../adapters/files.js'
import { analysisCache } from '../core/analysis-cache.js'
import { createEventStream } from '../core/event-stream.js'
import { createMutex, emptyCounters, type Organization } from '../core/organization.js'
import { requestLog } from '../core/request-log.js'
import type { Organizations } from '../core/service.js'
import { changesOfErase } from '../operations/erase-feedback.js'
import { apply } from '../state/apply.js'
import type { Change } from '../state/change.js'
import { emptyState } from '../state/initial.js'
import type { State } from '../state/state.js'
import { type ItemMatch, openOrganizationStore, openUploads } from '../store/index.js'

/** Version of State and Change in the files. */
const FORMAT = 1
/** The file with the highest number ever given. */
const LAST_ID = 'last-number'

/** What all organisations have in common. */
interface Shared {
  contract: Contract
  caps: Caps
  /** What sources of many items are analysed by. */
  analyst: Analyst
}

/** Listens to organisations that are opened or created, and removed. */
interface LifecycleListeners {
  added(organization: Organization): void
  removed(id: number): void
}

/** Opens every organisation of a data directory; creates none. */
export async function openOrganizations(
  folder: string,
  files: Files,
  shared: Shared,
  listeners: LifecycleListeners = { added: () => {}, removed: () => {} },
): Promise<Organizations> {
  const organizations = new Map<number, Organization>()
  const open = (id: number) => openOrganization(id, folder, files, shared)
  const add = (organization: Organization) => {
    organizations.set(organization.id, organization)
    listeners.added(organization)
  }
  await files.makeFolder(folder)
  const names = await files.list(folder)
  await removeHalfRemoved(folder, names, files)
  const ids = names.filter((name) => /^[1-9]\d*$/.test(name)).map(Number)
  for (const id of ids.sort((a, b) => a - b)) {
    const organization = await open(id)
    if (hasFirstFacts(organization)) add(organization)
    else await removeOrganization(organization, folder, files)
  }
  let lastId = Math.max(await readLastId(folder, files), ...organizations.keys())
  // Where a key was found last: a request among a thousand organisations need not look through all of them.
  const holders = new Map<string, Organization>()
  let closed = false
  return {
    first: () => organizations.values().next().value!,
    all: () => [...organizations.values()],
    find: (id) => (/^[1-9]\d*$/.test(id) ? organizations.get(Number(id)) : undefined),
    findByKey(keyId) {
      const last = holders.get(keyId)
      if (last && organizations.get(last.id) === last && holds(last, keyId)) return last
      const holder = [...organizations.values()].find((organization) => holds(organization, keyId))
      if (holder) putCapped(holders, keyId, holder, shared.caps.foundKeys)
      else holders.delete(keyId)
      return holder
    },
    async create() {
      if (closed) throw new Error('this emulator is closed')
      lastId += 1
      const organization = await open(lastId)
      add(organization)
      return organization
    },
    async remove(id) {
      const organization = organizations.get(id)
      // Numbers are never given twice (contract.md section 3), and the last one would be forgotten with its folder.
      if (id === lastId) await files.writeAtomically(`${folder}/${LAST_ID}`, Buffer.from(String(lastId)))
      organizations.delete(id)
      for (const [keyId, holder] of holders) if (holder === organization) holders.delete(keyId)
      if (organization) await removeOrganization(organization, folder, files)
      listeners.removed(id)
    },
    async close() {
      closed = true
      await closeAll([...organizations.values()])
    },
  }
}

/** Closes every organisation, also after one that could not be closed; rejects with the first fault. */
async function closeAll(organizations: readonly Organization[]): Promise<void> {
  const closings = await Promise.allSettled(organizations.map((organization) => organization.close()))
  const failed = closings.find((closing) => closing.status === 'rejected')
  if (failed) throw failed.reason
}

/** A crash came in the middle of a removal. */
async function removeHalfRemoved(folder: string, names: readonly string[], files: Files): Promise<void> {
  for (const name of names) if (name.endsWith('.removed')) await files.removeFolder(`${folder}/${name}`)
}

async function readLastId(folder: string, files: Files): Promise<number> {
  const bytes = await files.findAll(`${folder}/${LAST_ID}`)
  const id = Number(bytes === undefined ? 0 : Buffer.from(bytes).toString())
  return Number.isSafeInteger(id) ? id : 0
}

function holds({ store }: Organization, keyId: string): boolean {
  return Object.hasOwn(store.state.keys, keyId)
}

/** A crash may come between the folder of an organisation and its first facts; no one has learnt of it then. */
function hasFirstFacts({ store }: Organization): boolean {
  return store.state.organization.id !== 0
}

async function removeOrganization(organization: Organization, folder: string, files: Files): Promise<void> {
  await organization.close()
  await files.removeFolder(`${folder}/${organization.id}`)
}

async function openOrganization(
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
