/** Generated from the tables of operations by `npm run record`; do not edit. */

export type ClockRecord = {
  /** `real` runs on from the time it was set to; `frozen` moves only when it is set or advanced. */
  mode: 'real' | 'frozen'
  /** The time of the clock. */
  now: string
}

export type SetClockBody = {
  /** `real` runs on from the time it was set to; `frozen` moves only when it is set or advanced. */
  mode: 'real' | 'frozen'
  /** ISO 8601 with offset or Z, or a plain date; never before the present time of the clock. */
  now?: string
}

export type AdvanceClockBody =
  | {
      /** A duration such as 6m or 24h. */
      by: string
    }
  | {
      /** A time. */
      to: string
    }

export type AdvanceClockResult = {
  /** The time of the clock. */
  now: string
  /** The work that came due, in order. */
  fired: {
    /** When it happened, by the clock of the organisation. */
    at: string
    /** Kind of change or work. */
    kind: string
    /** Identifier of the record. */
    id: string
  }[]
}

/** The operations of `clock`, by name. */
export interface ControlClock {
  /**
   * The clock of an organisation.
   *
   * `GET /_emulator/orgs/{org_id}/clock`
   */
  getClock: { params: Record<never, never>; query: undefined; body: undefined; result: ClockRecord }
  /**
   * Freezes the clock, sets it forward, or lets it run.
   *
   * `PUT /_emulator/orgs/{org_id}/clock`
   */
  setClock: { params: Record<never, never>; query: undefined; body: SetClockBody; result: ClockRecord }
  /**
   * Advances the clock; scheduled work runs in order before the response.
   *
   * `POST /_emulator/orgs/{org_id}/clock/advance`
   */
  advanceClock: { params: Record<never, never>; query: undefined; body: AdvanceClockBody; result: AdvanceClockResult }
}
