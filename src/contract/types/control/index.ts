/** Generated from the tables of operations by `npm run record`; do not edit. */

import type { ControlAnalysisRules } from './analysis-rules.js'
import type { ControlAssumptions } from './assumptions.js'
import type { ControlClock } from './clock.js'
import type { ControlConnections } from './connections.js'
import type { ControlDeliveries } from './deliveries.js'
import type { ControlDomain } from './domain.js'
import type { ControlEmulator } from './emulator.js'
import type { ControlFaults } from './faults.js'
import type { ControlFeedback } from './feedback.js'
import type { ControlGroups } from './groups.js'
import type { ControlKeys } from './keys.js'
import type { ControlLog } from './log.js'
import type { ControlMembers } from './members.js'
import type { ControlMonitors } from './monitors.js'
import type { ControlOrgs } from './orgs.js'
import type { ControlOutbox } from './outbox.js'
import type { ControlReports } from './reports.js'
import type { ControlRequests } from './requests.js'
import type { ControlSnapshots } from './snapshots.js'
import type { ControlState } from './state.js'
import type { ControlSubscriptions } from './subscriptions.js'
import type { ControlTemplates } from './templates.js'

/** What each operation takes and returns, by name. */
export interface ControlTypes
  extends ControlEmulator,
    ControlAssumptions,
    ControlOrgs,
    ControlKeys,
    ControlMembers,
    ControlSubscriptions,
    ControlDeliveries,
    ControlGroups,
    ControlMonitors,
    ControlReports,
    ControlTemplates,
    ControlDomain,
    ControlOutbox,
    ControlAnalysisRules,
    ControlRequests,
    ControlClock,
    ControlFaults,
    ControlConnections,
    ControlState,
    ControlSnapshots,
    ControlLog,
    ControlFeedback {}
