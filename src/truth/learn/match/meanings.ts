import type { Entity } from './lexicon.js'

/** What one of our members means: a property of a record, perhaps inside another one (`positive` in a sentiment). */
export interface Meaning {
  of?: Entity
  is: string
  /** The names around it that matter, from the outside in; `!` where it means nothing without it. */
  within?: readonly string[]
}

/** By our member's name; `parent.name`, or the record and its name, where the name alone would mislead. */
export const MEANINGS: Readonly<Record<string, Meaning>> = {
  survey_series_id: { of: 'group', is: 'id' },
  survey_id: { of: 'source', is: 'id' },
  question_id: { of: 'question', is: 'id' },
  question_ids: { of: 'question', is: 'ids' },
  item_id: { of: 'item', is: 'id' },
  theme_id: { of: 'theme', is: 'id' },
  monitor_id: { of: 'monitor', is: 'id' },
  analysis_id: { of: 'analysis', is: 'id' },
  task_id: { of: 'task', is: 'id' },
  invite_id: { of: 'invite', is: 'id' },
  report_id: { of: 'report', is: 'id' },
  subscription_id: { of: 'subscription', is: 'id' },
  survey_title: { of: 'source', is: 'name' },
  survey_name: { of: 'source', is: 'name' },
  monitor_name: { of: 'monitor', is: 'name' },
  name: { is: 'name' },
  text: { of: 'item', is: 'text' },
  external_id: { is: 'externalId' },
  customer_id: { is: 'customerId' },
  channel: { is: 'channel' },
  language: { is: 'language' },
  rating: { is: 'rating' },
  occurred_at: { is: 'occurred' },
  label: { of: 'theme', is: 'label' },
  survey_description: { of: 'source', is: 'description' },
  question_text: { of: 'question', is: 'wording' },
  tracking: { of: 'group', is: 'tracking' },
  created_at: { is: 'created' },
  published_at: { is: 'published' },
  completed_at: { is: 'completed' },
  analysed_at: { of: 'analysis', is: 'analysed' },
  updated_at: { is: 'updated' },
  item_count: { of: 'item', is: 'count' },
  match_count: { is: 'matches' },
  feedback_type: { of: 'source', is: 'feedbackType' },
  type: { of: 'question', is: 'type' },
  options: { is: 'options' },
  mode: { of: 'source', is: 'mode' },
  accepts_text: { of: 'question', is: 'acceptsText' },
  required: { is: 'mandatory' },
  already_published: { is: 'alreadyPublished' },
  status: { is: 'status' },
  kind: { is: 'taskKind' },
  progress: { is: 'progress' },
  status_url: { is: 'statusUrl' },
  results: { is: 'results' },
  result: { is: 'result' },
  error: { is: 'errorBody' },
  'error.code': { is: 'code', within: ['errorBody!'] },
  'error.message': { is: 'message', within: ['errorBody!'] },
  'error.details': { is: 'details', within: ['errorBody!'] },
  rows_read: { is: 'rowsRead' },
  rows_accepted: { is: 'rowsAccepted' },
  inserted: { is: 'inserted' },
  duplicates: { is: 'duplicates' },
  aps_deducted: { is: 'apsDeducted' },
  rows_rejected: { is: 'rowsRejected' },
  rejections: { is: 'rejections' },
  row: { is: 'rowNumber' },
  items: { of: 'item', is: 'rows' },
  recipients: { is: 'recipientRows', of: 'recipient' },
  occurred_since: { is: 'occurredSince' },
  occurred_until: { is: 'occurredUntil' },
  external_ids: { is: 'externalIds' },
  customer_ids: { is: 'customerIds' },
  erased: { is: 'erased' },
  not_found: { is: 'notFound' },
  file: { is: 'file' },
  source_reference: { is: 'reference' },
  mapping: { is: 'mapping' },
  fields: { is: 'fields' },
  period_key: { is: 'period' },
  sentiment: { is: 'sentiment' },
  score: { is: 'score' },
  'positive.count': { is: 'count', within: ['positive!'] },
  'positive.share': { is: 'share', within: ['positive!'] },
  'neutral.count': { is: 'count', within: ['neutral!'] },
  'neutral.share': { is: 'share', within: ['neutral!'] },
  'negative.count': { is: 'count', within: ['negative!'] },
  'negative.share': { is: 'share', within: ['negative!'] },
  themes: { of: 'theme', is: 'rows' },
  keywords: { is: 'keywords' },
  monitor_matches: { of: 'monitor', is: 'rows' },
  query: { is: 'query' },
  share: { is: 'share' },
  present: { is: 'present' },
  subject: { is: 'subject' },
  variables: { is: 'variables' },
  'variable.name': { of: 'variable', is: 'variableName' },
  'sender_domain.domain': { is: 'domain', within: ['senderDomain'] },
  'sender_domain.status': { is: 'domainStatus', within: ['senderDomain!'] },
  'quota.limit': { is: 'limit', within: ['quota'] },
  'quota.used': { is: 'used', within: ['quota'] },
  'quota.remaining': { is: 'remaining', within: ['quota'] },
  'quota.period_end': { is: 'periodEnd', within: ['quota'] },
  accepted: { is: 'accepted' },
  skipped: { is: 'skipped' },
  reason: { is: 'reason' },
  previews: { is: 'previews' },
  'recipient.text': { is: 'plain' },
  html: { is: 'html' },
  email: { of: 'recipient', is: 'email' },
  delivery_status: { is: 'deliveryStatus' },
  total: { is: 'total' },
  sent: { is: 'sent' },
  delivered: { is: 'delivered' },
  bounced: { is: 'bounced' },
  complained: { is: 'complained' },
  threshold: { is: 'threshold' },
  message: { is: 'message' },
}

/** Meanings by the name, and by what is around it: every member of ours asks for its own beside every one of theirs. */
const BY_NAME = new Map<string, Map<string | undefined, Meaning>>()
for (const [place, meaning] of Object.entries(MEANINGS)) {
  const [name, around] = place.split('.').toReversed()
  BY_NAME.set(name!, (BY_NAME.get(name!) ?? new Map()).set(around, meaning))
}

const ITSELF: Meaning = { is: 'itself' }

/** What one of our members means, by its path in its record; `itself` where only its own name will do. */
export function meaningOf(path: readonly string[], record?: Entity): Meaning {
  const known = BY_NAME.get(path.at(-1)!)
  return known?.get(path.length > 1 ? path.at(-2) : record) ?? known?.get(undefined) ?? ITSELF
}
