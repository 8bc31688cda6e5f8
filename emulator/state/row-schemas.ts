import { AnalysisRule } from '../../src/contract/control/analysis-rules.js'
import { Closed } from '../../src/contract/control/control-row.js'
import { DELIVERY_STATES } from '../../src/contract/control/deliveries.js'
import { FaultSetting } from '../../src/contract/control/faults.js'
import { createMonitor } from '../../src/contract/control/monitors.js'
import { createSubscription, SUBSCRIPTION_STATES } from '../../src/contract/control/subscriptions.js'
import { TemplateRecord } from '../../src/contract/control/templates.js'
import { EVENT_NAMES } from '../../src/contract/events.js'
import { getTask } from '../../src/contract/operations/content.js'
import { eraseFeedback } from '../../src/contract/operations/feedback.js'
import { getInvite, listInviteRecipients } from '../../src/contract/operations/invites.js'
import { FEEDBACK_TYPES, QUESTION_TYPE_NAMES } from '../../src/contract/question-types.js'
import { TRACKINGS } from '../../src/contract/records.js'
import { Nullable, type Static, type TSchema, Type, Words } from '../../src/contract/schema.js'
import { ENVIRONMENTS, SCOPES } from '../../src/contract/scopes.js'
import type { TableName, Tables } from './state.js'
import type { StoredItem } from './stored-item.js'
import {
  amount,
  blobName,
  count,
  hash,
  type ITEM_SCHEMA,
  name,
  number,
  text,
  texted,
  texts,
  time,
} from './value-schemas.js'

const { source_id: _, ...template } = TemplateRecord.properties
const Template = Closed({ ...template, sourceId: number })

const Attempt = Closed({
  number,
  at: time,
  status: Nullable(Type.Integer()),
  error: Nullable(text),
  durationMs: amount,
  signature: text,
})

const Field = Closed({
  id: number,
  text,
  type: Words(QUESTION_TYPE_NAMES),
  options: texts,
  required: Type.Boolean(),
  itemCount: count,
})

const job = { id: name, dueAt: time }
const Job = Type.Union([
  Closed({
    ...job,
    kind: Type.Literal('attempt'),
    deliveryId: name,
    held: Type.Optional(Closed({ faultId: name, after: Type.Optional(name) })),
  }),
  Closed({ ...job, kind: Type.Literal('analyse'), sourceId: number, waitingSince: time }),
  Closed({ ...job, kind: Type.Literal('task'), taskId: name }),
  Closed({ ...job, kind: Type.Literal('invite'), inviteId: number }),
  Closed({ ...job, kind: Type.Literal('report'), subscriptionId: number, periodKey: name }),
])

/** The form of a row of each table, and the member that is its id. */
export const ROW_SCHEMAS = {
  keys: Closed({
    id: Type.String({ pattern: '^[A-Za-z0-9]{10}$' }),
    label: name,
    environment: Words(ENVIRONMENTS),
    scope: Words(SCOPES),
    rateLimitPerMinute: number,
    memberId: Nullable(name),
    secretHash: hash,
    state: Words(['active', 'revoked']),
    unbound: Type.Optional(Type.Literal(true)),
    createdAt: time,
  }),
  members: Closed({ id: name, name, email: name, active: Type.Boolean() }),
  groups: Closed({ id: number, name, tracking: Words(TRACKINGS), createdAt: time }),
  sources: Closed({
    id: number,
    groupId: number,
    title: name,
    description: Nullable(text),
    feedbackType: Words(FEEDBACK_TYPES),
    createdAt: time,
    publishedAt: Nullable(time),
    fields: Type.Array(Field),
  }),
  tasks: Closed({
    id: blobName,
    kind: Words(['bulk', 'upload', 'erase']),
    keyId: name,
    environment: Words(ENVIRONMENTS),
    status: Words(['queued', 'processing', 'completed', 'failed']),
    progress: Type.Integer({ minimum: 0, maximum: 100 }),
    createdAt: time,
    completedAt: Nullable(time),
    result: Nullable(Type.Union([getTask.result.properties.result, eraseFeedback.result])),
    error: Nullable(getTask.result.properties.error),
  }),
  uploads: Closed({
    id: blobName,
    file: name,
    fileName: text,
    sourceId: number,
    sourceReference: Nullable(text),
    fields: Nullable(texted),
    members: Nullable(texted),
    onlyField: text,
    found: Nullable(Closed({ rows: count, tokens: amount, periodStart: time })),
    batchesDone: count,
    rowsRead: count,
    rowsRejected: count,
    rejections: Type.Array(Closed({ row: count, reason: text })),
    landed: Type.Record(text, Closed({ inserted: count, duplicates: count })),
    tokens: amount,
  }),
  templates: Template,
  invites: Closed({
    id: number,
    sourceId: number,
    status: Words(['queued', 'sending', 'completed']),
    counts: getInvite.result.properties.counts,
    createdAt: time,
    sentAt: Nullable(time),
    completedAt: Nullable(time),
    template: Template,
    plainSubject: Type.Optional(Type.Literal(true)),
    from: Closed({ name: text, address: text }),
    linkBase: text,
    instance: text,
    relay: Nullable(Closed({ taken: count, state: Words(['pending', 'done', 'failed']) })),
  }),
  recipients: Closed({
    id: number,
    inviteId: number,
    sourceId: number,
    email: name,
    externalId: Nullable(text),
    variables: texted,
    status: listInviteRecipients.result.properties.recipients.items.properties.delivery_status,
    updatedAt: time,
    reason: Nullable(text),
  }),
  suppressions: Closed({ kind: Words(['bounce', 'complaint']), at: time }),
  subscriptions: Closed({
    id: number,
    url: createSubscription.body.properties.url,
    events: Type.Array(Words(EVENT_NAMES)),
    local: Type.Boolean(),
    ca: Nullable(text),
    state: Words(SUBSCRIPTION_STATES),
    failureCount: count,
    createdAt: time,
    leaseSeconds: Type.Optional(Nullable(number)),
  }),
  deliveries: Closed({
    id: Type.String({ pattern: '^dlv_[1-9][0-9]*$' }),
    subscriptionId: number,
    url: Type.Optional(createSubscription.body.properties.url),
    event: name,
    eventId: name,
    kind: Words(['event', 'test', 'redelivery']),
    state: Words(DELIVERY_STATES),
    createdAt: time,
    nextAttemptAt: Nullable(time),
    body: text,
    attempts: Type.Array(Attempt),
  }),
  keptAnswers: Closed({
    id: hash,
    payloadHash: hash,
    at: time,
    status: Type.Integer({ minimum: 200, maximum: 299 }),
    answer: text,
  }),
  analyses: Closed({
    sourceId: number,
    analysisId: number,
    throughItemId: count,
    analysedAt: time,
    rules: Type.Array(AnalysisRule),
  }),
  monitors: Closed({
    id: number,
    name,
    query: createMonitor.body.properties.query,
    threshold: number,
    sourceId: Nullable(number),
    alerts: Type.Boolean(),
    createdAt: time,
  }),
  reports: Closed({
    id: number,
    groupId: number,
    createdAt: time,
    produced: Type.Array(Closed({ reportId: number, periodKey: name, producedAt: time })),
  }),
  faults: Closed({ ...FaultSetting.properties, id: name, hits: count, seen: count, until: Type.Optional(time) }),
  jobs: Job,
  oauthClients: Closed({
    id: name,
    name: text,
    redirectUris: texts,
    grantTypes: texts,
    authMethod: Words(['none', 'client_secret_basic', 'client_secret_post']),
    secretHash: Nullable(hash),
    createdAt: time,
  }),
  connections: Closed({
    id: name,
    clientId: name,
    clientName: text,
    state: Words(['requested', 'approved', 'revoked']),
    memberId: Nullable(name),
    createdAt: time,
    signIn: Nullable(
      Closed({ redirectUri: text, codeChallenge: text, resource: Nullable(text), state: Nullable(text), issuer: text }),
    ),
  }),
  oauthTokens: Closed({
    hash,
    kind: Words(['code', 'access', 'refresh']),
    connectionId: name,
    clientId: name,
    expiresAt: time,
    used: Type.Boolean(),
    resource: Nullable(text),
  }),
} as const satisfies Record<TableName, TSchema>

/** A member that a row has and its schema has not, or the other way round: what is exported could not be imported. */
type Differing<Row, Schema extends TSchema> =
  | Exclude<keyof Row, keyof Static<Schema>>
  | Exclude<keyof Static<Schema>, keyof Row>
type Strays =
  | { [Name in Exclude<TableName, 'jobs'>]: Differing<Tables[Name], (typeof ROW_SCHEMAS)[Name]> }[Exclude<
      TableName,
      'jobs'
    >]
  | Differing<StoredItem, typeof ITEM_SCHEMA>
/** Does not compile while there is one. */
export const NO_STRAYS: [Strays] extends [never] ? true : Strays = true
