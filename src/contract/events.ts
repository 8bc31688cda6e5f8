import { Count, Nullable, type Static, type TSchema, Type, Words } from './schema.js'

const id = Type.Integer({ minimum: 1 })
const counts = Type.Object({
  total: Count(),
  sent: Count(),
  delivered: Count(),
  bounced: Count(),
  complained: Count(),
})
const source = Type.Object({ survey_series_id: id, survey_id: id, survey_name: Type.String() })

/** A webhook event: the schema of its `data`, and a sample as it may come from the service. */
export interface EventRow {
  readonly data: TSchema
  readonly sample: unknown
  /** The interface shows its data; that of all others is assumed. */
  readonly shown?: true
}

function event<const Data extends TSchema>(row: { data: Data; sample: Static<Data>; shown?: true }) {
  return row
}

const ofSource = { survey_series_id: 12, survey_id: 34 }

/** Webhook events by name: ids in their data are integers, names stay classic (EVT-14). */
export const EVENTS = {
  'content.pushed': event({
    data: Type.Object({
      survey_series_id: id,
      survey_id: id,
      question_ids: Type.Array(id),
      inserted: Count(),
      duplicates: Count(),
      source_reference: Nullable(Type.String()),
    }),
    sample: {
      ...ofSource,
      question_ids: [56, 57],
      inserted: 120,
      duplicates: 3,
      source_reference: 'support-export-2026-03',
    },
  }),
  'series.created': event({
    data: Type.Object({ survey_series_id: id, name: Type.String() }),
    sample: { survey_series_id: 12, name: 'Support' },
  }),
  'survey.created': event({ data: source, sample: { ...ofSource, survey_name: 'Tickets 2026' } }),
  'survey.published': event({ data: source, sample: { ...ofSource, survey_name: 'Tickets 2026' } }),
  'analysis.completed': event({
    data: Type.Object({
      survey_series_id: id,
      survey_id: id,
      analysis_id: id,
      survey_name: Type.String(),
    }),
    sample: { ...ofSource, analysis_id: 78, survey_name: 'Tickets 2026' },
    shown: true,
  }),
  'flag.raised': event({
    data: Type.Object({
      monitor_id: id,
      monitor_name: Type.String(),
      survey_series_id: id,
      survey_id: id,
      match_count: Count(),
      threshold: Type.Integer(),
    }),
    sample: { monitor_id: 9, monitor_name: 'Refunds', ...ofSource, match_count: 25, threshold: 20 },
  }),
  'report.ready': event({
    data: Type.Object({ report_id: id, survey_series_id: id, period_key: Type.String() }),
    sample: { report_id: 5, survey_series_id: 12, period_key: '2026-03' },
  }),
  'invites.completed': event({
    data: Type.Object({ invite_id: Type.String(), survey_id: id, counts }),
    sample: {
      invite_id: 'inv_1',
      survey_id: 34,
      counts: { total: 100, sent: 98, delivered: 95, bounced: 3, complained: 0 },
    },
  }),
  'invite.bounced': event({
    data: Type.Object({
      invite_id: Type.String(),
      survey_id: id,
      email: Type.String(),
      kind: Words(['bounce', 'complaint']),
    }),
    sample: { invite_id: 'inv_1', survey_id: 34, email: 'nobody@example.com', kind: 'bounce' },
  }),
} as const satisfies Record<string, EventRow>

export type EventName = keyof typeof EVENTS
export type EventData<E extends EventName> = Static<(typeof EVENTS)[E]['data']>
export const EVENT_NAMES = Object.keys(EVENTS) as EventName[]

/** The test delivery, which is not an event (EVT-16). */
const TEST_EVENT = event({
  data: Type.Object({ subscription_id: id, message: Type.String() }),
  sample: { subscription_id: 1, message: 'This is a test delivery.' },
})

/** What can be delivered: every event, and the test. */
export const DELIVERED = { ...EVENTS, test: TEST_EVENT }
export type DeliveredName = keyof typeof DELIVERED
export const DELIVERED_NAMES = Object.keys(DELIVERED) as DeliveredName[]

/** Headers of a delivery (interface "Delivery shape"; the delivery id is an addition, contract.md section 8). */
export const DELIVERY_HEADERS = {
  event: 'X-Service-Event',
  signature: 'X-Service-Signature',
  delivery: 'X-Service-Delivery',
  userAgent: 'Service-Webhook/1.0',
} as const

/** Something happened that is sent to subscribers; ids are integers, names classic. */
export type Emitted = { [Name in EventName]: { event: Name; data: EventData<Name> } }[EventName]
