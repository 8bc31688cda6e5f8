import type { Files } from '../adapters/files.js'
import type { Organization } from '../core/organization.js'
import type { OrganizationSummary } from '../core/service.js'
import { secretName } from '../jobs/deliver-webhook.js'
import { findPending } from '../jobs/mail-relay.js'
import type { State } from '../state/state.js'
import { type Fingerprint, findDocument, fingerprintFolder, writeDocument } from '../store/index.js'
import { findInitialKeys } from './create-organization.js'
import { FORMAT } from './open-organization.js'

const CATALOG = 'catalog.json'
/** Version of the catalog itself. */
const CATALOG_FORMAT = 1

/** What is known of an organisation that was closed and has nothing to do, so that a start need not open it. */
export interface CatalogEntry extends OrganizationSummary {
  keyIds: string[]
  /** Hashes of the tokens of AI assistants. */
  tokens: string[]
  /** When its first job is due, on the process clock; null: never by itself. */
  dueAt: number | null
  files: Fingerprint
}

/** A data directory. */
interface Place {
  folder: string
  files: Files
}

interface Catalog {
  format: number
  stateFormat: number
  entries: CatalogEntry[]
}

/**
 * The entries of the last end, by number. They may be outdated, by a crash say: each counts only if the files have its fingerprint.
 * All of it follows from the organisations, so a catalog that is missing or damaged costs nothing but time.
 */
export async function readCatalog({ folder, files }: Place): Promise<Map<number, CatalogEntry>> {
  const found = (await findDocument(files, `${folder}/${CATALOG}`).catch(() => undefined)) as Catalog | undefined
  const isOurs = found?.format === CATALOG_FORMAT && found.stateFormat === FORMAT
  return new Map(isOurs ? found.entries.map((entry) => [entry.id, entry]) : [])
}

/** Notes the organisations as they were closed, with those that were not opened. A single one is opened by every start anyway. */
export async function writeCatalog(
  { folder, files }: Place,
  organizations: string,
  opened: readonly Organization[],
  closed: readonly CatalogEntry[],
): Promise<void> {
  const path = `${folder}/${CATALOG}`
  if (opened.length + closed.length < 2) return files.remove(path)
  const entries = [...closed]
  for (const organization of opened) {
    if (!isNeededAtStart(organization)) entries.push(await entryOf(organization, files, organizations))
  }
  await writeDocument(files, path, { format: CATALOG_FORMAT, stateFormat: FORMAT, entries })
}

/** Whether a start has to open it: to repair or remove it, send its mails, say that secrets are missing, or wait for a listener. */
function isNeededAtStart(organization: Organization): boolean {
  const { state, failed } = organization.store
  return (
    failed !== undefined ||
    state.organization.id === 0 ||
    findPending(organization) !== undefined ||
    findMissingSecrets(organization).length > 0 ||
    Object.values(state.subscriptions).some(({ leaseSeconds }) => leaseSeconds != null)
  )
}

async function entryOf(organization: Organization, files: Files, folder: string): Promise<CatalogEntry> {
  const { state } = organization.store
  return {
    ...summaryOf(organization),
    keyIds: Object.keys(state.keys),
    tokens: Object.keys(state.oauthTokens),
    dueAt: firstDue(state),
    files: await fingerprintFolder(files, `${folder}/${organization.id}`),
  }
}

/** An organisation as far as it is known without opening it. */
export function summaryOf({ id, store }: Organization): OrganizationSummary {
  const { organization, clock } = store.state
  return { id, organization, clock, hasInitialKeys: findInitialKeys(store.state) !== undefined }
}

function firstDue({ jobs, clock }: Readonly<State>): number | null {
  const due = Object.values(jobs).reduce((first, job) => Math.min(first, job.dueAt), Number.POSITIVE_INFINITY)
  if (clock.mode === 'frozen') return due <= clock.now ? 0 : null
  return due === Number.POSITIVE_INFINITY ? null : due - clock.offsetMs
}

/** The webhook subscriptions that can't be signed for, because `secrets.json` is gone. */
export function findMissingSecrets({ store }: Organization): number[] {
  const ids = Object.values(store.state.subscriptions).map(({ id }) => id)
  return ids.filter((id) => store.secret(secretName(id)) === undefined)
}
