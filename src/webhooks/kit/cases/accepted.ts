import { EVENT_NAMES } from '../../../contract/events.js'
import { LIMITS } from '../../../contract/limits.js'
import { judgeAccepted } from '../judge.js'
import type { KitCase, KitRequest, KitSubject } from '../kit-case.js'

const ACCEPT = { judge: judgeAccepted, valid: true } as const
const LARGE_BYTES = 1024 * 1024
const LAST_ATTEMPT_MS = Math.max(...LIMITS.webhookAttemptsMs) + 1_000

/** Deliveries as the service sends them: each has to be accepted. */
export const ACCEPTED_CASES = [
  {
    ...ACCEPT,
    id: 'valid',
    title: 'A signed delivery is accepted',
    says: 'The receiver must answer 2xx within 30 seconds.',
    rules: ['DLV-8', 'SIG-1'],
    requests: (subject) => [delivery(subject, 'analysis.completed', subject.body('analysis.completed'))],
  },
  {
    ...ACCEPT,
    id: 'test-event',
    title: 'The test delivery is accepted',
    says: 'A test delivery can be requested per subscription; it carries `event` equal to `test`.',
    rules: ['EVT-16'],
    requests: (subject) => [delivery(subject, 'test', subject.body('test'))],
  },
  {
    ...ACCEPT,
    id: 'every-event',
    title: 'Each event of the interface is accepted',
    says: 'The events table lists every event that can be delivered.',
    rules: ['EVT-14'],
    requests: (subject) => EVENT_NAMES.map((event) => delivery(subject, event, subject.body(event))),
  },
  {
    ...ACCEPT,
    id: 'unknown-event',
    title: 'An event the receiver does not know is accepted',
    says: 'Clients must tolerate new webhook event types.',
    rules: ['CLI-7'],
    requests: (subject) => [
      delivery(subject, 'source.archived', subject.body('series.created', { set: [['event', 'source.archived']] })),
    ],
  },
  {
    ...ACCEPT,
    id: 'unknown-fields',
    title: 'Members of data the receiver does not know are accepted',
    says: 'Clients must ignore unknown fields; minor versions add them.',
    rules: ['CLI-6'],
    requests: (subject) => {
      const data = {
        survey_series_id: 12,
        survey_id: 34,
        analysis_id: 78,
        survey_name: 'Tickets',
        added: { later: [1] },
      }
      const body = subject.body('analysis.completed', { set: [['data', data]] })
      return [delivery(subject, 'analysis.completed', body)]
    },
  },
  {
    ...ACCEPT,
    id: 'redelivery',
    title: 'The same delivery twice is accepted twice',
    says: 'Delivery is at-least-once; receivers must tolerate redelivery.',
    rules: ['CLI-3'],
    requests: (subject) => {
      const once = delivery(subject, 'content.pushed', subject.body('content.pushed'))
      return [once, once].map((each) => ({ ...each, deliveryId: 'kit_redelivery' }))
    },
  },
  {
    ...ACCEPT,
    id: 'out-of-order',
    title: 'Events in the wrong order are accepted',
    says: 'Ordering across events is not guaranteed.',
    rules: ['CLI-4'],
    requests: (subject) => [
      delivery(subject, 'analysis.completed', subject.body('analysis.completed')),
      delivery(subject, 'content.pushed', subject.body('content.pushed', { ageMs: 5_000 })),
      delivery(subject, 'survey.published', subject.body('survey.published', { ageMs: 60_000 })),
      delivery(subject, 'survey.created', subject.body('survey.created', { ageMs: 90_000 })),
    ],
  },
  {
    ...ACCEPT,
    id: 'third-attempt',
    title: 'A delivery six minutes after its timestamp is accepted',
    says: 'A failed delivery is retried after about 1 minute and again after about 5 minutes, with the same bytes.',
    rules: ['DLV-13'],
    requests: (subject) => [
      delivery(subject, 'report.ready', subject.body('report.ready', { ageMs: LAST_ATTEMPT_MS })),
    ],
  },
  {
    ...ACCEPT,
    id: 'other-style',
    title: 'JSON with white space and escapes, signed as sent, is accepted',
    says: 'Compute the HMAC over the exact received bytes before any JSON parsing.',
    rules: ['SIG-2'],
    requests: (subject) => {
      const value: unknown = JSON.parse(subject.body('analysis.completed').toString())
      const text = `${JSON.stringify(value, null, 2).replace('Tickets', '\\u0054ickets')}\n`
      return [delivery(subject, 'analysis.completed', Buffer.from(text))]
    },
  },
  {
    ...ACCEPT,
    id: 'non-ascii',
    title: 'A body with non-ASCII characters is accepted',
    says: 'The HMAC covers the raw request body, which is UTF-8.',
    rules: ['SIG-2'],
    requests: (subject) =>
      ['Größe ñ é 日本語', '🙂 👩‍👩‍👧 \u202eRTL', 'e\u0301 and \u00e9'].map((name) =>
        delivery(
          subject,
          'analysis.completed',
          subject.body('analysis.completed', { set: [['data.survey_name', name]] }),
        ),
      ),
  },
  {
    ...ACCEPT,
    id: 'large-body',
    title: 'A body of 1 MB is accepted',
    says: 'The interface sets no limit for the body of a delivery.',
    rules: ['DLV-8'],
    requests: (subject) => {
      const set = [['data.survey_name', 'x'.repeat(LARGE_BYTES)]] as const
      return [delivery(subject, 'survey.created', subject.body('survey.created', { set }))]
    },
  },
] as const satisfies readonly KitCase[]

function delivery(subject: KitSubject, event: string, body: Buffer): KitRequest {
  return { event, body, signature: subject.sign(body) }
}
