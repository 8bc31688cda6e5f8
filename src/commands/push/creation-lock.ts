import { hash } from 'node:crypto'
import { join } from 'node:path'
import type { Factory } from '../../cli/factory.js'
import { stateDirectory } from '../../config/places.js'
import { createFileJournal } from '../../ingest/journal-file.js'
import type { Destination } from './find-push-target.js'
import type { PushInput } from './options.js'

/**
 * Locks the making of a source until it is released: the journal's lock is named after the source, which is not there yet, so two
 * pushes at once would each make one of the same name (threats A25). Rejects with `RunLockedError` while another push makes it.
 */
export function lockCreation(
  { source = '' }: PushInput,
  { facts, groupName }: Extract<Destination, { kind: 'missing' }>,
  { world }: Pick<Factory, 'world'>,
): Promise<() => Promise<void>> {
  const { baseUrl, organizationId, instance = null } = facts
  const parts = [baseUrl, instance, organizationId, groupName, source.trim()]
  const name = `create-${hash('sha256', JSON.stringify(parts), 'hex').slice(0, 40)}`
  return createFileJournal(join(stateDirectory(world), 'runs')).lock(name)
}
