import type { Files } from '../adapters/files.js'
import type { Organization } from '../core/organization.js'
import type { Organizations } from '../core/service.js'
import { hasFingerprint } from '../store/index.js'
import { type CatalogEntry, readCatalog, summaryOf, writeCatalog } from './catalog.js'
import { createHolders } from './holders.js'
import { openOrganization, type Shared } from './open-organization.js'

/** The file with the highest number ever given. */
const LAST_ID = 'last-number'

/** Listens to organisations that are opened or created, and removed. */
interface LifecycleListeners {
  added(organization: Organization): void
  removed(id: number): void
}

/** A data directory, and when it is opened. */
interface Place {
  folder: string
  files: Files
  /** On the process clock. */
  now(): number
}

/** The organisations of a data directory, by number: each is in one of these. */
interface Known {
  opened: Map<number, Organization>
  closed: Map<number, CatalogEntry>
}

/**
 * Opens the organisations of a data directory that a crash, damage or something due asks for, and the default one; creates none.
 * The others were closed and are untouched since: they are opened by whoever asks for them first.
 */
export async function openOrganizations(
  place: Place,
  shared: Shared,
  listeners: LifecycleListeners = { added: () => {}, removed: () => {} },
): Promise<Organizations> {
  const { files } = place
  const folder = `${place.folder}/orgs`
  const known: Known = { opened: new Map(), closed: new Map() }
  const { opened, closed } = known
  const opening = createOpening(known, (id) => openOrganization(id, folder, files, shared), listeners.added)
  await files.makeFolder(folder)
  await openAtStart(place, folder, known, opening.open)
  const ids = () => [...opened.keys(), ...closed.keys()].sort((a, b) => a - b)
  let lastId = Math.max(await readLastId(folder, files), ...ids())
  const holders = createHolders(opened, closed, shared.caps.foundKeys)
  return {
    first: () => opened.values().next().value!,
    opened: () => [...opened.values()],
    isOpen: (organization) => opened.get(organization.id) === organization,
    ids,
    summary: (id) => closed.get(id) ?? summaryOf(opened.get(id)!),
    closedWithWork: () => [...closed.values()].flatMap(({ id, dueAt }) => (dueAt === null ? [] : [{ id, dueAt }])),
    find: (id) => opening.find(typeof id === 'number' || /^[1-9]\d*$/.test(id) ? Number(id) : 0),
    holderOfKey: holders.ofKey,
    holderOfToken: holders.ofToken,
    create() {
      lastId += 1
      return opening.open(lastId)
    },
    async remove(id) {
      const organization = await opening.find(id)
      // Numbers are never given twice (contract.md section 3), and the last one would be forgotten with its folder.
      if (id === lastId) await files.writeAtomically(`${folder}/${LAST_ID}`, Buffer.from(String(lastId)))
      opened.delete(id)
      holders.forget(id)
      if (organization) await removeOrganization(organization, folder, files)
      listeners.removed(id)
    },
    async close() {
      await opening.stop()
      await closeAll([...opened.values()])
      // Without it the next start takes longer, and that is all.
      await writeCatalog(place, folder, [...opened.values()], [...closed.values()]).catch(() => undefined)
    },
  }
}

/** Opens what may need repair or has something to do; the others stay closed. */
async function openAtStart(
  place: Place,
  folder: string,
  { opened, closed }: Known,
  open: (id: number) => Promise<Organization>,
): Promise<void> {
  const { files } = place
  const names = await files.list(folder)
  await removeHalfRemoved(folder, names, files)
  const catalog = await readCatalog(place)
  for (const id of numbersIn(names)) {
    const entry = opened.size > 0 ? catalog.get(id) : undefined
    const isDue = entry?.dueAt != null && entry.dueAt <= place.now()
    if (entry && !isDue && (await hasFingerprint(files, `${folder}/${id}`, entry.files))) {
      closed.set(id, entry)
      continue
    }
    const organization = await open(id)
    if (hasFirstFacts(organization)) continue
    opened.delete(id)
    await removeOrganization(organization, folder, files)
  }
}

function numbersIn(names: readonly string[]): number[] {
  const ids = names.filter((name) => /^[1-9]\d*$/.test(name)).map(Number)
  return ids.sort((a, b) => a - b)
}

/** Opens each organisation once, however many ask for it meanwhile. */
function createOpening(
  { opened, closed }: Known,
  read: (id: number) => Promise<Organization>,
  added: (organization: Organization) => void,
) {
  const running = new Map<number, Promise<Organization>>()
  let isStopped = false
  const start = async (id: number) => {
    const organization = await read(id)
    closed.delete(id)
    opened.set(id, organization)
    added(organization)
    return organization
  }
  const open = async (id: number): Promise<Organization> => {
    if (isStopped) throw new Error('this emulator is closed')
    const starting = running.get(id) ?? start(id).finally(() => running.delete(id))
    running.set(id, starting)
    return starting
  }
  return {
    open,
    find: (id: number): Promise<Organization | undefined> =>
      closed.has(id) ? open(id) : Promise.resolve(opened.get(id)),
    async stop() {
      isStopped = true
      await Promise.allSettled(running.values())
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

/** A crash may come between the folder of an organisation and its first facts; no one has learnt of it then. */
function hasFirstFacts({ store }: Organization): boolean {
  return store.state.organization.id !== 0
}

async function removeOrganization(organization: Organization, folder: string, files: Files): Promise<void> {
  await organization.close()
  await files.removeFolder(`${folder}/${organization.id}`)
}
