/** Behaviours of what happens after an answer: analyses, monitors, reports, invites, webhooks. As those of `behaviours.ts`. */
export const LATER: Record<string, readonly [what: string, why: string]> = {
  'analysis-delay': [
    'a pass starts 2 s after the last push to a source, at the latest 30 s after the first unanalysed one',
    'when analysis runs is not specified; bursts should be analysed together',
  ],
  'analysis-periods': [
    'occurred_at, or else arrival, decides the period, in UTC; period_key reads 2026-W08 (ISO weeks), 2026-02 or 2026-Q1; a period without items has the status none, and its themes are those of the whole',
    'period keys are named, their form is not specified',
  ],
  'monitor-match': [
    'an entry of a monitor is a word or several in a row, whole, without regard to case and punctuation; one is enough; the count is that of the analysed items in all it watches',
    'how a monitor matches is not specified',
  ],
  'flag-crossing': [
    'flag.raised is sent when an analysis brings the count up to the threshold; items analysed before the monitor was created or changed raise none',
    'only that a monitor crosses its threshold is specified',
  ],
  'report-close': [
    'a report is produced when its period ends in UTC, after the analysis of everything before that end; every period has one, even without items',
    'when a period-close report is produced is not specified',
  ],
  'invite-once': [
    '"twice" is per source and address, compared without case; resend never overrides suppression',
    'scope not specified',
  ],
  'invite-erasure': [
    'erasing feedback does not erase invite recipients or their emails',
    "a recipient's external_id names an invited person, not an item; and suppressed addresses must stay known",
  ],
  'invite-variables': [
    'variables may be used in the subject, on one line without control characters; each email has a survey link',
    'where variables are allowed is not specified',
  ],
  'invite-from': [
    'emails come from invites@ the verified domain, under the name of the organisation',
    'the interface says only that the sender is never shared',
  ],
  'dry-run-free': ['a dry run needs no verified domain and counts nothing', 'a preview sends nothing'],
  'webhook-delivery-id': [
    'deliveries carry X-Service-Delivery',
    'receivers must tolerate redelivery and need an id to recognise it',
  ],
  'webhook-retry-bytes': [
    'retries send the same bytes, signed with the secret current at the time',
    'the new secret is used "immediately"',
  ],
  'webhook-schedule': [
    'attempts are due 0, 60 and 360 s after the event',
    'three attempts are specified, their times only as "about 1 minute" and "about 5 minutes"',
  ],
  'invite-duration': [
    'a distribution is completed 2 s after it was created',
    'how long emails take, and when the outcome is known, is not specified',
  ],
  'webhook-test': [
    'a test delivery is one attempt, in any state, and does not count as a failure',
    'behaviour not specified',
  ],
  'webhook-reenable': [
    'pausing cancels pending deliveries; re-enabling resets the failure count',
    'otherwise the next failure would deactivate it again',
  ],
}
