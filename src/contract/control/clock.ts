import { type Static, Time, Type, Words } from '../schema.js'
import { Closed, controlRow } from './control-row.js'

const mode = Words(['real', 'frozen'])

export const ClockRecord = Type.Object({ mode, now: Time })
export type ClockRecord = Static<typeof ClockRecord>

export const ClockSetting = Closed({
  mode,
  now: Type.Optional(
    Type.String({
      description: 'ISO 8601 with offset or Z, or a plain date; never before the present time of the clock',
    }),
  ),
})
export type ClockSetting = Static<typeof ClockSetting>

/** Work that came due while the clock advanced. */
export const FiredRecord = Type.Object({ at: Time, kind: Type.String(), id: Type.String() })

const getClock = controlRow({
  id: 'getClock',
  noun: 'clock',
  summary: 'The clock of an organisation',
  method: 'GET',
  path: '/orgs/{org_id}/clock',
  result: ClockRecord,
  status: 200,
  perOrganization: true,
})

const setClock = controlRow({
  id: 'setClock',
  noun: 'clock',
  summary: 'Freezes the clock, sets it forward, or lets it run',
  method: 'PUT',
  path: '/orgs/{org_id}/clock',
  body: ClockSetting,
  result: ClockRecord,
  status: 200,
  perOrganization: true,
})

const advanceClock = controlRow({
  id: 'advanceClock',
  noun: 'clock',
  summary: 'Advances the clock; scheduled work runs in order before the response',
  method: 'POST',
  path: '/orgs/{org_id}/clock/advance',
  body: Type.Union([
    Closed({ by: Type.String({ minLength: 1, description: 'a duration such as 6m or 24h' }) }),
    Closed({ to: Type.String({ minLength: 1, description: 'a time' }) }),
  ]),
  result: Type.Object({ now: Time, fired: Type.Array(FiredRecord) }),
  status: 200,
  perOrganization: true,
})

export const ROWS = { getClock, setClock, advanceClock }
