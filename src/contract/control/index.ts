import type { ControlTypes } from '../types/control/index.js'
import * as analysisRules from './analysis-rules.js'
import * as assumptions from './assumptions.js'
import * as clock from './clock.js'
import * as connections from './connections.js'
import type { ControlRow } from './control-row.js'
import * as deliveries from './deliveries.js'
import * as emulator from './emulator.js'
import * as faults from './faults.js'
import * as feedback from './feedback.js'
import * as groups from './groups.js'
import * as history from './history.js'
import * as keys from './keys.js'
import * as mail from './mail.js'
import * as members from './members.js'
import * as monitors from './monitors.js'
import * as organizations from './organizations.js'
import * as reports from './reports.js'
import * as requests from './requests.js'
import * as snapshots from './snapshots.js'
import * as stream from './stream.js'
import * as subscriptions from './subscriptions.js'
import * as templates from './templates.js'

/** Where the control API lives on the dashboard host. */
export const CONTROL_PREFIX = '/_emulator'

/** The second table: every operation of the control API. Its client, the emulator's commands and the dashboard are walks over it. */
export const CONTROL_OPERATIONS = {
  ...emulator.ROWS,
  ...assumptions.ROWS,
  ...organizations.ROWS,
  ...keys.ROWS,
  ...members.ROWS,
  ...subscriptions.ROWS,
  ...deliveries.ROWS,
  ...groups.ROWS,
  ...monitors.ROWS,
  ...reports.ROWS,
  ...templates.ROWS,
  ...mail.ROWS,
  ...analysisRules.ROWS,
  ...requests.ROWS,
  ...clock.ROWS,
  ...faults.ROWS,
  ...connections.ROWS,
  ...snapshots.ROWS,
  ...history.ROWS,
  ...feedback.ROWS,
  ...stream.ROWS,
} as const satisfies Record<ControlId, ControlRow>

export type ControlId = keyof ControlTypes
export const CONTROL_IDS = Object.keys(CONTROL_OPERATIONS) as ControlId[]

/** The `{name}` parts of the path, but that of the organisation. */
export type ControlParamsOf<Id extends ControlId> = ControlTypes[Id]['params']
export type ControlQueryOf<Id extends ControlId> = ControlTypes[Id]['query']
export type ControlBodyOf<Id extends ControlId> = ControlTypes[Id]['body']
export type ControlResultOf<Id extends ControlId> = ControlTypes[Id]['result']

/** The row of a control operation, as the general type. */
export function controlRowOf(id: ControlId): ControlRow {
  return CONTROL_OPERATIONS[id]
}
