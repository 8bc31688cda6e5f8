import { count } from '../../../src/base/count.js'
import type { SeedDocument } from '../../../src/contract/seed.js'
import type { Organization } from '../../core/organization.js'
import type { Backend } from '../../core/service.js'
import { keepSnapshot, SEED_SNAPSHOT } from '../snapshots.js'
import { applySeed } from './apply-seed.js'
import { stageChanges } from './staged-changes.js'

/**
 * Adds what a checked seed describes, as one record without events, and keeps the result as what a reset goes back to.
 * Throws a Refusal for what does not fit; then nothing has changed.
 */
export async function commitSeed(organization: Organization, service: Backend, seed: SeedDocument): Promise<void> {
  const commit = async () => {
    const staged = stageChanges(organization, service)
    await applySeed(staged, seed)
    const changes = [...staged.changes, ...staged.ids.changes()]
    const summary = `seeded ${count(staged.items.length, 'item')}`
    const secrets = Object.keys(staged.secrets).length > 0 ? { secrets: { set: staged.secrets } } : {}
    const items = staged.items.sort((a, b) => a.id - b.id)
    const set = { at: staged.now(), operation: 'seedOrganization', summary, changes, items, ...secrets }
    await organization.store.commit(set).durable
  }
  await organization.runLong(() =>
    keepSnapshot(organization, service, SEED_SNAPSHOT, (capture) =>
      organization.runExclusive(() => commit().then(capture)),
    ),
  )
}
