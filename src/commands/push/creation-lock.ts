import { hash } from 'node:crypto'
import { join } from 'node:path'
import type { Factory } from '../../cli/factory.js'
import { stateDirectory } from '../../config/places.js'
import { RunLockedError } from '../../ingest/errors.js'
import { createFileJournal } from '../../ingest/journal-file.js'
import type { Destination } from './find-push-target.js'
import type { PushInput } from './options.js'

const LOOK_AGAIN_MS = 200
const LONGEST_WAIT_MS = 60_000

/**
 * Locks the making of a source until it is released: on this machine one push makes it and the others wait, also where the service does
 * not know keys of idempotency (threats A25). Rejects with `RunLockedError` where another takes too long.
 */
export async function lockCreation(
  { source = '' }: PushInput,
  { facts, groupName }: Extract<Destination, { kind: 'missing' }>,
  { world, signal }: Pick<Factory, 'world' | 'signal'>,
): Promise<() => Promise<void>> {
  const { baseUrl, organizationId, instance = null } = facts
  const parts = [baseUrl, instance, organizationId, groupName, source.trim()]
  const name = `create-${hash('sha256', JSON.stringify(parts), 'hex').slice(0, 40)}`
  const journal = createFileJournal(join(stateDirectory(world), 'runs'))
  for (let waitedMs = 0; ; waitedMs += LOOK_AGAIN_MS) {
    try {
      return await journal.lock(name)
    } catch (error) {
      if (!(error instanceof RunLockedError) || waitedMs >= LONGEST_WAIT_MS) throw error
      await world.sleep(LOOK_AGAIN_MS, signal)
    }
  }
}
