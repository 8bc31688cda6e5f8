/** Names by what they are for. `*` is the service's word for the record, `#` for the record that an identifier is of. */
function table(text: string): ReadonlyMap<string, readonly string[]> {
  const rows = text.trim().split('\n')
  return new Map(rows.map((row) => row.trim().split(/\s+/)).map(([key = '', ...names]) => [key, names]))
}

/** What backends call the records of this domain. */
export const RECORD_WORDS = table(`
  group         group feedback_group collection project workspace folder program series survey_series board team
  source        source survey feedback_source data_source dataset form questionnaire stream
  question      question field prompt column survey_question
  item          item feedback feedback_item entry record response comment verbatim
  task          task job operation import batch process
  push          push submission ingest batch
  invite        invite invitation distribution campaign mailing email_batch
  recipient     recipient contact invitee participant member
  preview       preview sample message
  theme         theme topic cluster category
  monitor       monitor alert flag rule watch tracker
  report        report
  subscription  subscription webhook endpoint hook
  analysis      analysis insight analysis_run
  template      template invite_template email_template
  outcome       outcome result field_result
  row           row line record
  variable      variable placeholder merge_field
  key           key api_key token
`)

/** The record that each identifier is of. */
export const OWNERS: Readonly<Record<string, string>> = {
  survey_series_id: 'group',
  survey_id: 'source',
  question_id: 'question',
  item_id: 'item',
  task_id: 'task',
  analysis_id: 'analysis',
  theme_id: 'theme',
  monitor_id: 'monitor',
  invite_id: 'invite',
  report_id: 'report',
  subscription_id: 'subscription',
}

/** An identifier in its own record, and one of another record. */
export const OWN_ID = 'id id id #_id #_id uuid uid guid identifier #_uuid #_key _id pk #_no'.split(' ')
export const OTHER_ID = '#_id #_id #_id # #_uuid #_ref #_key id_#'.split(' ')

/**
 * Names that backends give the members of this interface: by record and member, or by member alone. Each list is what its author would
 * look through before he chose; none is taken from what the product knows.
 */
export const MEMBER_NAMES = table(`
  survey_title        title name label display_name *_name *_title heading
  survey_description  description desc summary about notes details subtitle *_description long_description
  survey_name         name title source_name *_name *_title label
  feedback_type       type kind source_type category feedback_kind *_type origin_type content_type
  mode                state status lifecycle publication_status stage *_status visibility *_mode
  published_at        published published_on publish_date date_published live_since went_live_at activated_at released_at publish_time
  item_count          count total_items items_count num_items response_count responses total_responses feedback_count entries n_items total size
  theme.item_count    count volume mentions mention_count size frequency num_items occurrences total n
  analysis.item_count total count items_analyzed analyzed_count total_items num_responses sample_size base n
  created_at          created created_on date_created creation_date created_time create_time inserted_at created_ts added_at creation_timestamp
  task.created_at     created submitted_at enqueued_at started_at queued_at requested_at create_time date_created
  item.created_at     ingested_at received_at stored_at imported_at created created_on pushed_at inserted_at date_added
  updated_at          modified_at last_modified last_event_at status_changed_at updated changed_at updated_on last_update
  completed_at        finished_at ended_at done_at completed_on end_time completed date_completed finish_time
  analysis.analysed_at analyzed_at computed_at generated_at last_run_at calculated_at processed_at as_of last_analyzed updated_at
  occurred_at         timestamp date happened_at event_time submitted_at posted_at feedback_date responded_at ts event_date original_date
  key.created_at      created created_on issued_at date_created
  group.name          title label display_name *_name *_title
  name                title label display_name *_name
  tracking            tracking_period interval frequency cadence recurrence schedule tracking_interval reporting_period repeat
  question_text       text label title prompt wording question body caption *_label *_text name
  question.type       kind format question_type answer_type field_type input_type widget response_type
  options             choices answers values possible_values answer_options alternatives picklist allowed_values selections
  accepts_text        is_open open_ended free_text allows_text is_text takes_text text_allowed
  required            mandatory is_required must_answer obligatory is_mandatory compulsory
  already_published   was_published already_live unchanged was_already_published noop previously_published
  external_id         ref reference ext_id external_ref client_ref source_record_id foreign_id third_party_id original_id external_key
  customer_id         user_id customer cust_id customer_ref client_id respondent_id account_id author_id contact_id customer_key
  channel             medium via origin touchpoint source_channel channel_name contact_channel
  language            lang locale language_code lang_code iso_language text_language
  rating              score stars rating_value star_rating grade points
  item.text           content body comment verbatim message answer value feedback raw_text review *_text
  source_reference    reference ref batch_ref batch_id import_reference correlation_id run_id batch_label
  progress            percent percentage progress_percent pct percent_complete completion progress_pct complete_percent
  status_url          url href location poll_url status_link self *_url check_url tracking_url
  task.kind           type task_type job_type operation action category *_type
  task.status         state phase *_status *_state stage
  outcome.status      state outcome result *_status disposition
  invite.status       state phase *_status *_state stage
  result.status       state outcome final_status *_status
  result              results summary output outcome report details response
  error               failure problem fault last_error err exception failure_reason
  error.code          error_code reason_code type slug error_type
  error.message       detail description text msg title reason error_message
  error.details       errors fields context info extra violations
  results             fields questions outcomes per_question breakdown by_question per_field question_results
  inserted            created accepted stored added imported saved new written inserted_count num_inserted
  duplicates          skipped duplicate_count dupes already_present ignored existing deduplicated num_duplicates duplicated
  rows_accepted       accepted rows_ok imported_rows valid_rows accepted_rows num_accepted rows_imported accepted_count
  rows_read           rows_total total_rows rows_processed lines rows lines_read records_total processed
  rows_rejected       rejected failed rows_failed invalid_rows error_count rows_invalid rejected_rows num_rejected
  rejections          errors row_errors rejected_rows failures invalid_rows issues failed_rows problems
  row.row             line row_number line_number row_no lineno row_index index
  row.reason          message error detail cause problem why description
  aps_deducted        credits_used cost aps_used credits charged aps_cost credits_charged credits_deducted units_consumed
  items               feedback entries records results rows list objects documents comments verbatims responses feedback_items
  pagination          page paging meta page_info pager cursors
  pagination.limit    per_page page_size size count max_results
  pagination.cursor   current current_cursor position this_page
  next_cursor         next next_page_token after end_cursor continuation next_token continuation_token marker
  has_more            more has_next has_next_page more_available is_truncated more_results
  pagination.total    total_count count total_items total_results total_records
  erased              deleted removed erased_count deleted_count num_deleted purged affected total_deleted rows_deleted
  not_found           missing unknown unmatched not_matched unknown_ids missing_ids unresolved
  external_ids        refs references ext_ids external_refs record_ids source_record_ids
  customer_ids        users customers user_ids cust_ids customer_refs contact_ids respondent_ids
  file                upload document csv attachment csv_file data_file spreadsheet import_file
  mapping             columns column_mapping field_map column_map header_map mappings field_mapping
  mapping.fields      questions columns text_columns answers field_columns
  sentiment           sentiments sentiment_distribution sentiment_breakdown distribution mood tone sentiment_summary polarity
  positive            pos positives favourable favorable good
  neutral             neu neutrals mixed
  negative            neg negatives unfavourable unfavorable bad critical
  count               total n items value volume num responses
  share               percentage percent ratio proportion fraction pct rate
  score               net net_score average index mean balance compound net_sentiment sentiment_score
  themes              topics clusters categories top_themes theme_list subjects detected_topics
  label               name title topic theme display_name text term caption
  keywords            terms words key_phrases tags top_terms phrases top_words related_terms
  monitor_matches     monitors alerts flags matches rules watches monitor_hits keyword_alerts triggered
  query               terms search expression patterns criteria search_terms phrases words
  match_count         matches hits count occurrences hit_count num_matches total mentions
  period_key          period window interval timeframe period_id reporting_period bucket
  present             exists has_template configured available is_set template_exists is_configured defined
  subject             subject_line email_subject title mail_subject headline
  variables           placeholders merge_fields vars tokens params substitutions merge_tags template_variables
  sender_domain       domain sender sending_domain from_domain mail_domain email_domain
  domain              name host value fqdn hostname domain_name
  domain.status       state verification verification_status verification_state dns_status domain_status
  quota               limits usage allowance invite_quota email_quota plan_usage budget
  quota.limit         max total allowed cap maximum included monthly_limit quota allotment
  used                consumed spent usage sent current used_count
  remaining           left available remaining_count balance free
  period_end          resets_at reset_at renews_at period_ends_at ends_at valid_until reset_on next_reset
  recipients          contacts to invitees emails participants people addresses
  email               email_address address to mail recipient e_mail contact_email email_addr
  recipient.variables data merge_fields vars params attributes substitutions fields custom_fields
  accepted            queued scheduled accepted_count to_send num_accepted will_send invited recipient_count
  skipped             excluded ignored not_sent omitted filtered dropped skipped_recipients
  recipient.reason    cause code reason_code failure_reason error detail status_reason diagnostic_code
  previews            samples preview rendered messages examples emails
  preview.text        plain body_text text_body plain_text text_content body
  html                html_body body_html body html_content markup rendered_html
  counts              stats totals statistics summary metrics figures
  counts.total        recipients all count invited size total_recipients
  sent                dispatched sent_count total_sent num_sent emails_sent
  delivered           delivered_count total_delivered num_delivered deliveries received
  bounced             bounces bounce_count total_bounced num_bounced undelivered
  complained          complaints complaint_count spam_reports num_complaints spam
  delivery_status     status state delivery_state outcome delivery mail_status
  monitor_name        name title *_name label
  threshold           limit trigger min_count alert_at alert_threshold trigger_count
  question_ids        fields field_ids questions question_list #_ids
  message             text detail note description
  invite.kind         type reason bounce_type failure_type event
  limit               per_page page_size size max_results count
  cursor              after page_token next_token starting_after
  envelope            wrap format wrapper style payload
  occurred_since      since from start date_from from_date occurred_after start_date min_date occurred_from occurred_gte
  occurred_until      until to end date_to to_date occurred_before end_date max_date occurred_to occurred_lt
`)

/** Members whose own word means little without its record: they are often prefixed by it. */
export const GENERIC = /^(status|type|kind|name|label|text|reason|count|progress|score|query|message|code|subject)$/

/** What a service may lack without being another service. */
export const DISPENSABLE =
  /^(item_count|tracking|created_at|published_at|updated_at|completed_at|survey_description|keywords|share|source_reference|channel|language|rating|reason|required|total|accepts_text|feedback_type|period_key|analysis_id|kind)$/

/** An object for members of one sort, by the names that backends give it. */
export const HOLDERS = {
  time: ['timestamps', 'dates', 'meta', 'audit'],
  count: ['stats', 'counts', 'metrics', 'meta'],
  extra: ['metadata', 'meta', 'attributes', 'properties', 'context'],
  plain: ['attributes', 'data', 'details', 'fields', 'properties'],
} as const

/** Words around a whole record besides its own. */
export const WRAPPERS = ['result', 'record', 'entity', 'payload', 'response'] as const

/** Constants that a service wants in every request. */
export const CONSTANTS = [
  { api_version: '2026-01' },
  { schema_version: '1.0' },
  { version: 2 },
  { client: 'integration' },
  { format: 'json' },
] as const
