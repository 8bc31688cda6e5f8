import type { JsonObject } from '../../base/is-object.js'
import type { Operation } from '../operation.js'
import { nameOf, type TSchema } from '../schema.js'

/**
 * What the members of the operations are, for the types of the library and the OpenAPI description: by name, or by noun and name where
 * a noun means something of its own. A schema's own `description` comes first. Limits and formats are read from the schemas.
 */
export const MEMBERS: Readonly<Record<string, string>> = {
  accepted: 'Recipients that were accepted.',
  already_published: 'True if the source was published before this call.',
  analysed_at: 'When the analysis was made; null if there is none.',
  analysis_id: 'Identifier of the analysis; null if there is none.',
  analysis_status: '`none` until the source has been analysed.',
  aps_deducted: 'Analysis points (APS) charged for this push.',
  bounced: 'Recipients the email could not be delivered to.',
  channel: 'Where the feedback came from, such as `email` or `app`.',
  code: 'Machine-readable code of the error.',
  complained: 'Recipients who reported the email as spam.',
  completed_at: 'When it finished; null while it runs.',
  content: 'The feedback items: plain texts, or objects with more members.',
  count: 'Number of items.',
  counts: 'Number of recipients by outcome.',
  created_at: 'When it was created.',
  credits: 'Analysis points (APS) of the organisation.',
  cursor: 'Cursor of this page, as requested; null for the first page.',
  customer_id: 'Your identifier of the customer who gave the feedback.',
  customer_ids: 'Erases every item of these customers.',
  delivered: 'Recipients the email was delivered to.',
  delivery_status: 'Delivery status of the email to this recipient.',
  details: 'More about the error, such as messages by member.',
  domain: 'Domain that invites are sent from; null if none is set up.',
  dry_run: 'True: no email was sent.',
  duplicates: 'Items left out because their `external_id` was already stored.',
  email: 'Email address of the recipient.',
  environment: 'Environment the key belongs to.',
  erased: 'Items that were erased.',
  error: 'Why it failed.',
  external_id: 'Your identifier of the item.',
  external_ids: 'Erases the items with these identifiers.',
  feedback_type: 'Kind of feedback the source holds.',
  fields: 'Header of the column that holds the feedback of each field, by the identifier of the field.',
  file: 'The file as bytes.',
  has_more: 'True if another page follows.',
  html: 'HTML of the email.',
  id: 'Identifier of the key.',
  inserted: 'Items that were stored.',
  invite_id: 'Identifier of the send; pass it to `getInvite` and `listInviteRecipients`.',
  item_count: 'Number of items.',
  item_id: 'Identifier of the item.',
  items: 'The items of this page.',
  key: 'The key of this call.',
  keywords: 'Words that stand out in the theme.',
  kind: 'Operation that created the task.',
  label: 'Name of the theme.',
  language: 'Language of the text as a BCP 47 tag, such as `en` or `de-CH`.',
  limit: 'Most entries a page can have.',
  mapping: 'Which column of the file holds what. Without it, columns are recognised by their headers.',
  match_count: 'Items that match the monitor.',
  message: 'Human-readable description of the error.',
  monitor_id: 'Identifier of the monitor.',
  monitor_matches: 'Matches of each monitor.',
  name: 'Name of the group, unique in the organisation.',
  negative: 'Items with negative sentiment.',
  neutral: 'Items with neutral sentiment.',
  next_cursor: 'Cursor of the next page; null on the last.',
  not_found: 'Identifiers that no item had.',
  occurred_at: 'When the feedback was given.',
  options: 'The choices of a field of type `mcq` or `scq`.',
  org_id: 'Identifier of the organisation.',
  org_name: 'Name of the organisation.',
  pagination: 'Position of this page in the list.',
  per_ip_per_minute: 'Requests allowed from one address.',
  per_key_per_minute: 'Requests allowed with this key.',
  per_org_per_minute: 'Requests allowed for the organisation.',
  period_end: 'End of the period.',
  period_key: 'The period that was analysed; null for all feedback.',
  period_start: 'Start of the billing period.',
  permissions: 'What the key may do.',
  positive: 'Items with positive sentiment.',
  present: 'True if the source has an invite template.',
  previews: 'The emails that would be sent.',
  progress: 'Progress in percent.',
  published_at: 'When it was published; null for a draft.',
  query: 'Words and "phrases" the monitor looks for.',
  question: 'The field to push to, and the items.',
  question_id: 'Identifier of the field.',
  question_text: 'Text of the field, such as the question that was asked.',
  questions: 'The fields of the source.',
  quota: 'How many invites the organisation can send.',
  rate_limits: 'Requests allowed in each window.',
  rate_tokens_per_aps: 'Tokens of text that cost one analysis point.',
  rating: 'Rating that came with the feedback.',
  reason: 'Why it was rejected or left out.',
  recipients: 'The recipients.',
  rejections: 'The rows that were not stored, and why.',
  remaining: 'Amount left in this period; null if unlimited.',
  required: 'True if an answer is required.',
  result: 'Outcome of the task, once it has completed.',
  results: 'Outcome of each field.',
  row: 'Number of the row in the file.',
  rows_accepted: 'Items that were accepted: inserted and duplicates.',
  rows_read: 'Rows read from the file.',
  rows_rejected: 'Rows that were not stored.',
  score: 'Overall sentiment, from -1 (negative) to 1 (positive).',
  sender_domain: 'The domain invites are sent from.',
  sent: 'Recipients the email was sent to.',
  sentiment: 'How sentiment is distributed.',
  share: 'Share of all items, from 0 to 1.',
  skipped: 'Recipients that were left out.',
  source_reference: 'Your label for the push that stored the item; null if it had none.',
  status: 'State of the work.',
  status_url: 'Address to request the state of the task from.',
  subject: 'Subject of the email.',
  survey_description: 'Description of the source.',
  survey_id: 'Identifier of the source.',
  survey_series: 'The groups of this page, with their sources.',
  survey_series_id: 'Identifier of the group.',
  survey_title: 'Name of the source.',
  surveys: 'The sources of the group.',
  task_id: 'Identifier of the task; pass it to `getTask`.',
  text: 'The feedback itself.',
  theme_id: 'Identifier of the theme.',
  themes: 'What people talk about, the most frequent theme first.',
  total: 'Entries on all pages, where the service counts them.',
  tracking: 'Periods the group is tracked by.',
  type: 'Type of the field: text is pushed to `DEPTH_TEXT` (long answer) and `TEXT` (short answer).',
  updated_at: 'When this last changed.',
  used: 'Amount used in this period.',
  variables: 'Variables of the template.',
  webhook_events: 'Events the organisation can subscribe to.',
  window_seconds: 'Length of the window in seconds.',
  'analysis.name': 'Name of the monitor.',
  'content.questions': 'The fields to push to, each with its items.',
  'invites.external_id': 'Your identifier of the recipient.',
  'invites.name': 'Name of the variable.',
  'invites.required': 'True if every recipient needs a value for it.',
  'invites.status': 'State of the send.',
  'invites.text': 'Plain text of the email.',
  'keys.limit': 'Analysis points in this period; null if unlimited.',
  'keys.name': 'Name of the key.',
}

/** What calls and their `{name}` parts are about, where the path alone does not say. */
export const PARAMETERS: Readonly<Record<string, string>> = {
  'analysis.id': 'Identifier of the source.',
  'invites.getInviteTemplate.id': 'Identifier of the source.',
  'invites.sendInvites.id': 'Identifier of the source.',
  'invites.id': 'Identifier of the send, from `sendInvites`.',
  task_id: 'Identifier of the task, from `pushBulk` or `uploadFeedback`.',
}

/** Returns what a member of the operations of a noun is; undefined where only its schema can say. */
export function describeMember(noun: string, name: string): string | undefined {
  return MEMBERS[`${noun}.${name}`] ?? MEMBERS[name]
}

/** Returns the row with a description of each member that has none of its own, for the description of the service. */
export function describeMembers(row: Operation): Operation {
  const { query, body, result } = row
  return {
    ...row,
    ...(query && { query: described(query, row.noun) }),
    ...(body && { body: described(body, row.noun) }),
    result: described(result, row.noun),
  }
}

function described(schema: TSchema, noun: string): TSchema {
  const node = schema as JsonObject
  const { properties, items, anyOf } = node as {
    properties?: Record<string, TSchema>
    items?: TSchema
    anyOf?: TSchema[]
  }
  const members = Object.entries(properties ?? {}).map(([name, member]) => {
    // What has a name is described where it is declared, not where it is used.
    const description = nameOf(member) ? undefined : describeMember(noun, name)
    return [name, { ...(description && { description }), ...described(member, noun) }]
  })
  return {
    ...node,
    ...(properties && { properties: Object.fromEntries(members) }),
    ...(items && { items: described(items, noun) }),
    ...(anyOf && { anyOf: anyOf.map((each) => described(each, noun)) }),
  } as TSchema
}
