import type { RunJournal } from './journal/run-journal.js'
import type { PayloadSettings } from './payload.js'
import type { RunOptions } from './push-run.js'

/** What sending a batch needs. */
export interface SendContext {
  run: RunOptions
  journal: RunJournal
  settings: PayloadSettings
  /** Called for every request. */
  onRequest(): void
}
