import type { EventData, EventName, TEST_EVENT } from '../../contract/events.js'
import type { Static } from '../../contract/schema.js'

const source = { survey_series_id: 12, survey_id: 34 }

/** `data` of a sample of each event, as it may come from the service. */
export const SAMPLE_DATA: { [E in EventName]: EventData<E> } & { test: Static<typeof TEST_EVENT> } = {
  'content.pushed': {
    ...source,
    question_ids: [56, 57],
    inserted: 120,
    duplicates: 3,
    source_reference: 'support-export-2026-03',
  },
  'series.created': { survey_series_id: 12, name: 'Support' },
  'survey.created': { ...source, survey_name: 'Tickets 2026' },
  'survey.published': { ...source, survey_name: 'Tickets 2026' },
  'analysis.completed': { ...source, analysis_id: 78, survey_name: 'Tickets 2026' },
  'flag.raised': { monitor_id: 9, monitor_name: 'Refunds', ...source, match_count: 25, threshold: 20 },
  'report.ready': { report_id: 5, survey_series_id: 12, period_key: '2026-03' },
  'invites.completed': {
    invite_id: 'inv_1',
    survey_id: 34,
    counts: { total: 100, sent: 98, delivered: 95, bounced: 3, complained: 0 },
  },
  'invite.bounced': { invite_id: 'inv_1', survey_id: 34, email: 'nobody@example.com', kind: 'bounce' },
  test: { subscription_id: 1, message: 'This is a test delivery.' },
}
