import { LIMITS } from '../../contract/limits.js'
import { InDoubtError } from '../errors.js'
import type { MappedItem } from '../map/mapped-row.js'
import type { SendContext } from './context.js'
import type { SentRecord } from './journal/records.js'
import { batchKey } from './journal/run-identity.js'
import type { Payload } from './payload.js'

/** A batch in doubt that can not be sent again safely: the service has forgotten its key, and its items carry no ids. */
export function isUndecidable(sent: SentRecord, keyId: string | undefined, now: number): boolean {
  if (sent.ids) return false
  // Keys count per API key: under another one the service does not know them.
  return now - sent.sentAt >= LIMITS.idempotencyMs || sent.keyId !== keyId
}

/** The key a batch is sent under. It is on the disk before this resolves, and stays the same for as long as it may have been sent. */
export async function recordIntent(
  context: SendContext,
  label: string,
  items: readonly MappedItem[],
  payload: Payload,
): Promise<SentRecord> {
  const { run, journal } = context
  const before = journal.find(label).sent
  const known = before?.hash === payload.hash
  if (before && known && !isUndecidable(before, run.target.keyId, run.now())) return before
  // Other items than were sent, or forgotten ones: without ids, they may be there already.
  if (before && !before.ids && run.assume !== 'lost') throw new InDoubtError(journal.run.runId, [before.rows])
  const attempt = (before?.attempt ?? -1) + 1
  const keyId = run.target.keyId
  const sent: SentRecord = {
    ...{ type: 'sent', label, hash: payload.hash, attempt },
    key: batchKey(journal.run.runId, label, attempt, payload.hash),
    rows: [items[0]!.row.row, items.at(-1)!.row.row],
    ids: items.every(({ item }) => item.external_id !== undefined),
    ...(keyId === undefined ? {} : { keyId }),
    sentAt: run.now(),
  }
  await journal.write(sent)
  return sent
}
