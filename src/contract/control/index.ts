import type { StaticOf } from '../schema.js'
import { getAnalysisRules, setAnalysisRules } from './analysis-rules.js'
import { getAssumption, listAssumptions } from './assumptions.js'
import { advanceClock, getClock, setClock } from './clock.js'
import { approveConnection, getConnection, listConnections, revokeConnection } from './connections.js'
import type { ControlRow } from './control-row.js'
import { emitEvent, getDelivery, listDeliveries, redeliver } from './deliveries.js'
import { getEmulator } from './emulator.js'
import { createFault, deleteFault, getFault, listFaults } from './faults.js'
import { getItem, getSourceAnalysis, listGroupSources, listItems } from './feedback.js'
import { getGroup, listGroups, updateGroup } from './groups.js'
import {
  diffOrganization,
  exportOrganization,
  getChange,
  importOrganization,
  listChanges,
  undoChanges,
} from './history.js'
import { createKey, getKey, listKeys, revokeKey, rotateKey, updateKey } from './keys.js'
import { getMessage, getMessageFile, getMessagePage, getSenderDomain, listMessages, setSenderDomain } from './mail.js'
import { createMember, getMember, listMembers, updateMember } from './members.js'
import { createMonitor, deleteMonitor, getMonitor, listMonitors, updateMonitor } from './monitors.js'
import {
  createOrganization,
  deleteOrganization,
  getOrganization,
  listOrganizations,
  updateOrganization,
} from './organizations.js'
import { createReport, deleteReport, getReport, listReports } from './reports.js'
import { getRequest, listRequests } from './requests.js'
import {
  deleteSnapshot,
  getSnapshot,
  listSnapshots,
  resetOrganization,
  restoreSnapshot,
  saveSnapshot,
  seedOrganization,
} from './snapshots.js'
import { streamEvents } from './stream.js'
import {
  createSubscription,
  deleteSubscription,
  getSubscription,
  listSubscriptions,
  regenerateSecret,
  testSubscription,
  updateSubscription,
} from './subscriptions.js'
import { deleteTemplate, getTemplate, listTemplates, setTemplate } from './templates.js'

/** Where the control API lives on the dashboard host. */
export const CONTROL_PREFIX = '/_emulator'

/** The second table: every operation of the control API. Its client, the emulator's commands and the dashboard are walks over it. */
export const CONTROL_OPERATIONS = {
  getEmulator,
  listAssumptions,
  getAssumption,
  createOrganization,
  listOrganizations,
  getOrganization,
  updateOrganization,
  deleteOrganization,
  listKeys,
  createKey,
  getKey,
  updateKey,
  revokeKey,
  rotateKey,
  listMembers,
  createMember,
  getMember,
  updateMember,
  listSubscriptions,
  createSubscription,
  getSubscription,
  updateSubscription,
  deleteSubscription,
  regenerateSecret,
  testSubscription,
  listDeliveries,
  getDelivery,
  redeliver,
  emitEvent,
  listGroups,
  getGroup,
  updateGroup,
  listMonitors,
  createMonitor,
  getMonitor,
  updateMonitor,
  deleteMonitor,
  listReports,
  createReport,
  getReport,
  deleteReport,
  listTemplates,
  getTemplate,
  setTemplate,
  deleteTemplate,
  getSenderDomain,
  setSenderDomain,
  listMessages,
  getMessage,
  getMessageFile,
  getMessagePage,
  getAnalysisRules,
  setAnalysisRules,
  listRequests,
  getRequest,
  getClock,
  setClock,
  advanceClock,
  listFaults,
  getFault,
  createFault,
  deleteFault,
  listConnections,
  getConnection,
  approveConnection,
  revokeConnection,
  resetOrganization,
  seedOrganization,
  listSnapshots,
  getSnapshot,
  saveSnapshot,
  deleteSnapshot,
  restoreSnapshot,
  listChanges,
  getChange,
  undoChanges,
  diffOrganization,
  exportOrganization,
  importOrganization,
  listGroupSources,
  listItems,
  getItem,
  getSourceAnalysis,
  streamEvents,
} as const satisfies Record<string, ControlRow>

export type ControlId = keyof typeof CONTROL_OPERATIONS
export const CONTROL_IDS = Object.keys(CONTROL_OPERATIONS) as ControlId[]

type Row<Id extends ControlId> = (typeof CONTROL_OPERATIONS)[Id]
type Slot<Id extends ControlId, S extends 'query' | 'body'> =
  Row<Id> extends Record<S, infer T> ? StaticOf<T> : undefined

export type ControlQueryOf<Id extends ControlId> = Slot<Id, 'query'>
export type ControlBodyOf<Id extends ControlId> = Slot<Id, 'body'>
export type ControlResultOf<Id extends ControlId> = StaticOf<Row<Id>['result']>

/** The row of a control operation, as the general type. */
export function controlRowOf(id: ControlId): ControlRow {
  return CONTROL_OPERATIONS[id]
}
