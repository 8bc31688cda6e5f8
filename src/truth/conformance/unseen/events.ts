/** Rules about what the service sends on its own. */
export const EVENTS = {
  'ANA-2':
    'The chain runs through: create group, create source with questions, publish, push, `analysis.completed` arrives, results can be read.',
  'SUB-2': 'A subscription gets the events chosen for it and no others.',
  'SUB-9': 'A deactivated subscription gets no events until it is enabled again in the dashboard.',
  'GRP-6': 'A call that returns an existing group emits no `series.created`.',
  'EVT-2': '`content.pushed` fires when a push through the API landed items in a source.',
  'EVT-3': '`series.created` fires when a feedback group was created through the API.',
  'EVT-4': '`survey.created` fires when a source was created through the API.',
  'EVT-5': '`survey.published` fires when a source was published and can receive content.',
  'EVT-6': '`analysis.completed` fires when an analysis pass is done.',
  'EVT-7': 'When `analysis.completed` arrives the results can already be read at the analysis endpoint.',
  'EVT-8':
    '`flag.raised` fires when a Custom Monitoring monitor crosses its alert threshold, as e-mail and SMS alerts do.',
  'EVT-9':
    '`flag.raised` does not fire on a subscription alone: a monitor-notification setting with the alerts feature must be on.',
  'EVT-10': '`report.ready` fires when a period-close report subscription produced its report.',
  'EVT-11':
    '`invites.completed` fires when an invite distribution started through the API is finished, with the final counts.',
  'EVT-12': '`invite.bounced` fires when an invite sent through the API bounces.',
  'EVT-13': '`invite.bounced` fires when an invite sent through the API draws a spam complaint.',
  'EVT-14': 'Event names stay in classic words, also when the call was made in recommended words.',
  'EVT-16': 'A test delivery carries `event` equal to `test`.',
  'DLV-1': 'A delivery is a POST to the target URL.',
  'DLV-2': 'A delivery has `Content-Type: application/json`.',
  'DLV-3': '`X-Service-Event` of a delivery is the event name, equal to `event` in the body.',
  'SIG-1':
    '`X-Service-Signature` is `sha256=` and the hex HMAC-SHA256 of the raw body, keyed with the subscription secret.',
  'DLV-4': 'The User-Agent of a delivery is `Service-Webhook/1.0`.',
  'DLV-5': 'The body of a delivery has `event`, a string.',
  'DLV-6': 'The body of a delivery has `timestamp`, ISO-8601 in UTC.',
  'DLV-7': 'The body of a delivery has `data`, an object that depends on the event.',
  'EVT-17':
    '`data` of `analysis.completed` has integers `survey_series_id`, `survey_id`, `analysis_id` and the string `survey_name`.',
  'SIG-5': 'After the secret was regenerated, new deliveries are signed with the new secret at once.',
  'DLV-8': 'A 2xx answer within 30 seconds counts as delivered: no further attempt follows.',
  'DLV-9': 'A target that has not answered after 30 seconds has failed that attempt.',
  'DLV-10': 'Redirects are not followed: a 3xx answer is a failed delivery and its location gets no request.',
} as const

/** Rules about what happens minutes, hours or months later. */
export const LATER = {
  'IDM-3':
    'Its response is kept for 24 hours: a replay just before that gets the kept answer, after it the request counts as new.',
  'DLV-11': 'A non-2xx answer is a failed attempt and is retried.',
  'DLV-12': 'The first retry comes about 1 minute after the failure.',
  'DLV-13': 'The second retry comes after about 5 minutes.',
  'DLV-14': 'There are 3 attempts in total; no fourth follows.',
  'RAT-5': 'A window is fixed at 60 seconds and starts with the first request in it.',
  'RAT-6': 'A request refused with 429 does not prolong the window.',
  'RAT-7': '`Retry-After` of a 429 is exact: a request after that many seconds is let through.',
  'RAT-8': 'A request made once `X-RateLimit-Reset` is reached is let through.',
  'VER-14': 'After the sunset date a success payload is wrapped in an object whose single key is `data`.',
  'ERR-6': 'Errors stay error envelopes through the migration: they are never wrapped in `data`.',
} as const
