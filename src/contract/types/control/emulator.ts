/** Generated from the tables of operations by `npm run record`; do not edit. */

import type { IntegerText } from '../../schema.js'

export type PageQuery = {
  /** Records on a page. */
  limit?: IntegerText
  /** `pagination.next_cursor` of the previous page. */
  cursor?: string
}

export type PageInformation = {
  /** Records on a page. */
  limit: number
  /** Cursor of the next page; null on the last. */
  next_cursor: string | null
  /** True if another page follows. */
  has_more: boolean
}

export type EmulatorRecord = {
  /** Version of the program. */
  version: string
  /** Process id of the emulator. */
  pid: number
  /** Address of the API, as this machine reaches it. */
  base_url: string
}

/** The operations of `emulator`, by name. */
export interface ControlEmulator {
  /**
   * The emulator itself: its version, its process and the address of its API.
   *
   * `GET /_emulator/info`
   */
  getEmulator: { params: Record<never, never>; query: undefined; body: undefined; result: EmulatorRecord }
}
