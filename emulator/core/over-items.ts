import type { KeptItems } from '../store/index.js'
import type { Organization } from './organization.js'

/** What is looked at: the items of a moment, and whatever else is known of it. */
interface View {
  /** From `presentItems`. */
  present: readonly KeptItems[]
}

/**
 * Does `work`, which reads many items, while writes go on. `look` takes what it needs while nothing else goes on, so it must be short.
 * Where an erase, a reset or a restore took files away meanwhile, all of it is done again while nothing else goes on.
 */
export async function overItems<Seen extends View, Result>(
  organization: Organization,
  look: () => Promise<Seen>,
  work: (seen: Seen) => Promise<Result>,
): Promise<Result> {
  const seen = await organization.runExclusive(look)
  const done = await work(seen).then(
    (result) => ({ result }),
    () => undefined,
  )
  if (done && isPresent(organization, seen)) return done.result
  return organization.runExclusive(async () => work(await look()))
}

function isPresent({ store }: Organization, { present }: View): boolean {
  const generations = new Map(store.presentItems().map(({ sourceId, extent }) => [sourceId, extent?.generation]))
  return present.every(({ sourceId, extent }) => generations.get(sourceId) === extent?.generation)
}
