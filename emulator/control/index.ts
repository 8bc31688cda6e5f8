import type { ControlId } from '../../src/contract/control/index.js'
import type { ControlHandler } from '../core/control-handler.js'
import { getAnalysisRules, setAnalysisRules } from './analysis-rules.js'
import { getAssumption, listAssumptions } from './assumptions.js'
import { advanceClock, getClock, setClock } from './clock.js'
import { approveConnection, getConnection, listConnections, revokeConnection } from './connections.js'
import { emitEvent, getDelivery, listDeliveries, redeliver } from './deliveries.js'
import { getEmulator } from './emulator.js'
import { createFault, deleteFault, getFault, listFaults } from './faults.js'
import { getItem, getSourceAnalysis, listGroupSources, listItems } from './feedback.js'
import { getGroup, listGroups, updateGroup } from './groups.js'
import { diffOrganization, getChange, listChanges, undoChanges } from './history.js'
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
import { exportOrganization, importOrganization } from './portable.js'
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
import { streamEvents } from './stream-events.js'
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

/** The handler of each control operation; a row without one does not compile. */
export const CONTROL_HANDLERS = {
  getEmulator,
  listAssumptions,
  getAssumption,
  listOrganizations,
  createOrganization,
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
  listRequests,
  getRequest,
  getClock,
  setClock,
  advanceClock,
  getAnalysisRules,
  setAnalysisRules,
  listFaults,
  getFault,
  createFault,
  deleteFault,
  listConnections,
  getConnection,
  approveConnection,
  revokeConnection,
  listChanges,
  getChange,
  undoChanges,
  diffOrganization,
  exportOrganization,
  importOrganization,
  resetOrganization,
  seedOrganization,
  listSnapshots,
  getSnapshot,
  saveSnapshot,
  deleteSnapshot,
  restoreSnapshot,
  listGroupSources,
  listItems,
  getItem,
  getSourceAnalysis,
  streamEvents,
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
} as const satisfies { [Id in ControlId]: ControlHandler<Id> }
