import { Nullable, type Static, type TSchema, Type, Words } from './schema.js'

const id = Type.Integer({ minimum: 1 })
const counts = Type.Object({
  total: Type.Integer(),
  sent: Type.Integer(),
  delivered: Type.Integer(),
  bounced: Type.Integer(),
  complained: Type.Integer(),
})
const source = Type.Object({ survey_series_id: id, survey_id: id, survey_name: Type.String() })

/** Webhook events and the schema of their `data`: ids are integers, names stay classic (EVT-14). All but `analysis.completed` is assumed. */
export const EVENTS = {
  'content.pushed': Type.Object({
    survey_series_id: id,
    survey_id: id,
    question_ids: Type.Array(id),
    inserted: Type.Integer(),
    duplicates: Type.Integer(),
    source_reference: Nullable(Type.String()),
  }),
  'series.created': Type.Object({ survey_series_id: id, name: Type.String() }),
  'survey.created': source,
  'survey.published': source,
  'analysis.completed': Type.Object({
    survey_series_id: id,
    survey_id: id,
    analysis_id: id,
    survey_name: Type.String(),
  }),
  'flag.raised': Type.Object({
    monitor_id: id,
    monitor_name: Type.String(),
    survey_series_id: id,
    survey_id: id,
    match_count: Type.Integer(),
    threshold: Type.Integer(),
  }),
  'report.ready': Type.Object({ report_id: id, survey_series_id: id, period_key: Type.String() }),
  'invites.completed': Type.Object({ invite_id: Type.String(), survey_id: id, counts }),
  'invite.bounced': Type.Object({
    invite_id: Type.String(),
    survey_id: id,
    email: Type.String(),
    kind: Words(['bounce', 'complaint']),
  }),
} as const satisfies Record<string, TSchema>

export type EventName = keyof typeof EVENTS
export type EventData<E extends EventName> = Static<(typeof EVENTS)[E]>
export const EVENT_NAMES = Object.keys(EVENTS) as EventName[]

/** `data` of a test delivery (EVT-16). */
export const TEST_EVENT = Type.Object({ subscription_id: id, message: Type.String() })

/** Headers of a delivery (interface "Delivery shape"; the delivery id is an addition, contract.md section 8). */
export const DELIVERY_HEADERS = {
  event: 'X-Service-Event',
  signature: 'X-Service-Signature',
  delivery: 'X-Service-Delivery',
  userAgent: 'Service-Webhook/1.0',
} as const

/** Something happened that subscribers are told of; ids are integers, names classic. */
export type Emitted = { [Name in EventName]: { event: Name; data: EventData<Name> } }[EventName]
