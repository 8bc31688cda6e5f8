import type { SeedDocument } from '../../../src/contract/seed.js'
import type { Organization } from '../../core/organization.js'
import type { Backend } from '../../core/service.js'
import { keepSnapshot, SEED_SNAPSHOT } from '../snapshots.js'
import { sow } from './apply-seed.js'
import { draftOf } from './staged-changes.js'

/**
 * Adds what a checked seed describes, as one record without events, and keeps the result as what a reset goes back to.
 * Throws a Refusal for what does not fit; then nothing has changed.
 */
export async function seedWorld(organization: Organization, service: Backend, seed: SeedDocument): Promise<void> {
  const commit = async () => {
    const draft = draftOf(organization, service)
    await sow(draft, seed)
    const changes = [...draft.changes, ...draft.ids.changes()]
    const summary = `seeded ${draft.items.length} items`
    const secrets = Object.keys(draft.secrets).length > 0 ? { secrets: { set: draft.secrets } } : {}
    const items = draft.items.sort((a, b) => a.id - b.id)
    const set = { at: draft.now(), operation: 'seedOrganization', summary, changes, items, ...secrets }
    await organization.store.commit(set).durable
  }
  await organization.runLong(() =>
    keepSnapshot(organization, service, SEED_SNAPSHOT, (capture) =>
      organization.runExclusive(() => commit().then(capture)),
    ),
  )
}
