import { InDoubtError } from '../errors.js'
import { isUndecidable } from './intent.js'
import type { RunJournal } from './journal/run-journal.js'
import type { RunOptions } from './push-run.js'

/** Refuses a run whose place can not be told (threats A6), before its first request; names all rows in doubt at once. */
export function requireDecidable(journal: RunJournal, run: RunOptions): void {
  if (run.assume !== undefined) return
  const open = journal.inDoubt().filter((sent) => isUndecidable(sent, run.target.keyId, run.now()))
  if (open.length > 0)
    throw new InDoubtError(
      journal.run.runId,
      open.map(({ rows }) => rows),
    )
}
