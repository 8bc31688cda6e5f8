import type { AnalysisRule } from '../../src/contract/control/analysis-rules.js'
import type { FaultSetting } from '../../src/contract/control/faults.js'
import type { ErrorEnvelope } from '../../src/contract/errors.js'
import type { EventName } from '../../src/contract/events.js'
import type { FeedbackType, QuestionType } from '../../src/contract/question-types.js'
import type { Tracking } from '../../src/contract/records.js'
import type { KeyEnvironment, Scope } from '../../src/contract/scopes.js'
import type { Invite, InviteUsage, Recipient, SenderDomain, Suppression, Template } from './invite.js'
import type { Connection, OAuthClient, OAuthToken } from './oauth-rows.js'
import type { Upload } from './upload.js'

export interface StoredOrganization {
  id: number
  name: string
  createdAt: number
  /** APS quota a calendar month; null on the free plan. */
  apsLimit: number | null
  perOrganizationPerMinute: number
  rateLimits: boolean
  inviteQuota: number | null
  /** Makes what is drawn at random repeatable; null if no one gave one. */
  givenSeed: number | null
  /** How the clock stood at birth; a reset goes back to it. */
  bornClock: Clock
  /** Changes at every reset, so that a client can tell the organisation before it from the one after it. */
  instance: string
}

export interface ApiKey {
  id: string
  label: string
  environment: KeyEnvironment
  scope: Scope
  rateLimitPerMinute: number
  memberId: string | null
  secretHash: string
  state: 'active' | 'revoked'
  /** Stopped for good: its member was inactive once. */
  unbound?: true
  createdAt: number
}

export interface Member {
  id: string
  name: string
  email: string
  active: boolean
}

export interface Group {
  id: number
  name: string
  tracking: Tracking
  createdAt: number
}

export interface Field {
  id: number
  text: string
  type: QuestionType
  options: string[]
  required: boolean
  itemCount: number
}

export interface Source {
  id: number
  groupId: number
  title: string
  description: string | null
  feedbackType: FeedbackType
  createdAt: number
  publishedAt: number | null
  fields: Field[]
}

export interface Task {
  id: string
  /** An erase is one only where facts say so; its result is then what it says. */
  kind: 'bulk' | 'upload' | 'erase'
  keyId: string
  environment: KeyEnvironment
  status: 'queued' | 'processing' | 'completed' | 'failed'
  progress: number
  createdAt: number
  completedAt: number | null
  /** Classic words. */
  result: unknown
  error: ErrorEnvelope['error'] | null
}

export interface Subscription {
  id: number
  url: string
  events: EventName[]
  local: boolean
  ca: string | null
  state: 'active' | 'paused' | 'deactivated'
  failureCount: number
  createdAt: number
  /** A listener's: gone when it was not renewed for so long. */
  leaseSeconds?: number | null
}

export interface Attempt {
  number: number
  at: number
  status: number | null
  error: string | null
  durationMs: number
  signature: string
}

export interface Delivery {
  id: string
  subscriptionId: number
  /** The target at the time of the event; still known when the subscription has been deleted. Older versions did not keep it. */
  url?: string
  event: EventName | 'test'
  eventId: string
  /** Tests and redeliveries are a single attempt and leave the failure count alone. */
  kind: 'event' | 'test' | 'redelivery'
  state: 'pending' | 'delivered' | 'exhausted' | 'cancelled'
  createdAt: number
  nextAttemptAt: number | null
  body: string
  attempts: Attempt[]
}

/** The answer to a request with an `Idempotency-Key`; `at` is when it was given (IDM-3). */
export interface IdempotencyRecord {
  id: string
  payloadHash: string
  at: number
  status: number
  /** JSON in classic words; the replay is put into the words of its route. As text it keeps its order of members. */
  answer: string
}

/** A fault a test asked for: counted, never random. `seen` counts the requests it could have hit. */
export interface Fault extends FaultSetting {
  id: string
  hits: number
  seen: number
  /** When the window of a `limit` ends, on the process clock. */
  until?: number
}

/** The last pass over a source: everything up to `throughItemId` was analysed, under these rules. */
export interface AnalysisPass {
  sourceId: number
  analysisId: number
  throughItemId: number
  analysedAt: number
  rules: AnalysisRule[]
}

/** Watches for words or phrases in one source, or in all. What it counted is never stored: it follows from the items. */
export interface Monitor {
  id: number
  name: string
  /** As it was given. */
  query: string[]
  threshold: number
  sourceId: number | null
  alerts: boolean
  createdAt: number
}

/** A subscription to the reports of a group, and those it has produced, oldest first. */
export interface Report {
  id: number
  groupId: number
  createdAt: number
  produced: { reportId: number; periodKey: string; producedAt: number }[]
}

/** What happens later (idea 4): a row with a due time on the organisation's clock. */
export type Job =
  | {
      id: string
      kind: 'attempt'
      dueAt: number
      deliveryId: string
      /** A webhook fault put it off; `after`: until the attempt of that delivery is over, `dueAt` at the latest. */
      held?: { faultId: string; after?: string }
    }
  | { id: string; kind: 'analyse'; dueAt: number; sourceId: number; waitingSince: number }
  | { id: string; kind: 'task'; dueAt: number; taskId: string }
  | { id: string; kind: 'invite'; dueAt: number; inviteId: number }
  | { id: string; kind: 'report'; dueAt: number; subscriptionId: number; periodKey: string }

export type Clock = { mode: 'real'; offsetMs: number } | { mode: 'frozen'; now: number }

/** Rows by id; the tables of `put` and `remove`. */
export interface Tables {
  keys: ApiKey
  members: Member
  groups: Group
  sources: Source
  tasks: Task
  uploads: Upload
  templates: Template
  invites: Invite
  recipients: Recipient
  /** By address in lower case. */
  suppressions: Suppression
  subscriptions: Subscription
  deliveries: Delivery
  /** Idempotency records, under the name that data on disk has them by. */
  keptAnswers: IdempotencyRecord
  analyses: AnalysisPass
  monitors: Monitor
  reports: Report
  faults: Fault
  jobs: Job
  oauthClients: OAuthClient
  connections: Connection
  oauthTokens: OAuthToken
}

/** Single values; the fields of `set`. */
export interface Singles {
  organization: StoredOrganization
  clock: Clock
  /** Last number given, by kind; numbers are never reused. */
  counters: Record<string, number>
  /** Tokens used by live keys in the calendar month that started at `periodStart`. */
  credits: { periodStart: number; usedTokens: number }
  analysisRules: AnalysisRule[]
  senderDomain: SenderDomain
  inviteUsage: InviteUsage
}

export type TableName = keyof Tables
export type State = Singles & { [Name in TableName]: Record<string, Tables[Name]> }
