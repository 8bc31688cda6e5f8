import type { TranscriptRow } from './row.js'
import { EMULATOR_ROWS } from './rows/emulator.js'
import { INVITE_ROWS } from './rows/invites.js'
import { LOCAL_ROWS } from './rows/local.js'
import { SERVICE_ROWS } from './rows/service.js'
import { WEBHOOK_ROWS } from './rows/webhooks.js'

/** A row for every command of the tree, by its words. */
export const ROWS: Readonly<Record<string, TranscriptRow>> = {
  ...SERVICE_ROWS,
  ...EMULATOR_ROWS,
  ...INVITE_ROWS,
  ...WEBHOOK_ROWS,
  ...LOCAL_ROWS,
}
