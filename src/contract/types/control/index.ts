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

/** The lists, by their names in `each`. */
export interface ControlLists {
  /** What the interface leaves open, and what this emulator assumes. All pages. */
  assumptions: 'listAssumptions'
  /** The organisations of this emulator. All pages. */
  organizations: 'listOrganizations'
  /** The API keys of an organisation, with their usage. All pages. */
  keys: 'listKeys'
  /** The members of an organisation. All pages. */
  members: 'listMembers'
  /** The webhook subscriptions of an organisation. All pages. */
  subscriptions: 'listSubscriptions'
  /** The ledger of webhook deliveries with their attempts, newest first. All pages. */
  deliveries: 'listDeliveries'
  /** The feedback groups of an organisation and how they track feedback over time. All pages. */
  groups: 'listGroups'
  /** The monitors of an organisation with their match counts. All pages. */
  monitors: 'listMonitors'
  /** The period-close report subscriptions and the reports they produced. All pages. */
  reports: 'listReports'
  /** The invite templates of an organisation. All pages. */
  templates: 'listTemplates'
  /** The invite emails, newest first. All pages. */
  messages: 'listMessages'
  /** The request log, newest first. All pages. */
  requests: 'listRequests'
  /** The injected faults with their hits. All pages. */
  faults: 'listFaults'
  /** The AI assistants that signed in or wait for approval. All pages. */
  connections: 'listConnections'
  /** The saved snapshots. All pages. */
  snapshots: 'listSnapshots'
  /** What changed, newest first; the last 10,000 changes. All pages. */
  changes: 'listChanges'
  /** The feedback groups with their sources, as the listing of the service has them. All pages. */
  groupSources: 'listGroupSources'
  /** Pushed items in order of arrival; by source, field, words of the text, or theme of a source. All pages. */
  items: 'listItems'
}
