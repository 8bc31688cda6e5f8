import type { ControlId } from '../../src/contract/control/index.js'
import type { ControlHandler } from '../core/control-handler.js'
import * as analysisRules from './analysis-rules.js'
import * as assumptions from './assumptions.js'
import * as clock from './clock.js'
import * as connections from './connections.js'
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
import * as portable from './portable.js'
import * as reports from './reports.js'
import * as requests from './requests.js'
import * as snapshots from './snapshots.js'
import * as streamEvents from './stream-events.js'
import * as subscriptions from './subscriptions.js'
import * as templates from './templates.js'

/** The handler of each control operation; a row without one does not compile. */
export const CONTROL_HANDLERS = {
  ...emulator.HANDLERS,
  ...assumptions.HANDLERS,
  ...organizations.HANDLERS,
  ...keys.HANDLERS,
  ...members.HANDLERS,
  ...subscriptions.HANDLERS,
  ...deliveries.HANDLERS,
  ...groups.HANDLERS,
  ...monitors.HANDLERS,
  ...reports.HANDLERS,
  ...requests.HANDLERS,
  ...clock.HANDLERS,
  ...analysisRules.HANDLERS,
  ...faults.HANDLERS,
  ...connections.HANDLERS,
  ...history.HANDLERS,
  ...portable.HANDLERS,
  ...snapshots.HANDLERS,
  ...feedback.HANDLERS,
  ...streamEvents.HANDLERS,
  ...templates.HANDLERS,
  ...mail.HANDLERS,
} as const satisfies { [Id in ControlId]: ControlHandler<Id> }
