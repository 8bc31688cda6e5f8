import { LIMITS } from '../../contract/limits.js'
import { BatchInDoubtError } from '../errors.js'
import type { MappedItem } from '../map/mapped-row.js'
import type { SentRecord } from './journal/records.js'
import { batchKey } from './journal/run-identity.js'
import type { RunJournal } from './journal/run-journal.js'
import type { BatchPayload } from './payload.js'
import type { PushRun, RunOptions } from './push-run.js'

/** The key a batch is sent under. It is on the disk before this resolves, and stays the same for as long as it may have been sent. */
export async function recordIntent(
  run: PushRun,
  label: string,
  items: readonly MappedItem[],
  payload: BatchPayload,
): Promise<SentRecord> {
  const { journal } = run
  const before = journal.find(label).sent
  const isSame = before?.hash === payload.hash
  if (before && isSame && !isUndecidable(before, run)) return before
  // Other items than were sent, or forgotten ones: without ids, they may be there already.
  if (before && !before.ids && run.assume !== 'lost') throw new BatchInDoubtError(journal.run.runId, [before.rows])
  const attempt = (before?.attempt ?? -1) + 1
  const { keyId } = run.target
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

/** Gives a batch that goes again a new key. It is on the disk before this resolves. */
export async function renewIntent({ journal, now }: PushRun, before: SentRecord): Promise<SentRecord> {
  const attempt = before.attempt + 1
  const key = batchKey(journal.run.runId, before.label, attempt, before.hash)
  const sent = { ...before, attempt, key, sentAt: now() }
  await journal.write(sent)
  return sent
}

/** Refuses a run with batches whose outcome can't be known (threats A6), before its first request; names all rows in doubt at once. */
export function requireDecidable(journal: RunJournal, options: RunOptions): void {
  if (options.assume !== undefined) return
  const open = journal.inDoubt().filter((sent) => isUndecidable(sent, options))
  if (open.length === 0) return
  throw new BatchInDoubtError(
    journal.run.runId,
    open.map(({ rows }) => rows),
  )
}

/** Whether `--assume-sent` counts these items as stored: they were sent, and their outcome can't be known. */
export function isAssumedSent(run: PushRun, label: string): boolean {
  const { sent } = run.journal.find(label)
  return run.assume === 'sent' && sent !== undefined && isUndecidable(sent, run)
}

/** Refuses to send a batch again under its key once the service has forgotten that one. */
export function requireRepeatable(run: PushRun, sent: SentRecord): void {
  if (isUndecidable(sent, run)) throw new BatchInDoubtError(run.journal.run.runId, [sent.rows])
}

/** A batch in doubt that can't be sent again safely: the service has forgotten its key, and its items carry no ids. */
function isUndecidable(sent: SentRecord, { target, now }: Pick<RunOptions, 'target' | 'now'>): boolean {
  if (sent.ids) return false
  // Keys count per API key: under another one the service does not know them.
  return now() - sent.sentAt >= LIMITS.idempotencyMs || sent.keyId !== target.keyId
}
